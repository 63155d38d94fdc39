/** Installs AWS's runtime client for Node.js. It compiles native code, so only the test that needs it installs it. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const version = '4.0.2';
const folder = resolve('node_modules/.cache/aws-lambda-ric', version);
const packageDir = join(folder, 'node_modules/aws-lambda-ric');
const compilers = ['cmake', 'make', 'g++'];
const maxMinutes = 30;
/** Node's headers of the machine, where node-gyp cannot download them. The ABI of Node-API is the same in all versions. */
const headers = ['/usr', '/usr/local'].find((prefix) => existsSync(join(prefix, 'include/node/node_api.h')));

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The file of the installed client, or the reason why it cannot be installed. */
export async function installRuntimeClient(): Promise<{ file: string } | { missing: string }> {
  if (process.env.CI) return { missing: 'CI does not compile it' };
  const missing = compilers.filter((program) => !isOnPath(program));
  if (missing.length > 0) return { missing: `it needs ${missing.join(', ')}` };
  const file = join(packageDir, 'index.mjs');
  if (existsSync(join(packageDir, 'rapid-client.node'))) return { file };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', `aws-lambda-ric@${version}`, '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', args, {
      cwd: folder,
      timeout: maxMinutes * 60_000,
      env: { ...process.env, ...(headers !== undefined && { npm_config_nodedir: headers }) },
    });
    return { file };
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error)
      .split('\n')
      .slice(-2);
    return { missing: `it could not be built: ${line}` };
  }
}
