import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { databaseMissing, databaseProgram } from '../../../lib/local/dynamodb/database-program.ts';

const machine = { platform: 'linux', arch: 'x64', path: ['', '/usr/bin', '/opt/bin'].join(delimiter) };
const packaged = '/node_modules/@dynoxide/linux-x64';

it.each([
  ['the package of npm', { packaged }, join(packaged, 'dynoxide'), join('/opt/bin', 'dynoxide')],
  ['the PATH where npm has no package', { platform: 'darwin' }, join('/opt/bin', 'dynoxide')],
  ['the PATH where the package is incomplete', { packaged }, join('/opt/bin', 'dynoxide')],
  ['a program of Windows', { platform: 'win32' }, join('/opt/bin', 'dynoxide.exe')],
])('takes the database from %s', (_from, changes, ...present) => {
  const exists = (file: string) => present.includes(file);
  expect(databaseProgram({ ...machine, ...changes, exists })).toBe(present[0]);
});

it('finds no database where there is none', () => {
  expect(databaseProgram({ ...machine, packaged, exists: () => false })).toBeUndefined();
});

it.each([
  ['darwin', 'arm64', 'brew install nubo-db/tap/dynoxide'],
  ['darwin', 'x64', 'brew install nubo-db/tap/dynoxide'],
  ['linux', 'arm64', 'npm install --global dynoxide'],
  ['linux', 'x64', 'npm install --global dynoxide'],
  ['win32', 'x64', 'npm install --global dynoxide'],
  ['freebsd', 'x64', 'cargo install dynoxide-rs'],
])('names one command that installs the database on %s-%s', (platform, arch, command) => {
  const text = databaseMissing({ platform, arch });
  expect(text).toContain(`No local database for ${platform}-${arch}. Install it: ${command} (or set `);
  expect(text).not.toContain('\n');
});
