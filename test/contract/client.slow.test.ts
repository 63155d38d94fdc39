/** The client compiles with its examples, and works as a package. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { folderOfTests } from '../support/folders.ts';

// Generated files are not committed and may be older than the document.
execFileSync(process.execPath, ['bin/client-types/generate.ts']);

const folder = folderOfTests();

describe('the client', () => {
  it('has every operation', () => {
    const paths = readFileSync('shared/clients/typescript/openapi.ts', 'utf8');
    expect(endpoints.filter(({ operationId }) => !paths.includes(`operations["${operationId}"]`))).toEqual(
      [],
    );
  });

  it('imports nothing but itself and openapi-fetch', () => {
    const imported = globSync('shared/clients/typescript/**/*.ts')
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)])
      .map(([, from = '']) => from);
    expect([...new Set(imported)].filter((from) => !/^\.\.?\/[\w-]+\.ts$/.test(from))).toEqual([
      'openapi-fetch',
    ]);
    expect(imported).toContain('./openapi.ts');
  });

  it('is packed with its types, without its examples, and runs in plain Node', () => {
    // Packing compiles the examples, too; one that does not compile fails here.
    const args = ['bin/client-pack.ts', '--name', '@acme/platform-client'];
    const dataDir = join(folder, 'data');
    const env = { ...process.env, DATA_DIR: dataDir };
    const file = execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim();
    // `npm start -- --fresh` may empty a folder with this file.
    expect(readdirSync(dataDir)).toContain('.platform-modules');
    execFileSync('tar', ['xzf', file, '-C', folder]);
    const installed = join(folder, 'package');
    expect(globSync('*', { cwd: installed })).toEqual(
      expect.arrayContaining(['index.js', 'openapi.d.ts', 'README.md']),
    );
    expect(globSync('examples', { cwd: installed })).toEqual([]);
    const { name, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(name).toBe('@acme/platform-client');

    mkdirSync(join(installed, 'node_modules'));
    for (const dependency of Object.keys(dependencies)) {
      symlinkSync(resolve('node_modules', dependency), join(installed, 'node_modules', dependency));
    }
    const url = pathToFileURL(join(installed, 'index.js')).href;
    const program = `import { createPlatformClient } from '${url}';
      const fetch = async ({ url }) => Response.json({ status: url });
      const { data } = await createPlatformClient({ baseUrl: 'http://a.test', fetch }).GET('/api/health');
      console.log(data.status);`;
    const ran = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(ran.trim()).toBe('http://a.test/api/health');
  });
});
