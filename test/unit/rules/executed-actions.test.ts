import { describe, expect, it } from 'vitest';
import {
  anExecutableRule,
  emitEvent,
  fails,
  holds,
  logMessage,
  resultsOf,
  run,
  scope,
  setField,
} from '../../support/runtime/executions.ts';

describe('actions', () => {
  it('are those of the condition’s outcome, in order', async () => {
    const actions = { success: [logMessage('yes'), logMessage('also')], failure: [logMessage('no')] };
    const messages = async (condition: unknown) => {
      const { executed } = await run([anExecutableRule({ condition, ...actions })]);
      return executed[0]?.actions?.map(({ detail }) => detail.message);
    };
    expect(await messages(holds)).toEqual(['yes', 'also']);
    expect(await messages(fails)).toEqual(['no']);
  });

  it.each([[undefined], [null], [[]]])('can be empty: %j', async (success) => {
    const { executed } = await run([anExecutableRule({ success })]);
    expect(executed[0]?.actions).toBeNull();
  });

  it('continue after a failed one', async () => {
    const results = await resultsOf([setField(' ', 1), { type: 'UNHEARD_OF' }, logMessage('after')]);
    expect(results.map(({ success, error }) => [success, error])).toEqual([
      [false, 'The name of the field is empty.'],
      [false, 'The action UNHEARD_OF does not exist.'],
      [true, undefined],
    ]);
  });

  it('have placeholders of entity, context and rule, and keep unknown ones', async () => {
    const names = 'total data.total entityId entityType eventType user.id ruleId entity.tenantId today nope';
    const message = names.replaceAll(/\S+/g, '{{$&}}');
    const { executed } = await run([anExecutableRule({ ruleId: 'R', success: [logMessage(message)] })]);
    expect(executed[0]?.actions?.[0]?.detail.message).toBe(
      '250 250 SO-1 sales.order created ada R tenant-1 2026-03-01 {{nope}}',
    );
  });

  it('use values set by earlier actions of the rule, before the data', async () => {
    const results = await resultsOf([
      setField('total', 1),
      setField('more', '{{total}}'),
      logMessage('{{total}} {{more}}'),
    ]);
    expect(results[2]?.detail.message).toBe('1 1');
  });

  it.each<[string, unknown, string, string]>([
    ['total', null, '{{total}} {{total.net}} {{data.total.net}}', '{{total}} {{total.net}} 5'],
    ['total', { gross: 6 }, '{{total.gross}} {{total.net}}', '6 {{total.net}}'],
    ['total', [7], '{{total[0]}}', '7'],
    ['total.net', 8, '{{total.net}} {{total.tax}}', '8 1'],
    ['tot', 9, '{{tot}} {{total.net}}', '9 5'],
    ['user.id', 'eve', '{{user.id}}', 'ada'],
  ])('have a field %s that was set to %j', async (field, value, message, expected) => {
    const rule = anExecutableRule({ success: [setField(field, value), logMessage(message)] });
    const { executed } = await run([rule], { data: { total: { net: 5, tax: 1 } } });
    expect(executed[0]?.actions?.[1]?.detail.message).toBe(expected);
  });

  const timestamp = '2026-03-01T09:30:00.000Z';
  it.each<[string, Record<string, unknown> | undefined, Record<string, unknown>]>([
    ['ALLOW_TRANSITION', undefined, { allowed: true, message: 'Allowed.' }],
    ['ALLOW_TRANSITION', { message: 'ok {{total}}' }, { allowed: true, message: 'ok 250' }],
    ['BLOCK_TRANSITION', undefined, { allowed: false, message: expect.stringMatching(/^The rule R-/) }],
    ['BLOCK_TRANSITION', { message: 'No {{entityId}}' }, { allowed: false, message: 'No SO-1' }],
    ['LOG', { message: 'm' }, { level: 'info', message: 'm', timestamp }],
    ['LOG', { message: '{{total}}', level: 'warn' }, { level: 'warn', message: '250', timestamp }],
    ['SHOW_ERROR', { message: 'm' }, { severity: 'error', message: 'm' }],
    ['SHOW_WARNING', { message: 'm' }, { severity: 'warning', message: 'm' }],
    ['SHOW_INFO', { message: 'm' }, { severity: 'info', message: 'm' }],
  ])('%s with %j return %j', async (type, config, detail) => {
    const [result] = await resultsOf([{ type, config }]);
    expect(result?.detail).toEqual(detail);
  });
});

describe('SET_FIELD', () => {
  it.each<[unknown, unknown]>([
    ['{{total}}', 250],
    ['{{data}}', { total: 250 }],
    ['review', 'review'],
    ['of {{total}}', 'of 250'],
    ['{{nope}}', '{{nope}}'],
    [false, false],
    [0, 0],
    ['', ''],
    [null, null],
    [{ a: ['{{total}}'] }, { a: [250] }],
  ])('sets %j as %j', async (value, expected) => {
    const { fields } = await run([anExecutableRule({ success: [setField('status', value)] })]);
    expect([...fields]).toEqual([['status', expected]]);
  });

  it('keeps the last value of several rules', async () => {
    const rules = [1, 2].map((value) => anExecutableRule({ success: [setField('a', value)] }));
    expect((await run(rules)).fields.get('a')).toBe(2);
  });

  it.each(['', '  ', '__proto__', 'constructor'])('refuses the name %j', async (field) => {
    const { fields, executed } = await run([anExecutableRule({ success: [setField(field, 1)] })]);
    expect(fields.size).toBe(0);
    expect(executed[0]?.actions?.[0]?.success).toBe(false);
  });
});

describe('EMIT_EVENT', () => {
  const event = 'sales.order.flagged';
  const flagged = { eventName: event, payload: { total: '{{total}}', by: 'rule {{ruleId}}' } };

  it('writes an event with the rendered payload, and returns its id', async () => {
    const rule = anExecutableRule({ ruleId: 'R', success: [emitEvent(flagged)] });
    const { writes, executed } = await run([rule], { depth: 4 });
    expect(executed[0]?.actions?.[0]?.detail).toEqual({ event, eventId: expect.any(String) });
    expect(writes).toEqual([
      { put: expect.objectContaining({ entity: 'outbox', type: event, ...scope, depth: 5 }) },
    ]);
    const { data } = (writes[0] as { put: Record<string, unknown> }).put;
    expect(JSON.parse(String(data))).toEqual({ total: 250, by: 'rule R', ...scope });
  });

  it('has the same id for the same event of a repeated execution, and no other', async () => {
    const rule = anExecutableRule({ success: [emitEvent(flagged), emitEvent(flagged)] });
    const idsOf = async (key: string) =>
      (await run([rule], { key })).executed[0]?.actions?.map(({ detail }) => detail.eventId);
    const [first, again, other] = [await idsOf('a'), await idsOf('a'), await idsOf('b')];
    expect(again).toEqual(first);
    expect(new Set([...(first ?? []), ...(other ?? [])]).size).toBe(4);
  });

  it('is refused after five rules in a row', async () => {
    const { writes, executed } = await run([anExecutableRule({ success: [emitEvent(flagged)] })], {
      depth: 5,
    });
    const error = expect.stringMatching(/refused: it is the result of 5 rules/);
    expect([writes, executed[0]?.actions]).toMatchObject([[], [{ success: false, error }]]);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ eventName: '{{nope}}' }, /must be <module>/],
    [{ eventName: ' ' }, /is empty/],
    [{ eventName: 'order.flagged' }, /must be <module>/],
    [{ eventName: 'auth.user.created' }, /own module auth/],
    [{ event: 'business_rules.rule.created' }, /own module business_rules/],
    [{ eventName: 'sales.order.flagged', payload: 'text' }, /payload must be an object/],
    [{ eventName: 'sales.order.flagged', payload: { text: 'x'.repeat(266_240) } }, /the maximum is/],
  ])('fails with %j', async (config, error) => {
    const [result] = await resultsOf([emitEvent(config)]);
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });
});
