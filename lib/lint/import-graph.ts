/** The import graph of the project, parsed from its files. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** Path from the root of the project. */
  from: string;
  /** Path of the imported file, or name of a package or Node module. */
  to: string;
  /** Whether it is erased at runtime. */
  typesOnly: boolean;
  line: number;
}

/** The imports of one file: static, dynamic and re-exports. Throws when the file does not parse. */
export function importsOf(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      start,
      typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, start, typesOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const text = source.slice(moduleRequest.start, moduleRequest.end);
      const specifier = /^(['"`])([^'"`$]+)\1$/.exec(text)?.[2];
      return specifier === undefined ? [] : [{ specifier, start: moduleRequest.start, typesOnly: false }];
    }),
  ];
  return found.map(({ specifier, start, typesOnly }) => ({
    from: path,
    to: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
    typesOnly,
    line: source.slice(0, start).split('\n').length,
  }));
}

/** Paths of the project's files in the current folder that match a pattern, without built and installed files. */
const projectFiles = (pattern: string): string[] =>
  globSync(`{bin,lib,functions,shared,test}/**/${pattern}`, { exclude: ['**/node_modules', '**/dist'] });

export const projectPaths = (): string[] => projectFiles('*.{ts,tsx,md}');

/** The imports of all files of the project in the current folder. */
export function projectImports(): Import[] {
  return projectFiles('*.{ts,tsx}').flatMap((path) => importsOf(path, readFileSync(path, 'utf8')));
}
