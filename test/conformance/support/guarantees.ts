/**
 * Guarantees: the numbered sentences of module pages. A page lists them under the heading "Guarantees", each as
 * `` - `id`: sentence ``; the id is unique in its module.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from '../../../shared/catalog/modules.ts';

export interface Guarantee {
  /** `<page>.<id>`. */
  id: string;
  /** The sentence in Markdown, in one line. */
  text: string;
}

const projectRoot = join(import.meta.dirname, '../../..');

/** The folders whose pages have guarantees: those of the modules, and that of what every request passes. */
const folders: Readonly<Record<string, string>> = Object.fromEntries([
  ['http', 'shared/kernel/http'],
  ...modules.map((name) => [name, `shared/modules/${name}`]),
]);

/** The names of the pages, in the order of CONFORMANCE.md. */
export const pageNames: readonly string[] = Object.keys(folders);

/** The list below the heading, up to the next one. */
function listOf(page: string): string {
  const [, after = ''] = page.split(/^## Guarantees$/m);
  return after.split(/^## /m)[0] ?? '';
}

/** Reads the guarantees of a page's text. */
function parseGuarantees(name: string, page: string): Guarantee[] {
  return listOf(page)
    .split(/^- (?=`)/m)
    .slice(1)
    .map((entry) => {
      const [, id = '', text = ''] = /^`([a-z0-9-]+)`: ([\s\S]*?)(\n\n|\n*$)/.exec(entry) ?? [];
      if (id === '') throw new Error(`A guarantee of ${name} has no id: ${entry}`);
      return { id: `${name}.${id}`, text: text.replaceAll(/\s+/g, ' ').trim() };
    });
}

/**
 * The guarantees of a page and of the pages in its subfolders, in this order; none without such a list. Throws for an
 * unknown page.
 */
export function guaranteesOf(name: string): Guarantee[] {
  const folder = folders[name];
  if (folder === undefined) throw new Error(`There is no page ${name}.`);
  const files = ['README.md', ...globSync('*/**/README.md', { cwd: join(projectRoot, folder) }).toSorted()];
  return files
    .map((file) => join(projectRoot, folder, file))
    .filter((file) => existsSync(file))
    .flatMap((file) => parseGuarantees(name, readFileSync(file, 'utf8')));
}
