import { describe, expect, it } from 'vitest';
import { callsOf } from '../../support/api.ts';
import { aTenant } from '../../support/builders.ts';
import { aStoredRule, execute, executed } from '../../support/rules.ts';

describe('smoke', () => {
  it('works', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, {
      conditionExpression: { field: 'total', operator: '<', value: 3 },
      failureActions: [
        { type: 'BLOCK_TRANSITION', config: { message: 'No {{entityId}} {{nope}} {{total}}' } },
        { type: 'NOTIFY', config: { recipients: 'a@b', message: 'x' } },
        { type: 'EMIT_EVENT', config: { eventName: 'sales.order.flagged', payload: { a: '{{total}}' } } },
        { type: 'SET_FIELD', config: { field: 'status', value: '{{total}}' } },
      ],
    });
    const answer = await execute(caller, { entityId: 'SO-1', explain: true });
    console.log(
      JSON.stringify(answer.body, null, 1),
      (await callsOf(answer)).map(({ action, transaction }) => action + JSON.stringify(transaction ?? '')),
    );
    expect((await executed(caller)).allowed).toBe(false);
  });
});
