import { describe, expect, it } from 'vitest';
import { responseBytes } from '../../../shared/kernel/base/json.ts';
import { toExecution } from '../../../shared/modules/rules/execution/execution-response.ts';
import {
  anExecutableRule,
  blockTransition,
  fails,
  holds,
  logMessage,
  notingEffects,
  resultsOf,
  run,
  setField,
} from '../../support/runtime/executions.ts';

const blockWith = (message: string) => ({ ...blockTransition, config: { message } });
const tooMuch = Array.from({ length: 4 }, () => logMessage('x'.repeat(300_000)));
const broken = { field: 'total', operator: '>', value: '{{missing * 2}}' };

describe('the result of an execution', () => {
  it.each([
    ['nothing ran', [], true],
    ['a guard holds', [{ ruleType: 'GUARD', condition: holds }], true],
    ['a guard fails', [{ ruleType: 'GUARD', condition: fails }], false],
    ['one guard of two fails', [{ ruleType: 'GUARD' }, { ruleType: 'GUARD', condition: fails }], false],
    ['another rule fails', [{ condition: fails }], true],
    ['another rule fails and blocks', [{ condition: fails, failure: [blockTransition] }], false],
    ['a guard holds and blocks', [{ ruleType: 'GUARD', success: [blockTransition] }], false],
    ['the other outcome blocks', [{ condition: fails, success: [blockTransition] }], true],
    ['a block has a message that fails', [{ success: [blockWith('{{total * missing}}')] }], false],
    ['a block is not run after too much output', [{ success: [...tooMuch, blockTransition] }], false],
    ['a rule that may block cannot be evaluated', [{ condition: broken, failure: [blockTransition] }], false],
    ['a rule without a block cannot be evaluated', [{ condition: broken, failure: [logMessage('a')] }], true],
  ] as const)('when %s', async (_, rules, allowed) => {
    const execution = await run(rules.map((rule) => anExecutableRule(rule)));
    expect(execution.allowed).toBe(allowed);
    expect(execution.executed).toHaveLength(rules.length);
  });

  it('is decided by all rules: one that blocks does not stop later ones', async () => {
    const rules = [
      anExecutableRule({ ruleType: 'GUARD', condition: fails }),
      anExecutableRule({ success: [setField('status', 'seen')] }),
    ];
    const { executed, fields } = await run(rules);
    expect(executed.map(({ conditionResult }) => conditionResult)).toEqual([false, true]);
    expect([...fields]).toEqual([['status', 'seen']]);
  });
});

describe('limits', () => {
  const large = { text: 'x'.repeat(300_000) };

  it('skip further actions after too much output, and the rule reports it', async () => {
    const actions = Array.from({ length: 10 }, () => logMessage('{{text}}'));
    const rules = [actions, [logMessage('next')]].map((success) => anExecutableRule({ success }));
    const [first, second] = (await run(rules, { data: large })).executed;
    expect(first?.actions?.map(({ success }) => success)).toEqual([true, true, true, false]);
    expect(first?.error).toMatch(/^6 of 10 actions were not run: .*1000000 bytes/);
    expect(second?.error).toMatch(/^1 of 1 actions/);
  });

  /** Bytes of the response, which Lambda returns as JSON within a JSON text. */
  async function responseSize(rules: Parameters<typeof run>[0], data: unknown = {}): Promise<number> {
    const execution = await run(rules, { data, explain: true });
    return responseBytes(toExecution(execution, { dryRun: true, logIds: undefined }));
  }

  it.each([
    ['control characters', '\u0001'],
    ['quotes', '"'],
    ['letters', 'x'],
  ])('keep the response of values and comparisons with %s within 6 MB', async (_, character) => {
    const [text, short] = [character.repeat(240_000), character.repeat(300)];
    const rules = Array.from({ length: 100 }, () => ({ field: 'short', operator: '=', value: short }));
    const [condition, success] = [{ operator: 'AND', rules }, [setField('text', '{{text}}')]];
    const many = Array.from({ length: 10 }, () => anExecutableRule({ condition, success }));
    expect(await responseSize(many, { text, short })).toBeLessThan(6_000_000);
  });

  it('keep the response of long messages within 6 MB', async () => {
    const success = [logMessage(`${'x'.repeat(250_000)} {{total}}`)];
    const many = Array.from({ length: 100 }, () => anExecutableRule({ success }));
    expect(await responseSize(many, { total: 1 })).toBeLessThan(6_000_000);
  });

  it('apply to templates before they are rendered', async () => {
    const startedMs = performance.now();
    const [result] = await resultsOf([logMessage('{{text}}'.repeat(30_000))], { data: large });
    expect(result).toMatchObject({ success: false });
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it('allow seventy writes of effects', async () => {
    const { effects } = notingEffects();
    const notify = { type: 'NOTIFY', config: { recipients: 'a', message: 'm' } };
    const rule = anExecutableRule({ success: Array(72).fill(notify) });
    const { executed, writes } = await run([rule], {}, { effects });
    expect(writes).toHaveLength(70);
    expect(executed[0]?.actions?.filter(({ success }) => !success)).toHaveLength(2);
  });

  it('allow settings that are nested deeper than the call stack', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(60_000)}"{{total}}"${']'.repeat(60_000)}`);
    const rule = anExecutableRule({ success: null });
    const successActions = [setField('a', deep), logMessage('after')] as typeof rule.successActions;
    const { executed } = await run([{ ...rule, successActions }]);
    expect(executed[0]?.actions?.map(({ success }) => success)).toEqual([false, true]);
  });

  /** A clock that advances by this much on each read. */
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
      rules: Array(50).fill({ field: 'total', operator: 'MATCHES', value: 'x' }),
    };
    const rules = [anExecutableRule({ ruleType: 'GUARD', condition: slow }), anExecutableRule()];
    expect(await run(rules, {}, { clock: ticking(400) })).toMatchObject({
      executed: [
        { conditionResult: false, error: expect.stringMatching(/longer than 5 s/) },
        { conditionResult: true, error: null },
      ],
      allowed: false,
    });
  });

  it('give all rules twenty seconds; later ones are not run', async () => {
    const rules = Array.from({ length: 10 }, () => anExecutableRule({ success: [logMessage('a')] }));
    const { executed } = await run(rules, {}, { clock: ticking(1_000) });
    expect(executed[0]?.error).toBeNull();
    expect(executed.at(-1)).toMatchObject({
      conditionResult: false,
      actions: null,
      error: expect.stringMatching(/20 s of the execution have passed/),
    });
  });
});

describe('an explanation', () => {
  it('is included on request, with the decisive comparison in any case', async () => {
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

  it('truncates large values, and contains at most a thousand comparisons in total', async () => {
    const data = { total: 'x'.repeat(1_000), list: Array(1_000).fill(1) };
    const contains = { field: 'list', operator: 'CONTAINS', value: 1 };
    const condition = { operator: 'OR', rules: [{ field: 'total', operator: '=', value: 1 }, contains] };
    const rules = Array.from({ length: 600 }, () => anExecutableRule({ condition }));
    const { executed } = await run(rules, { data, explain: true });
    const shown = executed.flatMap(({ trace }) => trace?.comparisons ?? []);
    expect(shown).toHaveLength(1_000);
    expect(String(shown[0]?.actual).length).toBe(301);
    expect(shown[1]?.actual).toBe('[OMITTED]');
  });
});

describe('a rule that fails on missing fields', () => {
  it('does not pass as a guard, runs the failure actions and names the fields', async () => {
    const condition = { field: 'total', operator: '<=', value: 1_000 };
    const guard = { ruleType: 'GUARD', condition, missingFieldPolicy: 'fail' } as const;
    const rule = anExecutableRule({ ...guard, failure: [blockTransition, logMessage('incomplete')] });
    const actions = [{ type: 'BLOCK_TRANSITION' }, { type: 'LOG' }];
    expect(await run([rule], { data: {} })).toMatchObject({
      allowed: false,
      executed: [{ conditionResult: false, missingFields: ['total'], error: null, actions }],
    });
  });
});
