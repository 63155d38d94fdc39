/** The EventBridge schedules of scheduled syncs. */
import { expect, it } from 'vitest';
import { bringBackDuring, executionsPath, schedulesOf } from '../../support/builders/scheduler.ts';
import { aSchedule, schedule, schedulePath, schedulesPath } from '../../support/builders/sync-schedules.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it('a schedule runs at its latest time after several changes', async () => {
  const caller = await aTenant();
  const { id } = await schedule(caller);
  const change = async (body: Record<string, unknown>) =>
    expect((await caller.api.put(schedulePath(id), { body })).status).toBe(200);
  const expressions = async () => (await schedulesOf(id)).map(({ expression }) => expression);
  const atFirst = await expressions();
  await change({ scheduleValue: '0 4 1 1 *' });
  expect(await expressions()).not.toEqual(atFirst);
  await change({ isEnabled: false });
  expect(await expressions()).toEqual([]);
  // The tick fires it, whose runs are delayed messages in the queue.
  await change({ isEnabled: true, scheduleType: 'interval', scheduleValue: '30s' });
  expect(await expressions()).toEqual([]);
  const runs = async () =>
    (await caller.api.get<{ data: unknown[] }>(`${executionsPath(id)}?state=delayed`)).body.data;
  expect((await runs()).length).toBeGreaterThan(0);
  await caller.api.post(schedulesPath, { body: aSchedule({ isEnabled: false }) });
  expect(await expressions()).toEqual([]);
  const hourly = { scheduleType: 'interval', scheduleValue: '1h' };
  expect((await caller.api.post(schedulesPath, { body: aSchedule(hourly) })).status).toBe(201);
  expect(await expressions()).toHaveLength(1);
  await caller.api.delete(schedulePath(id));
  expect(await expressions()).toEqual([]);
});

it('a schedule runs after its job is restored, also during its deletion', async () => {
  const caller = await aTenant();
  const { id } = await schedule(caller);
  await bringBackDuring(caller, id, () => caller.api.delete(schedulePath(id)));
  expect(await schedulesOf(id)).toHaveLength(1);
});
