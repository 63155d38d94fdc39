import { describe, expect, it } from 'vitest';
import {
  deleteOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import { updateTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { runsAtWork } from '../../../shared/modules/sync/runs/run-store.ts';
import { switchSilently } from '../../support/builders/integrations.ts';
import {
  anExport,
  aSource,
  aStartedSync,
  aSync,
  isEndOfBatch,
  itemCounts,
  items,
  plainIntegration,
} from '../../support/builders/sync.ts';
import { aSibling, asTest, aTenant } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';
import { crashingAt } from '../../support/fault-injection/interleaving.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

describe('a disabled integration', () => {
  it('pauses a run that has not started, and a paused run can be run again', async () => {
    const { caller, sync, id } = await aStartedSync(5);
    await switchSilently(caller, plainIntegration, { isEnabled: false });
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'paused', startedAtMs: null });
    await switchSilently(caller, plainIntegration, { isEnabled: true });
    const again = await sync.retry(id);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled' });
    await sync.drain();
    expect(await sync.run(again.id)).toMatchObject({ status: 'completed', ...itemCounts(5) });
  });

  it('pauses an export, and nothing of it is left at the service when it is run again', async () => {
    const { caller, target, sync } = await anExport(15, { exportsChangesOnly: false });
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    await switchSilently(caller, plainIntegration, { isEnabled: false });
    await sync.drain();
    await switchSilently(caller, plainIntegration, { isEnabled: true });
    const again = await sync.retry(id);
    await sync.drain();
    expect(target.cleanedUp).toEqual(['10']);
    expect(await sync.run(again.id)).toMatchObject({ status: 'completed', ...itemCounts(0, 15) });
  });
});

describe('a closed tenant', () => {
  it('pauses an active run, which continues after the tenant is opened', async () => {
    const { caller, sync, id } = await aStartedSync(15);
    const turnTenant = (isActive: boolean) =>
      silently(() => updateTenant({ context: asTest() }, { id: caller.tenantId, isActive }));
    await sync.drain(1);
    await turnTenant(false);
    await sync.drain();
    await sync.care(id);
    const lastError = 'The tenant or organization is closed.';
    expect(await sync.run(id)).toMatchObject({ status: 'paused', lastError });
    await turnTenant(true);
    await sync.care(id);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(15) });
  });
});

describe('a deleted organization', () => {
  it('has no runs: a paused one is cancelled, and no longer counts as active', async () => {
    const caller = await aTenant();
    const sync = aSync(await aSibling(caller), aSource({ items: items(15) }).adapter);
    const { tenantId, organizationId } = sync.scope;
    const { id } = await sync.start();
    await sync.drain(1);
    const manager = { scope: { tenantId }, principal: unrestricted, context: asTest() };
    await silently(() => deleteOrganization(manager, { id: organizationId }));
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'paused' });
    await sync.care(id);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', ...itemCounts(10) });
    expect(await runsAtWork(sync.scope, plainIntegration)).toEqual([]);
  });
});

describe('a cancel', () => {
  it('counts items written by a crashed worker', async () => {
    const { sync, id, message } = await aStartedSync(9);
    await crashingAt(isEndOfBatch, () => sync.deliver(message));
    await sync.cancel(id);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', ...itemCounts() });
    await sync.deliver(message, 2);
    await sync.deliver(message, 3);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', ...itemCounts(9) });
  });

  it('of a paused run counts items written by a crashed worker', async () => {
    const { caller, sync, id, message } = await aStartedSync(9);
    sync.sent.length = 0;
    await crashingAt(isEndOfBatch, () => sync.deliver(message));
    await switchSilently(caller, plainIntegration, { isEnabled: false });
    await sync.deliver(message, 2);
    expect(await sync.run(id)).toMatchObject({ status: 'paused', ...itemCounts() });
    await sync.cancel(id);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', ...itemCounts(9) });
  });
});
