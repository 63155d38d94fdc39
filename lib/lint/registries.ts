/**
 * The registries of the catalog, which import one file of each module that has it. They are generated from the list of
 * modules (`npm run openapi`), so that adding a module takes one line and every import is in the source.
 */
import { existsSync } from 'node:fs';
import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { exportedRowsOf } from '../../shared/kernel/lists/exported-list.ts';
import type { ModuleManifest } from '../../shared/kernel/modules/manifest.ts';

interface Registry {
  /** The summary after "Every module's". */
  summary: string;
  /** The file of a module, and its constant. */
  file: string;
  constant: string;
  /** The constant of the registry, with its type and the type's file. */
  name: string;
  type: string;
  typeName?: string;
  typeFile?: string;
  /** How the modules' entries are combined. */
  form: 'array of entries' | 'array of all entries' | 'object';
}

const registries: Readonly<Record<string, Registry>> = {
  'shared/catalog/module-manifests.ts': {
    summary: 'The manifests of all modules, for stacks, documents, tests and tools. No function loads them',
    file: 'module.ts',
    constant: 'manifest',
    name: 'moduleManifests',
    type: 'readonly ModuleManifest[]',
    typeName: 'ModuleManifest',
    typeFile: '../kernel/modules/manifest.ts',
    form: 'array of entries',
  },
  'shared/catalog/module-events.ts': {
    summary: 'The events of all modules',
    file: 'events.ts',
    constant: 'events',
    name: 'moduleEvents',
    type: 'readonly EventSpec[]',
    typeName: 'EventSpec',
    typeFile: '../kernel/events/definition.ts',
    form: 'array of all entries',
  },
  'shared/catalog/features.ts': {
    summary: "The features of the platform's own modules with their titles",
    file: 'features.ts',
    constant: 'features',
    name: 'features',
    type: 'Readonly<Record<string, string>>',
    form: 'object',
  },
  'shared/catalog/module-commands.ts': {
    summary: 'The commands of all modules, as data',
    file: 'commands.ts',
    constant: 'commands',
    name: 'moduleCommands',
    type: 'Readonly<Record<string, CommandSpec>>',
    typeName: 'CommandSpec',
    typeFile: '../kernel/commands/command.ts',
    form: 'object',
  },
  'shared/catalog/module-stories.ts': {
    summary: 'How the effects of all modules are shown in stories, by their kind',
    file: 'story.ts',
    constant: 'storyParts',
    name: 'storyParts',
    type: 'StoryParts',
    typeName: 'StoryParts',
    typeFile: '../kernel/events/story-part.ts',
    form: 'object',
  },
  'shared/catalog/module-attention.ts': {
    summary: 'What may need attention in all modules, by kind',
    file: 'attention.ts',
    constant: 'attentionSources',
    name: 'attentionSources',
    type: 'AttentionSources',
    typeName: 'AttentionSources',
    typeFile: '../kernel/modules/attention.ts',
    form: 'object',
  },
  'shared/catalog/module-search.ts': {
    summary: 'How things of all modules are found and named, by kind',
    file: 'search.ts',
    constant: 'searchSources',
    name: 'moduleSearchSources',
    type: 'SearchSources',
    typeName: 'SearchSources',
    typeFile: '../kernel/modules/search.ts',
    form: 'object',
  },
  'shared/catalog/module-command-handlers.ts': {
    summary: 'The code of the commands of all modules',
    file: 'command-handlers.ts',
    constant: 'commandHandlers',
    name: 'moduleCommandHandlers',
    type: 'Readonly<Record<string, CommandHandler>>',
    typeName: 'CommandHandler',
    typeFile: '../kernel/commands/command.ts',
    form: 'object',
  },
};

/** The endpoints of each module, from its manifest. */
async function endpointsOf(modules: readonly string[]): Promise<Map<string, readonly Endpoint[]>> {
  const found = new Map<string, readonly Endpoint[]>();
  for (const module of modules) {
    const { manifest }: { manifest: ModuleManifest } = await import(
      `../../shared/modules/${module}/module.ts`
    );
    found.set(module, manifest.endpoints ?? []);
  }
  return found;
}

/** The paths of the exported lists of each module. */
function exportedPathsIn(byModule: ReadonlyMap<string, readonly Endpoint[]>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [module, endpoints] of byModule) {
    const lists = endpoints.filter(exportedRowsOf).map(({ path }) => path);
    if (lists.length > 0) paths.set(module, lists);
  }
  return paths;
}

/** The methods of every path of the endpoints, separated by blanks. Streams and public reads also answer `HEAD`. */
function methodsOfPathsIn(
  endpoints: readonly Pick<Endpoint, 'method' | 'path' | 'otherPaths' | 'transport' | 'auth'>[],
): Map<string, string> {
  const methods = new Map<string, Set<string>>();
  for (const { method, path, otherPaths = [], transport, auth } of endpoints) {
    for (const each of [path, ...otherPaths]) {
      const known = methods.get(each) ?? new Set();
      known.add(method);
      if (method === 'GET' && (transport === 'stream' || auth === 'none')) known.add('HEAD');
      methods.set(each, known);
    }
  }
  return new Map(
    [...methods]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, set]) => [path, [...set].toSorted().join(' ')]),
  );
}

function pathsRegistry(methodsOfPaths: ReadonlyMap<string, string>): string {
  return [
    '/** The methods of the paths of all modules. Written by `npm run openapi`. */',
    'export const methodsOfModulePaths: Readonly<Record<string, string>> = {',
    ...[...methodsOfPaths].map(([path, methods]) => `  '${path}': '${methods}',`),
    '};',
    '',
  ].join('\n');
}

/**
 * The code of the exported lists by their paths: a function loads that of the list that it is to export. For a module
 * whose rows the catalog has, the catalog's `exports-of-<module>.ts` passes them to the module's `exports.ts`.
 */
function exportsRegistry(
  exportedPaths: ReadonlyMap<string, readonly string[]>,
  exists: RegistryInput['exists'],
): string {
  const having = [...exportedPaths.keys()].toSorted();
  const exportsFileOf = (module: string): string =>
    exists(`shared/catalog/exports-of-${module}.ts`)
      ? `./exports-of-${module}.ts`
      : `../modules/${module}/exports.ts`;
  const lists = [...exportedPaths].flatMap(([module, paths]) =>
    paths.map((path) => `  '${path}': ${module},`),
  );
  return [
    '/** The code of the exported lists of all modules, by the path of the list. Written by `npm run openapi`. */',
    "import type { LoadExports } from '../kernel/lists/export-handler.ts';",
    '',
    ...having.map((module) => `const ${module}: LoadExports = () => import('${exportsFileOf(module)}');`),
    '',
    'export const moduleExports: Readonly<Record<string, LoadExports>> = {',
    ...lists.toSorted(),
    '};',
    '',
  ].join('\n');
}

/** What the registries are written from. */
export interface RegistryInput {
  /** The names of all modules. */
  modules: readonly string[];
  /** Whether there is a file. */
  exists: (path: string) => boolean;
  /** The paths of the exported lists, by module. */
  exportedPaths: ReadonlyMap<string, readonly string[]>;
  /** The methods of every path. */
  methodsOfPaths: ReadonlyMap<string, string>;
}

/** The sources of all registries by path. */
function registrySources({
  modules,
  exists,
  exportedPaths,
  methodsOfPaths,
}: RegistryInput): Map<string, string> {
  const written = Object.entries(registries).map(([path, registry]) => {
    const { summary, file, constant, name, type, typeName, typeFile, form } = registry;
    const having = modules.filter((module) => exists(`shared/modules/${module}/${file}`)).toSorted();
    const [open, close] = form === 'object' ? ['{', '}'] : ['[', ']'];
    const spread = form === 'array of entries' ? '' : '...';
    const source = [
      `/** ${summary}. Written by \`npm run openapi\`. */`,
      ...(typeName === undefined ? [] : [`import type { ${typeName} } from '${typeFile}';`]),
      ...having.map((module) => `import { ${constant} as ${module} } from '../modules/${module}/${file}';`),
      '',
      `export const ${name}: ${type} = ${open}`,
      ...having.map((module) => `  ${spread}${module},`),
      `${close};`,
      '',
    ].join('\n');
    return [path, source] as const;
  });
  return new Map([
    ...written,
    ['shared/catalog/module-exports.ts', exportsRegistry(exportedPaths, exists)],
    ['shared/catalog/module-paths.ts', pathsRegistry(methodsOfPaths)],
  ]);
}

/** The sources of the registries for these modules, by path, as the working tree should have them. */
export async function currentRegistries(modules: readonly string[]): Promise<Map<string, string>> {
  const endpoints = await endpointsOf(modules);
  return registrySources({
    modules,
    exists: existsSync,
    exportedPaths: exportedPathsIn(endpoints),
    methodsOfPaths: methodsOfPathsIn([...endpoints.values()].flat()),
  });
}
