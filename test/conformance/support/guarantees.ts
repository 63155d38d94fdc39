/**
 * Guarantees: the numbered sentences of module pages. A page lists them under the heading "Guarantees", each as
 * `` - `id`: sentence ``; the id is unique on its page.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from '../../../shared/catalog/modules.ts';

export interface Guarantee {
  /** `<page>.<id>`. */
  id: string;
  /** The sentence in Markdown, in one line. */
  text: string;
}

const projectRoot = join(import.meta.dirname, '../../..');

/** The pages with guarantees: those of the modules, and that of what every request passes. */
const pages: Readonly<Record<string, string>> = Object.fromEntries([
  ['http', 'shared/kernel/http/README.md'],
  ...modules.map((name) => [name, `shared/modules/${name}/README.md`]),
]);

/** The names of the pages, in the order of CONFORMANCE.md. */
export const pageNames: readonly string[] = Object.keys(pages);

/** The list below the heading, up to the next one. */
function listOf(page: string): string {
  const [, after = ''] = page.split(/^## Guarantees$/m);
  return after.split(/^## /m)[0] ?? '';
}

/** Reads the guarantees of a page's text. */
export function parseGuarantees(name: string, page: string): Guarantee[] {
  return listOf(page)
    .split(/^- (?=`)/m)
    .slice(1)
    .map((entry) => {
      const [, id = '', text = ''] = /^`([a-z0-9-]+)`: ([\s\S]*?)(\n\n|\n*$)/.exec(entry) ?? [];
      if (id === '') throw new Error(`A guarantee of ${name} has no id: ${entry}`);
      return { id: `${name}.${id}`, text: text.replaceAll(/\s+/g, ' ').trim() };
    });
}

/** The guarantees of a page; none if it has no such list. Throws for an unknown page. */
export function guaranteesOf(name: string): Guarantee[] {
  const path = pages[name];
  if (path === undefined) throw new Error(`There is no page ${name}.`);
  const file = join(projectRoot, path);
  return existsSync(file) ? parseGuarantees(name, readFileSync(file, 'utf8')) : [];
}
