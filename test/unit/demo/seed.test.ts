import { beforeEach, expect, it } from 'vitest';
import type { DemoAccess } from '../../../lib/demo/data/demo.ts';
import { ensureDemo } from '../../../lib/demo/data/seed.ts';
import { folderOfEachTest } from '../../support/folders.ts';

const dataDir = folderOfEachTest();
const demo = { keys: { acmeAdmin: 'key' } } as Partial<DemoAccess> as DemoAccess;

let seeded: (DemoAccess | undefined)[];
beforeEach(() => {
  seeded = [];
});
interface Start {
  madeOf?: string;
  isBundling?: boolean;
  isNewTable?: boolean;
  issuer?: string;
}

/** Starts once more. Returns how often the demo was created. */
async function start({
  madeOf = 'code',
  isNewTable = false,
  isBundling = false,
  issuer = 'http://localhost',
}: Start = {}): Promise<number> {
  const administrator = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const input = {
    ...{ endpointUrl: 'http://localhost', administrator, tableName: 'table', previous: demo },
    provider: { issuer, clientId: 'platform', clientSecret: 'secret' },
  };
  const made = await ensureDemo(
    input,
    { dataDir: dataDir(), isNewTable, madeOf: isBundling ? undefined : madeOf },
    async (given) => {
      seeded.push(given.previous);
      return demo;
    },
  );
  expect(made).toEqual(demo);
  return seeded.length;
}

it.each<[string, Start, number]>([
  ['created once for the same code', {}, 1],
  ['repaired when the code has changed', { madeOf: 'other code' }, 2],
  ['created again for a new table', { isNewTable: true }, 2],
  ['repaired when the identity provider has another port', { issuer: 'http://localhost:4504' }, 2],
  ['repaired while functions are still being bundled', { isBundling: true }, 2],
])('a demo is %s, with the previous keys', async (_, second, times) => {
  await start({ isNewTable: true });
  expect(await start(second)).toBe(times);
  expect(seeded.at(-1)).toEqual(demo);
});
