/** Size of the console's files, as a server sends them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../../../lib/aws/assets/console-build.ts';

/** Vite's manifest entry of a file: https://vite.dev/guide/backend-integration. */
interface Chunk {
  file?: string;
  css?: string[];
  assets?: string[];
  /** Loaded with it. */
  imports?: string[];
  /** Loaded on demand. */
  dynamicImports?: string[];
}

let dir: string;
let manifest: Record<string, Chunk>;

beforeAll(async () => {
  dir = await buildConsole();
  manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8'));
});

/** Every file that is loaded with the sources. */
function filesOf(...sources: string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (source: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const { file = '', css = [], assets = [], imports = [] } = manifest[source] ?? {};
    if (file === '') throw new Error(`The build has no ${source}.`);
    for (const name of [file, ...css, ...assets]) files.add(name);
    imports.forEach(visit);
  };
  sources.forEach(visit);
  return files;
}

const bytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dir, file))).byteLength, 0);

const entry = 'index.html';
const frame = 'app/console.tsx';

/** Everything that is loaded on demand: groups of pages, charts. */
const loadedLater = () =>
  Object.values(manifest)
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter((source, index, all) => source !== frame && all.indexOf(source) === index);

describe('the console', () => {
  it.each([
    ['signs in', 100_000, [entry]],
    ['shows its first page', 400_000, [entry, frame, 'home/routes.tsx']],
  ])('%s with at most %i bytes', (_, maxBytes, sources) => {
    expect(bytesOf(filesOf(...sources))).toBeLessThanOrEqual(maxBytes);
  });

  it('loads at most 120 kB for each group of pages', () => {
    const known = filesOf(entry, frame);
    const sizes = loadedLater().map((source) => {
      const more = [...filesOf(source)].filter((file) => !known.has(file));
      return [source, bytesOf(more)] as const;
    });
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.filter(([, bytes]) => bytes > 120_000)).toEqual([]);
  });

  it('has no inline script or style', () => {
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/);
  });
});
