import { expect, it } from 'vitest';
import { aSource, aSync, itemCounts, items } from '../../support/builders/sync.ts';
import { connectTo } from '../../support/builders/sync-runs.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

const integrationId = 'sync_http_json';

/** An import from an integration with an address; its cursor is a position in the list of items. */
async function anImport(count: number) {
  const caller = await aTenant();
  const source = { items: items(count) };
  const sync = aSync(caller, { ...aSource(source).adapter, providerKey: 'http_json' });
  const connect = (baseUrl: string, token: string) => connectTo(caller, integrationId, { baseUrl, token });
  await connect('https://one.example.com', 'first');
  return { source, sync, connect };
}

it('an import continues after a change of the secret, and begins again at another address', async () => {
  const { source, sync, connect } = await anImport(5);
  await sync.whole({ integrationId });
  source.items = items(7);
  await connect('https://one.example.com', 'second');
  expect(await sync.whole({ integrationId })).toMatchObject({ initialCursor: '5', ...itemCounts(2) });
  source.items = items(7, 'D-');
  await connect('https://two.example.com', 'second');
  expect(await sync.whole({ integrationId })).toMatchObject({ initialCursor: null, ...itemCounts(7) });
});

it('a retry begins again at another address', async () => {
  const { source, sync, connect } = await anImport(25);
  const { id } = await sync.start({ integrationId });
  await sync.drain(1);
  await sync.cancel(id);
  await connect('https://two.example.com', 'second');
  source.items = items(15, 'D-');
  sync.sent.length = 0;
  const retry = await sync.retry(id);
  await sync.drain();
  expect(await sync.run(retry.id)).toMatchObject({ status: 'completed', ...itemCounts(15) });
});

it('a run whose address changes meanwhile begins again there, and takes no position for a repeated one', async () => {
  const { source, sync, connect } = await anImport(25);
  const { id } = await sync.start({ integrationId });
  await sync.drain(1);
  await connect('https://two.example.com', 'second');
  source.items = items(15, 'D-');
  await sync.drain();
  expect(await sync.run(id)).toMatchObject({ status: 'completed', lastError: null, ...itemCounts(25) });
});
