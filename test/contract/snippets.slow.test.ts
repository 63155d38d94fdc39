/** The TypeScript code in the pages compiles. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

// Within the project, so that packages are found.
mkdirSync('node_modules/.cache', { recursive: true });
const folder = mkdtempSync('node_modules/.cache/snippets-');
afterAll(() => rmSync(folder, { recursive: true }));

const [shared, lib] = ['shared', 'lib'].map((path) => relative(folder, path));

/** Wraps the shown entries of extension files in the code around them. */
const extensionFiles: Readonly<Record<string, (entries: string) => string>> = {
  'shared/extensions/config.ts': (entries) => `import { definePlatform } from '${shared}/catalog/platform.ts';
const empty = { features: {}, jobQueues: {}, commands: {}, bundles: [], integrations: [] };
export const config = definePlatform({ ...empty, ${entries} });`,
  'shared/extensions/commands.ts': (
    entries,
  ) => `import type { CommandHandler } from '${shared}/kernel/commands/command.ts';
export const commands: Readonly<Record<string, CommandHandler>> = { ${entries} };`,
  'shared/extensions/health-checks.ts': (
    entries,
  ) => `import type { HealthCheck } from '${shared}/modules/integrations/check.ts';
export const checks: Readonly<Record<string, HealthCheck>> = { ${entries} };`,
};

/** Returns the programs in a block: the block itself, or each file that its comments name. */
function programsIn(block: string): string[] {
  const parts = block.split(/^\/\/ (shared\/extensions\/[\w-]+\.ts)\n/m);
  if (parts.length === 1) return [block];
  return parts.flatMap((name, index) => {
    const entries = parts[index + 1] ?? '';
    return index % 2 === 0 ? [] : [extensionFiles[name]?.(entries) ?? `unknown file: ${name}`];
  });
}

function snippetsOf(file: string): string[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, block = '']) => programsIn(block));
}

const pages = ['README.md', ...globSync('{shared,lib}/**/*.md')]
  // The samples of the extension guide are combined into one project (`extending.slow.test.ts`).
  .filter((file) => !file.endsWith('EXTENDING.md'))
  .map((file) => ({ file, snippets: snippetsOf(file) }))
  .filter(({ snippets }) => snippets.length > 0);

describe('the TypeScript of the pages', () => {
  it('is found', () => {
    expect(pages.map(({ file }) => file)).toContain('shared/clients/typescript/README.md');
  });

  it('compiles', () => {
    for (const { file, snippets } of pages)
      for (const [index, snippet] of snippets.entries()) {
        const text = snippet
          .replaceAll("'./shared/", `'${shared}/`)
          .replaceAll("'./lib/", `'${lib}/`)
          .replaceAll("'@platform-modules/client'", `'${shared}/clients/typescript/index.ts'`);
        // Makes the snippet a module even if it imports nothing.
        writeFileSync(join(folder, `${file.replaceAll(/\W/g, '-')}-${index}.ts`), `${text}\nexport {};\n`);
      }
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
    // Snippets may contain unused declarations.
    const options = { ...compilerOptions, noUnusedLocals: false, noUnusedParameters: false };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: options,
        include: ['*.ts', `${shared}/**/*.d.ts`, `${lib}/**/*.d.ts`],
      }),
    );
    const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
