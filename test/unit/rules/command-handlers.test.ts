/** Commands that jobs run: their worker also runs those of other tenants. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CommandContext } from '../../../shared/kernel/commands/command.ts';
import { commandHandlers } from '../../../shared/modules/rules/command-handlers.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';

it('executes the sets of jobs one at a time, the tenants in turn', async () => {
  const started: unknown[] = [];
  aPoisonTable([], (request) => {
    started.push(/TENANT#(\w+)/.exec(request)?.[1]);
    return true;
  });
  const execute = (tenantId: string) => {
    const context = {
      ...{ tenantId, organizationId: 'north', idempotencyKey: randomUUID() },
      owner: async () => ({ subject: 'user:1' }),
    } as Partial<CommandContext> as CommandContext;
    return commandHandlers['business_rules.execute_set']?.({ ruleSetId: randomUUID() }, context);
  };
  await Promise.allSettled(['a', 'a', 'a', 'b'].map(execute));
  // All at once, they would start in the order of their calls.
  expect(started).toEqual(['a', 'a', 'b', 'a']);
});
