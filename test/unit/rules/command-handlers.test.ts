import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { commandHandlers } from '../../../shared/modules/rules/command-handlers.ts';

const executeSetOnce = vi.hoisted(() => vi.fn());
vi.mock('../../../shared/modules/rules/sets/set-execution-service.ts', () => ({ executeSetOnce }));

it('executes the sets of jobs one at a time, because they share a worker with other tenants', async () => {
  let running = 0;
  let most = 0;
  const tenants: string[] = [];
  executeSetOnce.mockImplementation(async ({ tenantId }: { tenantId: string }) => {
    tenants.push(tenantId);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return {};
  });
  const owner = () => Promise.resolve({ subject: 'user:1' });
  const run = (tenantId: string) =>
    commandHandlers['business_rules.execute_set']?.({ ruleSetId: randomUUID() }, {
      ...{ tenantId, organizationId: 'north', owner, idempotencyKey: randomUUID() },
    } as never);
  await Promise.all(['a', 'a', 'a', 'b'].map(run));
  expect(tenants).toEqual(['a', 'a', 'b', 'a']);
  expect(most).toBe(1);
});
