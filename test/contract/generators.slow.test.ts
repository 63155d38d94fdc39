/** Clients that third-party generators create from the document compile, and Spectral reports no error. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderOfTests } from '../support/folders.ts';

const run = promisify(execFile);
const document = resolve('shared/modules/docs/openapi/openapi.json');
/** Stored next to the project's packages, which use another compiler version, and reused by the next run. */
const tools = resolve('.build/generators');
const folder = folderOfTests();

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>;
}

const readLock = (path: string): Lock => JSON.parse(readFileSync(path, 'utf8'));

/** npm records the installed packages in a hidden lock file. */
function isInstalled(): boolean {
  const installed = join(tools, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const { packages } = readLock(installed);
  return Object.entries(readLock('test/generators/package-lock.json').packages).every(
    ([path, { version, optional }]) => path === '' || optional || packages[path]?.version === version,
  );
}

async function install(): Promise<void> {
  if (isInstalled()) return;
  mkdirSync(tools, { recursive: true });
  cpSync('test/generators', tools, { recursive: true });
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run('npm', args, { cwd: tools });
}

/** Runs an installed program and returns its output. Throws an error with the output if it fails. */
async function tool(name: string, ...args: string[]): Promise<string> {
  const bin = join(tools, 'node_modules/.bin', name);
  const { stdout } = await run(process.execPath, [bin, ...args], { cwd: folder, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${name} failed:\n${error.stdout}${error.stderr}`);
    },
  );
  return stdout;
}

const rule = `{
  ruleId: 'R', ruleName: 'R', ruleType: 'GUARD', entityType: 'order',
  conditionExpression: { field: 'total', operator: '>', value: 1 },
  enabled: true, priority: 100, version: 1,
}`;

/** How a client is generated, and a program that compiles only if its types are correct. */
const generators = {
  '@hey-api/openapi-ts': {
    generate: () => tool('openapi-ts', '-i', document, '-o', 'hey-api', '-c', '@hey-api/client-fetch'),
    program: `
      import { createRule, getRule } from './hey-api/index.js';
      export async function ruleName(): Promise<string | undefined> {
        const { data: created } = await createRule({ body: ${rule} });
        const id: string | undefined = created?.id;
        const { data } = await getRule({ path: { id: id ?? '' } });
        return data?.ruleName;
      }`,
  },
  'openapi-typescript': {
    generate: () => tool('openapi-typescript', document, '-o', 'openapi-typescript.ts'),
    program: `
      import type { components, operations } from './openapi-typescript.js';
      type Body = NonNullable<operations['createRule']['requestBody']>['content']['application/json'];
      export const body: Body = ${rule};
      export const nameOf = (rule: components['schemas']['Rule']): string => rule.ruleName;
      export const idOf = (
        created: operations['createRule']['responses']['201']['content']['application/json'],
      ): string => created.id;`,
  },
  orval: {
    generate: () => tool('orval', '--input', document, '--output', 'orval.ts', '--client', 'fetch'),
    program: `
      import { createRule, getRule, type Rule } from './orval.js';
      export async function ruleName(): Promise<string | undefined> {
        const created = await createRule(${rule});
        if (created.status !== 201) return undefined;
        const found = await getRule(created.data.id);
        const rule: Rule | undefined = found.status === 200 ? found.data : undefined;
        return rule?.ruleName;
      }`,
  },
};

const compilerOptions = {
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'esnext', types: [] },
  ...{ moduleResolution: 'bundler', strict: true, noUncheckedIndexedAccess: true },
  // The compiler's own types take a third of the time.
  ...{ skipLibCheck: true, noEmit: true },
};

beforeAll(install, 240_000);

describe('a client generated from the document', () => {
  it.each(Object.entries(generators))(
    'by %s compiles in strict TypeScript together with a program that uses it',
    async (name, { generate, program }) => {
      await generate();
      const file = `use-${name.replaceAll(/\W/g, '-')}.ts`;
      writeFileSync(join(folder, file), program);
      const project = join(folder, `${file}.json`);
      writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }));
      expect(await tool('tsc', '-p', project)).toBe('');
    },
  );
});

describe('the OpenAPI rules of Spectral', () => {
  it('report no error', async () => {
    const rules = join(folder, 'spectral.yaml');
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    // Without problems, Spectral adds a sentence to the JSON unless it is quiet.
    const flags = ['--format=json', '--quiet', '--fail-severity=error', '-r', rules];
    const report = await tool('spectral', 'lint', ...flags, document);
    const problems: { code: string; severity: number; message: string }[] = JSON.parse(report);
    expect(problems.filter(({ severity }) => severity === 0)).toEqual([]);
  });
});
