/** Name, logo and colour of the console, which a stage's file may set: they replace those of a finished build. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { accentSheet } from './brand-colors.ts';
import { projectRoot } from './kept-folders.ts';

export interface ConsoleBrand {
  /** In the menu, and in the titles of pages. */
  name?: string | undefined;
  /** An SVG or PNG file, by its path in the repository. */
  logo?: string | undefined;
  /** `#rrggbb`. */
  color?: string | undefined;
}

const assets = 'assets';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Reads the logo. Throws when there is no such file. */
function readLogo(logo: string): Buffer {
  const path = join(projectRoot, logo);
  if (!existsSync(path)) throw new Error(`The logo of the console, ${logo}, does not exist.`);
  return readFileSync(path);
}

/** What of the brand a build depends on, so that another brand is another build. */
export function brandParts({ name = '', logo, color = '' }: ConsoleBrand): string[] {
  return [name, color, logo === undefined ? '' : hash('sha256', readLogo(logo))];
}

/** Replaces one text of the page. Throws when the page does not have it. */
function replaced(page: string, pattern: RegExp, text: string): string {
  if (!pattern.test(page)) throw new Error(`The console's page has no ${pattern.source}.`);
  return page.replace(pattern, () => text);
}

/** Writes the brand into the build in `dir`. Its files have a hash in their names, because they are cached. */
export function applyBrand(dir: string, { name, logo, color }: ConsoleBrand): void {
  const add = (stem: string, extension: string, content: string | Buffer): string => {
    const file = `${assets}/${stem}-${hash('sha256', content).slice(0, 8)}${extension}`;
    writeFileSync(join(dir, file), content);
    return `/console/${file}`;
  };
  const path = join(dir, 'index.html');
  let page = readFileSync(path, 'utf8');
  if (name !== undefined) page = replaced(page, /<title>[^<]*<\/title>/, `<title>${escaped(name)}</title>`);
  if (logo !== undefined) {
    const icon = add('logo', extname(logo), readLogo(logo));
    page = replaced(page, /<link rel="icon"[^>]*>/, `<link rel="icon" href="${icon}">`);
  }
  if (color !== undefined) {
    const sheet = add('brand', '.css', accentSheet(color));
    page = replaced(page, /<\/head>/, `<link rel="stylesheet" href="${sheet}">\n</head>`);
  }
  writeFileSync(path, page);
}
