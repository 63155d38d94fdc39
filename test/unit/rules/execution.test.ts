import { describe, expect, it } from 'vitest';
import {
  anExecutableRule,
  fails,
  holds,
  noEffects,
  notingEffects,
  run,
} from '../../support/runtime/executions.ts';

const log = (message: unknown) => ({ type: 'LOG', config: { message } });
const set = (field: unknown, value: unknown) => ({ type: 'SET_FIELD', config: { field, value } });
const emit = (config: Record<string, unknown>) => ({ type: 'EMIT_EVENT', config });
const block = { type: 'BLOCK_TRANSITION' };

/** The results of the actions of one rule whose condition holds. */
async function resultsOf(actions: unknown[], more: Parameters<typeof run>[1] = {}) {
  const { executed } = await run([anExecutableRule({ success: actions })], more);
  return executed[0]?.actions ?? [];
}
const detailOf = async (...args: Parameters<typeof resultsOf>) => (await resultsOf(...args))[0]?.detail;

describe('what an execution allows', () => {
  it.each([
    ['nothing ran', [], true],
    ['a guard holds', [{ ruleType: 'GUARD', condition: holds }], true],
    ['a guard fails', [{ ruleType: 'GUARD', condition: fails }], false],
    [
      'one guard of two fails',
      [
        { ruleType: 'GUARD', condition: holds },
        { ruleType: 'GUARD', condition: fails },
      ],
      false,
    ],
    ['another rule fails', [{ condition: fails }], true],
    ['another rule fails and blocks', [{ condition: fails, failure: [block] }], false],
    ['a guard holds and blocks', [{ ruleType: 'GUARD', condition: holds, success: [block] }], false],
    ['the blocking actions are those of the other outcome', [{ condition: fails, success: [block] }], true],
  ] as const)('when %s', async (_, rules, allowed) => {
    const execution = await run(rules.map((rule) => anExecutableRule(rule)));
    expect(execution.allowed).toBe(allowed);
    expect(execution.executed).toHaveLength(rules.length);
  });

  it('is decided by all rules: one that blocks does not stop those after it', async () => {
    const rules = [
      anExecutableRule({ ruleType: 'GUARD', condition: fails }),
      anExecutableRule({ success: [set('status', 'seen')] }),
    ];
    const { executed, fields } = await run(rules);
    expect(executed.map(({ conditionResult }) => conditionResult)).toEqual([false, true]);
    expect([...fields]).toEqual([['status', 'seen']]);
  });
});

describe('actions', () => {
  it('are those of the condition’s outcome, in order', async () => {
    const actions = { success: [log('yes'), log('also')], failure: [log('no')] };
    const messages = async (condition: unknown) => {
      const { executed } = await run([anExecutableRule({ condition, ...actions })]);
      return executed[0]?.actions?.map(({ detail }) => detail.message);
    };
    expect(await messages(holds)).toEqual(['yes', 'also']);
    expect(await messages(fails)).toEqual(['no']);
  });

  it.each([[undefined], [null], [[]]])('may be none: %j', async (success) => {
    const { executed } = await run([anExecutableRule({ success })]);
    expect(executed[0]?.actions).toBeNull();
  });

  it('go on after one that fails', async () => {
    const results = await resultsOf([set(' ', 1), { type: 'UNHEARD_OF' }, log('after')]);
    expect(results.map(({ success, error }) => [success, error])).toEqual([
      [false, 'The name of the field is empty.'],
      [false, 'There is no action UNHEARD_OF.'],
      [true, undefined],
    ]);
  });

  it('know the entity’s fields, the context and the rule, and leave unknown ones alone', async () => {
    const message =
      '{{total}} {{data.total}} {{entityId}} {{entityType}} {{eventType}} {{user.id}} {{ruleId}} {{entity.tenantId}} {{today}} {{nope}}';
    const rule = anExecutableRule({ ruleId: 'R', success: [log(message)] });
    const { executed } = await run([rule]);
    expect(executed[0]?.actions?.[0]?.detail.message).toBe(
      '250 250 SO-1 sales.order created ada R tenant-1 2026-03-01 {{nope}}',
    );
  });

  it('see what earlier ones of the rule have set, before the data', async () => {
    const results = await resultsOf([set('total', 1), set('more', '{{total}}'), log('{{total}} {{more}}')]);
    expect(results[2]?.detail.message).toBe('1 1');
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ type: 'ALLOW_TRANSITION' }, { allowed: true, message: 'Allowed.' }],
    [
      { type: 'ALLOW_TRANSITION', config: { message: 'ok {{total}}' } },
      { allowed: true, message: 'ok 250' },
    ],
    [
      { type: 'LOG', config: { message: 'm' } },
      { level: 'info', message: 'm', timestamp: '2026-03-01T09:30:00.000Z' },
    ],
    [
      { type: 'LOG', config: { message: '{{total}}', level: 'warn' } },
      { level: 'warn', message: '250', timestamp: '2026-03-01T09:30:00.000Z' },
    ],
    [
      { type: 'SHOW_ERROR', config: { message: 'm' } },
      { severity: 'error', message: 'm' },
    ],
    [
      { type: 'SHOW_WARNING', config: { message: 'm' } },
      { severity: 'warning', message: 'm' },
    ],
    [
      { type: 'SHOW_INFO', config: { message: 'm' } },
      { severity: 'info', message: 'm' },
    ],
  ])('%j answer %j', async (action, detail) => {
    expect(await detailOf([action])).toEqual(detail);
  });

  it('block with a message, their own or the rule’s', async () => {
    expect(await detailOf([block])).toMatchObject({
      allowed: false,
      message: expect.stringMatching(/^The rule R-/),
    });
    const own = { type: 'BLOCK_TRANSITION', config: { message: 'No {{entityId}}' } };
    expect(await detailOf([own])).toEqual({ allowed: false, message: 'No SO-1' });
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
  ])('gives %j as %j', async (value, expected) => {
    const { fields } = await run([anExecutableRule({ success: [set('status', value)] })]);
    expect([...fields]).toEqual([['status', expected]]);
  });

  it('keeps the last value of several rules', async () => {
    const rules = [1, 2].map((value) => anExecutableRule({ success: [set('a', value)] }));
    expect((await run(rules)).fields.get('a')).toBe(2);
  });

  it.each(['', '  ', '__proto__', 'constructor'])('refuses the name %j', async (field) => {
    const { fields, executed } = await run([anExecutableRule({ success: [set(field, 1)] })]);
    expect(fields.size).toBe(0);
    expect(executed[0]?.actions?.[0]?.success).toBe(false);
  });
});

describe('EMIT_EVENT', () => {
  const flagged = {
    eventName: 'sales.order.flagged',
    payload: { total: '{{total}}', by: 'rule {{ruleId}}' },
  };

  it('writes an event with the payload filled in, and says so', async () => {
    const rule = anExecutableRule({ ruleId: 'R', success: [emit(flagged)] });
    const { writes, executed } = await run([rule]);
    expect(executed[0]?.actions?.[0]?.detail).toEqual({
      event: 'sales.order.flagged',
      eventId: expect.any(String),
    });
    expect(writes).toHaveLength(1);
    const item = (writes[0] as { put: Record<string, unknown> }).put;
    expect(item).toMatchObject({
      entity: 'outbox',
      type: 'sales.order.flagged',
      tenantId: 'tenant-1',
      organizationId: 'organization-1',
      depth: 1,
    });
    expect(JSON.parse(String(item.data))).toEqual({
      total: 250,
      by: 'rule R',
      tenantId: 'tenant-1',
      organizationId: 'organization-1',
    });
  });

  it('gives the same event the same id when the execution is repeated, and no other', async () => {
    const rule = anExecutableRule({ success: [emit(flagged), emit(flagged)] });
    const idsOf = async (key: string) =>
      (await run([rule], { key })).executed[0]?.actions?.map(({ detail }) => detail.eventId);
    const [first, again, other] = [await idsOf('a'), await idsOf('a'), await idsOf('b')];
    expect(again).toEqual(first);
    expect(new Set([...(first ?? []), ...(other ?? [])]).size).toBe(4);
  });

  it.each([0, 1, 4])('follows %i rules in a row', async (depth) => {
    const { writes } = await run([anExecutableRule({ success: [emit(flagged)] })], { depth });
    expect((writes[0] as { put: Record<string, unknown> }).put.depth).toBe(depth + 1);
  });

  it('is refused after five rules in a row', async () => {
    const { writes, executed } = await run([anExecutableRule({ success: [emit(flagged)] })], { depth: 5 });
    expect(writes).toEqual([]);
    expect(executed[0]?.actions?.[0]).toMatchObject({
      success: false,
      error: expect.stringMatching(/refused: 5 rules/),
    });
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ eventName: '{{nope}}' }, /must be <module>/],
    [{ eventName: ' ' }, /is empty/],
    [{ eventName: 'order.flagged' }, /must be <module>/],
    [{ eventName: 'auth.user.created' }, /own module auth/],
    [{ event: 'business_rules.rule.created' }, /own module business_rules/],
    [{ eventName: 'sales.order.flagged', payload: 'text' }, /payload must be an object/],
    [{ eventName: 'sales.order.flagged', payload: { text: 'x'.repeat(266_240) } }, /the most/],
  ])('fails with %j', async (config, error) => {
    const [result] = await resultsOf([emit(config)]);
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });
});

describe('NOTIFY and CALL_WEBHOOK', () => {
  const notify = {
    type: 'NOTIFY',
    config: { recipients: ' a@x.com, {{user.id}} ,', message: '{{total}}', subject: 's' },
  };
  const call = {
    type: 'CALL_WEBHOOK',
    config: {
      url: 'https://x.com/{{entityId}}?token=abc',
      method: 'put',
      headers: { 'x-total': '{{total}}' },
      payload: { total: '{{total}}' },
    },
  };

  it('hand what is to be done to its executor, and its writes into the execution', async () => {
    const { effects, requested } = notingEffects();
    const rule = anExecutableRule({ id: 'r1', success: [notify, call] });
    const { executed, writes } = await run([rule], { depth: 2 }, { effects });
    expect(requested.notified).toEqual([
      { recipients: ['a@x.com', 'ada'], message: '250', subject: 's', template: null },
    ]);
    expect(requested.called).toEqual([
      {
        url: 'https://x.com/SO-1?token=abc',
        payload: {
          text: '{"total":250}',
          request: { method: 'PUT', headers: { 'x-total': '250' }, contentType: 'application/json' },
        },
      },
    ]);
    expect(requested.causes.map(({ key, depth }) => [key, depth])).toEqual([
      ['execution-1:r1:0', 3],
      ['execution-1:r1:1', 3],
    ]);
    expect(executed[0]?.actions?.map(({ success, detail }) => [success, detail.queued])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(writes).toHaveLength(2);
  });

  it('say that no one did it when no one does', async () => {
    const results = await resultsOf([notify, call]);
    expect(results.map(({ success, error }) => [success, error])).toEqual([
      [false, 'no one is there'],
      [false, 'no one is there'],
    ]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['NOTIFY', { recipients: ' , ', message: 'm' }, /no recipients/],
    ['NOTIFY', { recipients: [], message: 'm' }, /no recipients/],
    ['CALL_WEBHOOK', { url: ' ' }, /url is empty/],
    ['CALL_WEBHOOK', { url: 'https://x.com', method: 'BREW' }, /no method BREW/],
    ['CALL_WEBHOOK', { url: 'https://x.com', headers: 'a: b' }, /headers must be an object/],
  ])('%s %j fails', async (type, config, error) => {
    const { effects } = notingEffects();
    const { executed } = await run([anExecutableRule({ success: [{ type, config }] })], {}, { effects });
    expect(executed[0]?.actions?.[0]).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  it('let a failure that is not the action’s end the execution', async () => {
    const broken = async () => {
      throw new TypeError('a bug');
    };
    const effects = { ...noEffects, notify: broken };
    await expect(run([anExecutableRule({ success: [notify] })], {}, { effects })).rejects.toThrow('a bug');
  });
});

describe('secrets', () => {
  const data = { total: 1, password: 'hunter2', card: { cvv: '123', kind: 'visa' } };
  const logged = async (action: unknown) => {
    const { effects } = notingEffects();
    const { executed } = await run([anExecutableRule({ success: [action] })], { data }, { effects });
    return JSON.stringify(executed[0]?.actions?.[0]?.logged);
  };

  it.each([
    log('{{password}} {{card.cvv}} {{card}} {{data}}'),
    { type: 'SHOW_ERROR', config: { message: '{{password}}{{card}}' } },
    set('x', '{{password}}'),
    set('x', 'is {{card.cvv}}'),
    set('password', 'hunter2'),
    set('x', '{{card}}'),
    { type: 'NOTIFY', config: { recipients: 'a', message: '{{password}} {{card.cvv}}' } },
    {
      type: 'CALL_WEBHOOK',
      config: { url: 'https://x.com?key=hunter2', headers: { a: 'hunter2' }, body: '123' },
    },
    emit({ eventName: 'sales.order.flagged', payload: { p: '{{password}}' } }),
  ])('do not reach the log: %j', async (action) => {
    expect(await logged(action)).not.toMatch(/hunter2|123/);
  });

  it('reach what rules set and send', async () => {
    const { fields } = await run([anExecutableRule({ success: [set('x', '{{password}}')] })], { data });
    expect(fields.get('x')).toBe('hunter2');
  });
});

describe('limits', () => {
  const large = { text: 'x'.repeat(300_000) };

  it('end what produces too much: further actions are not taken, and the rule says so', async () => {
    const actions = Array.from({ length: 10 }, () => log('{{text}}'));
    const rules = [anExecutableRule({ success: actions }), anExecutableRule({ success: [log('next')] })];
    const { executed } = await run(rules, { data: large });
    const [first, second] = executed;
    expect(first?.actions?.map(({ success }) => success)).toEqual([true, true, true, false]);
    expect(first?.error).toMatch(/^6 of 10 actions were not taken: .*1000000 bytes/);
    expect(second?.error).toMatch(/^1 of 1 actions/);
  });

  it('count what a template multiplies before it is made', async () => {
    const startedMs = performance.now();
    const [result] = await resultsOf([log('{{text}}'.repeat(30_000))], { data: large });
    expect(result).toMatchObject({ success: false });
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it('allow seventy writes of effects', async () => {
    const { effects } = notingEffects();
    const notify = { type: 'NOTIFY', config: { recipients: 'a', message: 'm' } };
    const { executed, writes } = await run(
      [anExecutableRule({ success: Array(72).fill(notify) })],
      {},
      { effects },
    );
    expect(writes).toHaveLength(70);
    expect(executed[0]?.actions?.filter(({ success }) => !success)).toHaveLength(2);
  });

  it('survive settings that are nested deeper than the stack', async () => {
    const text = `${'['.repeat(60_000)}"{{total}}"${']'.repeat(60_000)}`;
    const rule = anExecutableRule({ success: null });
    const deep = {
      ...rule,
      successActions: [set('a', JSON.parse(text)), log('after')] as typeof rule.successActions,
    };
    const { executed } = await run([deep]);
    expect(executed[0]?.actions?.map(({ success }) => success)).toEqual([false, true]);
  });

  /** A clock that moves on by so much whenever it is looked at. */
  const ticking = (stepMs: number) => {
    let ms = 0;
    return () => {
      ms += stepMs;
      return ms;
    };
  };

  it('give a rule five seconds; a guard that takes longer blocks', async () => {
    const slow = {
      operator: 'OR',
      rules: Array.from({ length: 50 }, () => ({ field: 'total', operator: 'MATCHES', value: 'x' })),
    };
    const rules = [
      anExecutableRule({ ruleType: 'GUARD', condition: slow }),
      anExecutableRule({ condition: holds }),
    ];
    const { executed, allowed } = await run(rules, {}, { clock: ticking(400) });
    expect(executed[0]).toMatchObject({
      conditionResult: false,
      error: expect.stringMatching(/longer than 5 s/),
    });
    expect(executed[1]).toMatchObject({ conditionResult: true, error: null });
    expect(allowed).toBe(false);
  });

  it('give all rules twenty seconds; those that are left are not run', async () => {
    const rules = Array.from({ length: 10 }, () => anExecutableRule({ success: [log('a')] }));
    const { executed } = await run(rules, {}, { clock: ticking(1_000) });
    expect(executed[0]?.error).toBeNull();
    expect(executed.at(-1)).toMatchObject({
      conditionResult: false,
      actions: null,
      error: expect.stringMatching(/20 s of the execution are used up/),
    });
  });
});

describe('an explanation', () => {
  it('is there when it is asked for, with what decided in any case', async () => {
    const condition = { operator: 'AND', rules: [{ field: 'total', operator: '>', value: 100 }, fails] };
    const [plain] = (await run([anExecutableRule({ condition })])).executed;
    const [explained] = (await run([anExecutableRule({ condition })], { explain: true })).executed;
    expect(plain).not.toHaveProperty('trace');
    expect(plain?.decidedBy).toMatchObject({ path: 'rules[1]', actual: 250, result: false });
    expect(explained?.trace).toMatchObject({
      made: 2,
      comparisons: [{ path: 'rules[0]' }, { path: 'rules[1]' }],
    });
    expect(explained?.decidedBy).toEqual(plain?.decidedBy);
  });

  it('cuts large values, and shows a thousand comparisons in all', async () => {
    const data = { total: 'x'.repeat(1_000), list: Array(1_000).fill(1) };
    const condition = {
      operator: 'OR',
      rules: [
        { field: 'total', operator: '=', value: 1 },
        { field: 'list', operator: 'CONTAINS', value: 1 },
      ],
    };
    const rules = Array.from({ length: 600 }, () => anExecutableRule({ condition }));
    const { executed } = await run(rules, { data, explain: true });
    const shown = executed.flatMap(({ trace }) => trace?.comparisons ?? []);
    expect(shown).toHaveLength(1_000);
    expect(String(shown[0]?.actual).length).toBe(301);
    expect(shown[1]?.actual).toBe('[OMITTED]');
  });
});

describe('a rule that fails on missing fields', () => {
  const condition = { field: 'total', operator: '<=', value: 1_000 };
  const failure = [block, log('incomplete')];
  const executedWith = async (
    more: Parameters<typeof anExecutableRule>[0],
    data: unknown,
    explain = false,
  ) => {
    const rule = anExecutableRule({ ruleType: 'GUARD', condition, failure, ...more });
    return run([rule], { data, explain });
  };

  it('does not let a guard pass, takes the actions of failure and names the fields', async () => {
    const { allowed, executed } = await executedWith({ missingFieldPolicy: 'fail' }, {});
    expect(allowed).toBe(false);
    expect(executed[0]).toMatchObject({ conditionResult: false, missingFields: ['total'], error: null });
    expect(executed[0]?.actions?.map(({ type }) => type)).toEqual(['BLOCK_TRANSITION', 'LOG']);
  });

  it('is as any other where the fields are there', async () => {
    const { allowed, executed } = await executedWith({ missingFieldPolicy: 'fail' }, { total: 1 });
    expect([allowed, executed[0]?.missingFields]).toEqual([true, []]);
  });

  it('is asked for: without it the guard passes, and only the trace names the fields', async () => {
    const { allowed, executed } = await executedWith({}, {}, true);
    expect([allowed, executed[0]?.missingFields]).toEqual([true, []]);
    expect(executed[0]?.trace?.missingFields).toEqual(['total']);
  });
});
