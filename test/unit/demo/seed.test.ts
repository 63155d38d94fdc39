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
}

/** Starts once more. Returns how often the demo was created. */
async function start({
  madeOf = 'code',
  isNewTable = false,
  isBundling = false,
}: Start = {}): Promise<number> {
  const administrator = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const input = {
    ...{ endpointUrl: 'http://localhost', administrator, tableName: 'table', previous: demo },
    provider: { issuer: 'http://localhost', clientId: 'platform', clientSecret: 'secret' },
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

it('a demo is created once for the same code', async () => {
  expect(await start({ isNewTable: true })).toBe(1);
  expect(await start()).toBe(1);
});

it('a demo is repaired when the code has changed, with the previous keys', async () => {
  await start({ isNewTable: true });
  expect(await start({ madeOf: 'other code' })).toBe(2);
  expect(seeded.at(-1)).toEqual(demo);
});

it('a demo is created again for a new table', async () => {
  await start({ isNewTable: true });
  expect(await start({ isNewTable: true })).toBe(2);
});

it('a demo is repaired at each start while functions are still being bundled', async () => {
  await start({ isNewTable: true });
  expect(await start({ isBundling: true })).toBe(2);
  expect(await start({ isBundling: true })).toBe(3);
});
