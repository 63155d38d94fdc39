/**
 * Packages that few requests need stay out of `index.mjs`: `await import('re2js')` becomes a file beside it that
 * Lambda loads when the line is reached. A cold start that meets no pattern neither reads nor parses it.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Package → file beside the bundle. Only what is imported dynamically is put there. */
export const lazyPackages = {
  re2js: 're2js.mjs',
  'cron-parser': 'cron-parser.mjs',
} as const satisfies Record<string, string>;

/** Leaves dynamic imports of the lazy packages to be resolved when they are reached. */
export const leavesLazyPackages: Plugin = {
  name: 'lazy-packages',
  setup(build) {
    const names = Object.keys(lazyPackages).join('|');
    build.onResolve({ filter: new RegExp(`^(${names})$`) }, ({ kind, path }) =>
      kind === 'dynamic-import'
        ? { path: `./${lazyPackages[path as keyof typeof lazyPackages]}`, external: true }
        : undefined,
    );
  },
};

/** The lazy packages that a bundle refers to. */
export async function lazyPackagesOf(bundleFile: string): Promise<(keyof typeof lazyPackages)[]> {
  const code = await readFile(bundleFile, 'utf8');
  const names = Object.keys(lazyPackages) as (keyof typeof lazyPackages)[];
  return names.filter((name) => code.includes(`"./${lazyPackages[name]}"`));
}
