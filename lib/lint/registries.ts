/**
 * The registries of the catalog that import a file of each module which has it. They are written from the one list of modules
 * (`npm run openapi`), so that a module is added by one line and every import stands in the source.
 */

interface Registry {
  /** What it lists, after "Every module's". */
  summary: string;
  /** The file of a module, and the constant in it. */
  file: string;
  constant: string;
  /** The constant of the registry, with its type and where that is declared. */
  name: string;
  type: string;
  typeName?: string;
  typeFile?: string;
  /** How the entries of the modules are put together. */
  form: 'array of entries' | 'array of all entries' | 'object';
}

const registries: Readonly<Record<string, Registry>> = {
  'shared/catalog/manifests.ts': {
    summary: 'The manifests of all modules, for stacks, documents, tests and tools. No function loads them',
    file: 'module.ts',
    constant: 'manifest',
    name: 'manifests',
    type: 'readonly ModuleManifest[]',
    typeName: 'ModuleManifest',
    typeFile: '../kernel/modules/manifest.ts',
    form: 'array of entries',
  },
  'shared/catalog/exports.ts': {
    summary: 'Every exported list, with its columns and the call that its handler makes',
    file: 'exports.ts',
    constant: 'exportSources',
    name: 'exportSources',
    type: 'readonly ExportSource[]',
    typeName: 'ExportSource',
    typeFile: '../kernel/lists/export-source.ts',
    form: 'array of all entries',
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

/** The sources of these registries by path, for modules of these names. `exists` says which files there are. */
export function registrySources(
  modules: readonly string[],
  exists: (path: string) => boolean,
): Map<string, string> {
  return new Map(
    Object.entries(registries).map(([path, registry]) => {
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
      return [path, source];
    }),
  );
}
