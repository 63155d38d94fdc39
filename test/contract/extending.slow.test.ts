/** The samples of the extension guide pass the checks of a copy of the project, and work in it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderOfTests } from '../support/folders.ts';

const guide = readFileSync('shared/EXTENDING.md', 'utf8');
/** Code by the file that its first line names. */
const samples = new Map(
  [...guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, file = '', code = '']) => [file, code]),
);
const own = 'shared/extensions';
/** The test of a person on the pages, in the copy. */
const journey = 'test/integration/console/own-resource.slow.test.ts';
const folder = folderOfTests();
let outcome: Record<string, Record<string, unknown>> = {};

function run(...args: string[]) {
  // The services that the samples call are on this machine; settings of this test run are not those of the copy.
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = { ...Object.fromEntries(settings), ALLOW_PRIVATE_WEBHOOKS: 'true' };
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
}

/** Copies what a clone has, with this project's packages. */
function copyProject(): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const files = list
    .toString('utf8')
    .split('\0')
    .filter((file) => file !== '' && existsSync(file));
  for (const file of files) cpSync(file, join(folder, file));
  for (const packages of ['node_modules', 'bin/client-types/node_modules'])
    if (existsSync(packages)) symlinkSync(resolve(packages), join(folder, packages));
}

beforeAll(() => {
  copyProject();
  for (const [file, code] of samples) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  cpSync('test/support/fixtures/own-resource.slow.test.ts', join(folder, journey));
  const written = run('bin/openapi.ts', '--write');
  if (written.status !== 0) throw new Error(written.stderr);
  const used = run('test/support/fixtures/use-extension.ts');
  if (used.status !== 0) throw new Error(used.stderr);
  outcome = JSON.parse(used.stdout.trim().split('\n').at(-1) ?? '');
});

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project'];

/** Tests that see extensions: they load the registries of all modules, or read the source files. */
const guards = globSync('test/{unit,contract}/**/*.test.ts').filter(
  (file) =>
    !file.includes('.slow.') &&
    /shared\/(?:catalog|extensions)\/|globSync|readdirSync/.test(readFileSync(file, 'utf8')),
);

describe('the guide to extensions', () => {
  it('has a sample for every file that a team may change, and names no other', () => {
    const named = [...guide.matchAll(/`(shared\/extensions\/[\w-]+\.ts)`/g)].map(([, file = '']) => file);
    expect([...new Set(named)].toSorted()).toEqual(
      [...samples.keys()].filter((f) => f.startsWith(`${own}/`) && f.split('/').length === 3).toSorted(),
    );
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each<[string, ...string[]]>([
    ['the types of the client', 'bin/client-types/generate.ts'],
    ['npm run typecheck', 'node_modules/typescript/bin/tsc'],
    ['npm run lint: Biome', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', own],
    ['npm run lint: rules between folders', 'bin/lint-folders.ts'],
    ['npm run lint: words', 'bin/lint-prose.ts'],
    ['npm run lint: spelling', 'node_modules/cspell/bin.mjs', '--no-progress', `${own}/**`],
    ['npm run lint: unused files and exports', 'node_modules/knip/bin/knip.js', '--no-progress'],
    ['npm run openapi:check: registries', 'bin/registries.ts', '--check'],
    ['npm run openapi:check: document', 'bin/openapi.ts', '--check'],
    ['npm test: guards', ...vitest, 'unit', ...guards],
    ['a journey on the pages of its resource', ...vitest, 'slow', journey],
  ])('passes %s', (_, ...command) => {
    const { status, stdout, stderr } = run(...command);
    expect(status, stdout + stderr).toBe(0);
  });

  it('declares an event that is in the catalogue, is sent to browsers, and is validated against its schema', () => {
    expect(outcome.events).toEqual({
      sample: { id: 'SO-1001', carrier: 'Parcels' },
      reachesBrowsers: true,
      refused: { 'data.carrier': 'must be a string' },
      written: true,
    });
  });

  it('adds a queue and a command for jobs, and an idempotent consumer', () => {
    expect(outcome.jobs).toMatchObject({
      targets: {
        queues: expect.arrayContaining([expect.objectContaining({ value: 'reports' })]),
        commands: expect.arrayContaining([expect.objectContaining({ value: 'shop.announce' })]),
      },
      result: { eventId: 'run-1' },
      progress: [50],
      names: ['platform-modules-dev-reports-dlq', 'platform-modules-dev-reports'],
      answer: { batchItemFailures: [] },
      made: ['1'],
    });
  });

  it('adds an integration with its check, and a payment provider that uses its credentials', () => {
    expect(outcome.payments).toMatchObject({
      integration: 'Vouchers',
      health: { status: 'healthy', authFailed: false },
      session: { sessionId: 'SO-3', snapshot: { status: 'authorized', atSeconds: 1 } },
      captured: { status: 'captured', receivedMinor: 500 },
      refused: 'refused',
      problem: 'Vouchers are in EUR.',
      requests: ['', '/SO-3/capture', '/SO-9/cancel'].map((path) => `/holds${path} Bearer secret`),
    });
  });

  it('adds an inbound webhook: verified messages become events, forged ones are refused', () => {
    expect(outcome.inbound).toEqual({
      message: { messageId: 's1', eventType: 'scanned', payload: { scanId: 's1', order: 'SO-4' } },
      published: [['shop.order.shipped', { id: 'SO-4', carrier: 'Parcels' }]],
      forged: 'NotVerifiedError',
    });
  });

  it('adds a sync adapter that reads, writes and maps, and pauses until credentials are accepted', () => {
    const mapped = { ok: true, customFields: {} };
    expect(outcome.sync).toEqual({
      read: [
        { ...mapped, externalId: '1', fields: { name: 'Chair' } },
        'An article is no object.',
        { ...mapped, externalId: '3', fields: { name: 'Table', size: 2 } },
      ],
      cursor: '3',
      posted: [{ id: 'L', label: 'Lamp' }],
      results: [{ localId: 'L', status: 'success', externalId: 'L' }],
      refused: 'AuthorizationFailedError',
    });
  });

  it('declares a resource: its API, list, export, events, features and audit entries work', () => {
    expect(outcome.resources).toMatchObject({
      statuses: [201, 409, 400, 200, 412, 200, 200, 404, 405],
      etags: ['"1"', '"2"', '"2"'],
      created: { number: 'S-1', name: 'Timber', isActive: true, rating: 3, tags: [] },
      taken: { code: 'supplier_number_taken', details: { number: 'is taken' } },
      lists: [
        ['Steel', 'Timber and Sons'],
        ['Timber and Sons'],
        ['Steel'],
        ['Steel', 'Timber and Sons'],
        ['Steel'],
        ['Steel', 'Timber and Sons'],
      ],
      file: [
        ['Number', 'Name', 'Is Active', 'Rating', 'Tags'],
        ['S-3', 'Steel', 'false', '5', 'metal'],
        ['S-1', 'Timber and Sons', 'true', '3', ''],
        [],
      ],
      audit: ['updated', 'created', 'created'],
      events: ['created', 'deleted', 'updated'].map((action) => `shop.supplier.${action}`),
      features: ['create', 'delete', 'edit', 'view'].map((right) => `shop.suppliers.${right}`),
    });
  });

  it('names the entity types that files are assigned to', () => {
    expect(outcome.attachments).toEqual([
      [{ type: 'shop.order', id: 'SO-5', label: 'Order SO-5', href: 'https://shop.example/orders/SO-5' }],
    ]);
  });
});
