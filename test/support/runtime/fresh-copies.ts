/** Copies of the project's modules with state of their own, as in a process that has just started. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const projectRoot = join(import.meta.dirname, '../../..');
const projectUrl = pathToFileURL(projectRoot).href;
const parameter = 'copy';

const copyOf = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).searchParams.get(parameter) : null;

const isOfProject = (url: string): boolean =>
  url.startsWith(`${projectUrl}/`) && !url.includes('/node_modules/');

function inCopy(url: string, copy: string): string {
  const address = new URL(url);
  address.searchParams.set(parameter, copy);
  return address.href;
}

// Modules of the project that a copied module imports are copied as well.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const copy = copyOf(context.parentURL ?? '');
    return copy === null || !isOfProject(resolved.url)
      ? resolved
      : { ...resolved, url: inCopy(resolved.url, copy) };
  },
});

let copies = 0;

/**
 * Returns a function that imports files by their path from the root of the project. All its imports share one copy of
 * each module, and nothing with other imports.
 */
export function aFreshCopy(): <Module>(path: string) => Promise<Module> {
  copies += 1;
  const copy = String(copies);
  return async <Module>(path: string) => {
    const module: Module = await import(inCopy(pathToFileURL(join(projectRoot, path)).href, copy));
    return module;
  };
}
