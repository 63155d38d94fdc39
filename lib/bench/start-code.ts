/** What a function loads and evaluates before its handler runs, from esbuild's description of its bundle. */
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The output of a function within the metafile of all. */
export function outputOf({ outputs }: Metafile, module: string, name: string): Metafile['outputs'][string] {
  const output = outputs[join(module, name, 'index.mjs')];
  if (output === undefined) throw new Error(`${module}/${name} was not bundled.`);
  return output;
}

/** Bytes of the modules that the entry point imports statically, directly or through others. `import()` waits until it runs. */
export function evaluatedBytes({ inputs }: Metafile, output: Metafile['outputs'][string]): number {
  const evaluated = new Set(output.entryPoint === undefined ? [] : [output.entryPoint]);
  for (const path of evaluated) {
    const imports = inputs[path]?.imports ?? [];
    for (const { path: imported, kind, external } of imports)
      if (kind !== 'dynamic-import' && !external) evaluated.add(imported);
  }
  return [...evaluated].reduce((sum, path) => sum + (output.inputs[path]?.bytesInOutput ?? 0), 0);
}

/** Files that are loaded before the handler runs: the bundle, and what it imports statically beside Node's own modules. */
export function filesAtStart({ imports }: Metafile['outputs'][string]): number {
  return 1 + imports.filter(({ path, kind }) => kind !== 'dynamic-import' && !isNode(path)).length;
}

const isNode = (path: string): boolean => path.startsWith('node:') || isBuiltin(path);

/** The packages of which something is in the bundle. */
export function packagesIn({ inputs }: Metafile['outputs'][string]): Set<string> {
  const names = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
    const [, within] = path.split('node_modules/');
    const [scope = '', name = ''] = within?.split('/') ?? [];
    return bytesInOutput === 0 || within === undefined
      ? []
      : [scope.startsWith('@') ? `${scope}/${name}` : scope];
  });
  return new Set(names);
}
