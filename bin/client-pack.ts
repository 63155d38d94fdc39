/**
 * `npm run client:pack`: builds the typed client as a package of its own, JavaScript with type declarations, ready for
 * `npm publish`. `-- --name @acme/platform-client --out .local` sets its name and folder.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataOwner } from '../lib/demo/stage.ts';
import { makeDataDir } from '../lib/local/data-dir.ts';
import { dataDir } from './options/data-dir.ts';
import { readOptions } from './options/read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = readOptions('npm run client:pack -- [--name <package>] [--out <folder>]', {
  options: {
    name: { type: 'string', default: '@platform-modules/client' },
    out: { type: 'string' },
  },
});
const { version, license, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs a command in a folder and returns its output. Throws with the output when it fails. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

const folder = mkdtempSync(join(tmpdir(), 'client-'));
try {
  run(process.execPath, ['bin/client-types/generate.ts'], root);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(root, 'shared/clients/typescript/tsconfig.json');
  run(
    process.execPath,
    [compiler, '-p', project, '--noEmit', 'false', '--declaration', '--outDir', folder],
    root,
  );
  rmSync(join(folder, 'examples'), { recursive: true });
  copyFileSync(join(root, 'shared/clients/typescript/README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const manifest = {
    name: values.name,
    version,
    description: 'Typed client of Platform Modules, generated from its OpenAPI document',
    license,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    engines: { node: '>=20' },
    dependencies: { 'openapi-fetch': devDependencies['openapi-fetch'] },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // `npm start -- --fresh` empties only folders that the platform has created.
  if (values.out === undefined) makeDataDir(dataDir(), dataOwner);
  const out = resolve(values.out ?? dataDir());
  mkdirSync(out, { recursive: true });
  console.log(join(out, run('npm', ['pack', '--silent', '--pack-destination', out], folder).trim()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
