import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { putItems } from '../../../shared/kernel/table/batch-write.ts';
import { syncRunListingKey } from '../../../shared/modules/sync/keys.ts';
import { runListing } from '../../../shared/modules/sync/runs/run-row.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it.each([
  [99, true],
  [100, false],
])('says after %i runs whether all syncs that fail were found: %s', async (count, isComplete) => {
  const owner = await aTenant();
  const { status } = runListing.attributes;
  await putItems(
    Array.from({ length: count }, (_, index) => {
      const id = randomUUID();
      return { ...syncRunListingKey(owner, Date.now() - index, id), id, [status]: 'cancelled' };
    }),
  );
  expect(await owner.api.get('/api/attention/causes')).toMatchObject({ status: 200, body: { isComplete } });
});
