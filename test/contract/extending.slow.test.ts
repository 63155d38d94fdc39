/** The samples of the extension guide compile and work in a copy of the project. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const guide = readFileSync('shared/EXTENDING.md', 'utf8');
/** Code by the file that its first line names. */
const samples = new Map(
  [...guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, file = '', code = '']) => [file, code]),
);
const folder = mkdtempSync(join(tmpdir(), 'extension-'));
const { files: _files, ...tsconfig } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
let outcome: Record<string, Record<string, unknown>> = {};

function run(...args: string[]) {
  // The services that the samples call are on this machine.
  const env = { ...process.env, ALLOW_PRIVATE_WEBHOOKS: 'true' };
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
}

beforeAll(() => {
  for (const part of ['lib/aws', 'shared', 'functions', 'test/support', 'package.json']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, code] of samples) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include: ['shared'] }));
  const used = run('test/support/fixtures/use-extension.ts');
  if (used.status !== 0) throw new Error(used.stderr);
  outcome = JSON.parse(used.stdout.trim().split('\n').at(-1) ?? '');
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe('the guide to extensions', () => {
  it('has a sample for every file that a team may change, and names no other', () => {
    const named = [...guide.matchAll(/`(shared\/extensions\/[\w-]+\.ts)`/g)].map(([, file = '']) => file);
    expect([...new Set(named)].toSorted()).toEqual(
      [...samples.keys()].filter((f) => f.split('/').length === 3).toSorted(),
    );
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('compiles', () => {
    const compiled = run('node_modules/typescript/bin/tsc', '-p', '.');
    expect(compiled.stdout).toBe('');
    expect(compiled.status).toBe(0);
  }, 120_000);

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
      session: { sessionId: 'SO-3', facts: { status: 'authorized', atSeconds: 1 } },
      captured: { status: 'captured', receivedMinor: 500 },
      refused: 'refused',
      problem: 'Vouchers are in EUR.',
      requests: [
        '/holds Bearer secret',
        '/holds/SO-3/capture Bearer secret',
        '/holds/SO-9/cancel Bearer secret',
      ],
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
    const mapped = (externalId: string, fields: object) => ({
      ok: true,
      externalId,
      fields,
      customFields: {},
    });
    expect(outcome.sync).toEqual({
      read: [
        mapped('1', { name: 'Chair' }),
        'An article is no object.',
        mapped('3', { name: 'Table', size: 2 }),
      ],
      cursor: '3',
      posted: [{ id: 'L', label: 'Lamp' }],
      results: [{ localId: 'L', status: 'success', externalId: 'L' }],
      refused: 'AuthorizationFailedError',
    });
  });

  it('names the entity types that files are assigned to', () => {
    expect(outcome.attachments).toEqual([
      [{ type: 'shop.order', id: 'SO-5', label: 'Order SO-5', href: 'https://shop.example/orders/SO-5' }],
    ]);
  });
});
