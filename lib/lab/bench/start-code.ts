/** The code that a function loads and evaluates before its handler runs, from esbuild's metafile. */
import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';

/** The output of a function in the metafile of all functions. */
export function outputOf({ outputs }: Metafile, module: string, name: string): Metafile['outputs'][string] {
  const found = Object.entries(outputs).find(([path]) => path.endsWith(`/${module}/${name}/index.mjs`));
  if (found === undefined) throw new Error(`The bundle of ${module}/${name} does not exist.`);
  return found[1];
}

type Output = Metafile['outputs'][string];

/** What is loaded before the handler runs: the output, and those that it imports statically, directly or through others. */
export function outputsAtStart({ outputs }: Metafile, output: Output): Output[] {
  const loaded = new Set([output]);
  for (const { imports } of loaded)
    for (const { path, kind } of imports) {
      const imported = outputs[path];
      if (kind !== 'dynamic-import' && imported !== undefined) loaded.add(imported);
    }
  return [...loaded];
}

/**
 * Bytes of the modules that the entry point imports statically, directly or indirectly. `import()` is evaluated later.
 */
export function evaluatedBytes(metafile: Metafile, output: Output): number {
  const evaluated = new Set(output.entryPoint === undefined ? [] : [output.entryPoint]);
  for (const path of evaluated) {
    const imports = metafile.inputs[path]?.imports ?? [];
    for (const { path: imported, kind, external } of imports)
      if (kind !== 'dynamic-import' && !external) evaluated.add(imported);
  }
  const loaded = outputsAtStart(metafile, output);
  return loaded
    .flatMap(({ inputs }) => Object.entries(inputs))
    .reduce((sum, [path, { bytesInOutput }]) => sum + (evaluated.has(path) ? bytesInOutput : 0), 0);
}

/** Files that are loaded before the handler runs, of the bundle and beside it, without Node's own modules. */
export function filesAtStart(metafile: Metafile, output: Output): number {
  const loaded = outputsAtStart(metafile, output);
  const beside = loaded.flatMap(({ imports }) =>
    imports
      .filter(({ path, kind }) => kind !== 'dynamic-import' && !isNode(path) && !(path in metafile.outputs))
      .map(({ path }) => path),
  );
  return loaded.length + new Set(beside).size;
}

const isNode = (path: string): boolean => path.startsWith('node:') || isBuiltin(path);

/** The packages of which something is loaded before the handler runs. */
export function packagesIn(outputs: readonly Output[]): Set<string> {
  const names = outputs
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([path, { bytesInOutput }]) => {
      const [, within] = path.split('node_modules/');
      const [scope = '', name = ''] = within?.split('/') ?? [];
      return bytesInOutput === 0 || within === undefined
        ? []
        : [scope.startsWith('@') ? `${scope}/${name}` : scope];
    });
  return new Set(names);
}
