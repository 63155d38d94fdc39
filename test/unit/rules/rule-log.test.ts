import { describe, expect, it } from 'vitest';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { ruleLogKey } from '../../../shared/modules/rules/keys.ts';
import {
  logIdOf,
  newExecutionName,
  parseLogId,
  toLoggedExecution,
} from '../../../shared/modules/rules/log/logged-execution.ts';
import { logWrites } from '../../../shared/modules/rules/log/rule-log.ts';
import {
  anExecutableRule,
  anInput,
  fails,
  logMessage,
  nowMs,
  type RuleParts,
  run,
  scope,
} from '../../support/runtime/executions.ts';

const options = { execution: '000000042', executedBy: 'user:ada', eventId: null };

/** The log entries of an execution of these rules. */
async function logged(rules: readonly RuleParts[], more: Parameters<typeof anInput>[0] = {}) {
  const execution = await run(rules.map(anExecutableRule), more);
  const { writes, logIds } = logWrites(execution, anInput(more), options);
  const items = writes.map((write) => (write as { put: Item }).put);
  return { items, logIds, executions: items.map(toLoggedExecution) };
}

const bytesOf = (item: Item): number => Buffer.byteLength(JSON.stringify(item));

describe('the log of an execution', () => {
  it('is one item with the result of each rule, and expires after 90 days', async () => {
    const { items, executions, logIds } = await logged([{ ruleId: 'A', condition: fails }, { ruleId: 'B' }]);
    expect(items).toHaveLength(1);
    const output = { conditionResult: true, actionsExecuted: null };
    expect(executions[0]).toMatchObject({
      ...{ atMs: nowMs, executedBy: 'user:ada', entityId: 'SO-1', eventType: 'created', eventId: null },
      rules: [
        { ruleId: 'A', result: 'FAILURE' },
        { ruleId: 'B', result: 'SUCCESS', output },
      ],
    });
    expect(logIds.map(parseLogId)).toEqual(
      [0, 1].map((index) => ({ atMs: nowMs, execution: '000000042', part: '00', index })),
    );
    expect(items[0]?.ttl).toBe(Math.floor(nowMs / 1_000) + 90 * 86_400);
  });

  it('names a missing entity as unknown, and contains errors of rule and actions', async () => {
    const notify = { type: 'NOTIFY', config: { recipients: 'a', message: 'm' } };
    const { executions } = await logged([{ success: [notify] }], { entityId: null, user: null });
    const rules = [{ result: 'SUCCESS', error: 'NOTIFY: no one is there' }];
    expect(executions[0]).toMatchObject({ entityId: 'unknown', input: { user: null }, rules });
  });

  it('contains no secrets of the data and of comparisons', async () => {
    const data = {
      ...{ given: 'x', password: 'hunter2', users: [{ name: 'x', pin: 'hunter2' }] },
      nested: { apiKey: 'hunter2', list: [{ token: 'hunter2' }] },
    };
    const condition = { field: 'password', operator: '=', value: 'hunter2' };
    const onNested = { condition: { field: 'nested', operator: 'IS_EMPTY' } };
    const others = [
      { field: 'given', operator: '!=', compareToField: 'password' },
      { field: 'given', operator: '!=', value: '{{data.password + "!"}}' },
      { field: 'given', operator: '!=', value: '{{number(data.password)}}' },
      { field: 'users', operator: 'ANY', condition: { field: 'name', operator: '=', compareToField: 'pin' } },
    ].map((one) => ({ condition: one }));
    const failing = { type: 'SET_FIELD', config: { field: 'x', value: '{{number(data.password)}}' } };
    const { items } = await logged([{ condition }, onNested, ...others, { success: [failing] }], { data });
    expect(JSON.stringify(items)).not.toContain('hunter2');
    expect(JSON.stringify(items)).toContain('[REDACTED]');
  });

  it('truncates large data', async () => {
    const data = { total: 1, big: 'x'.repeat(1_000_000), after: 'kept', wide: Array(100_000).fill('x') };
    const { executions, items } = await logged([{}], { data });
    expect(executions[0]?.input).toMatchObject({
      data: { total: 1, big: '[OMITTED]', after: 'kept', wide: '[OMITTED]' },
    });
    expect(bytesOf(items[0] ?? {})).toBeLessThan(20_000);
  });

  it.each([
    ['short', (index: number) => `k${index}`],
    ['long', (index: number) => `${'k'.repeat(100_000)}${index}`],
    ['of several bytes per character', (index: number) => `${'語'.repeat(50)}${index}`],
  ])('truncates data with more names than an item can contain (%s)', async (_, nameOf) => {
    const names = Array.from({ length: 30_000 }, (__, index) => (index < 100 ? nameOf(index) : `n${index}`));
    const data = { total: 1, ...Object.fromEntries(names.map((name) => [name, 1])) };
    const { executions, items } = await logged([{}], { data });
    expect(executions[0]?.input).toMatchObject({ data: { total: 1 } });
    expect(bytesOf(items[0] ?? {})).toBeLessThan(30_000);
  });

  it.each([null, 'text', 5, [1, 2]])('accepts the data %j', async (data) => {
    expect((await logged([{}], { data })).executions[0]?.input).toMatchObject({ data });
  });

  it('truncates many actions and long messages, and counts the omitted ones', async () => {
    const { executions } = await logged([{ success: Array(200).fill(logMessage('x'.repeat(2_000))) }]);
    const output = executions[0]?.rules[0]?.output as { actionsExecuted: unknown[]; actionsOmitted: number };
    expect(output.actionsExecuted.length).toBeGreaterThan(2);
    expect(output.actionsExecuted.length + output.actionsOmitted).toBe(200);
    expect(JSON.stringify(output).length).toBeLessThan(12_288);
  });

  it('splits a hundred large entries into items within the DynamoDB limit', async () => {
    const rules = Array.from({ length: 100 }, () => ({
      success: Array(10).fill(logMessage('x'.repeat(900))),
    }));
    const { items, logIds, executions } = await logged(rules, { entityId: 'x'.repeat(200_000) });
    expect(items.length).toBeGreaterThan(1);
    for (const item of items) expect(bytesOf(item)).toBeLessThan(400_000);
    expect(executions.flatMap((execution) => execution.rules)).toHaveLength(100);
    expect(new Set(logIds).size).toBe(100);
  });
});

describe('the id of a log entry', () => {
  it('increases with the time of the execution, the part and the rule, in reverse order of the keys', () => {
    const names = [
      { atMs: nowMs, execution: '000000001', part: '00' },
      { atMs: nowMs, execution: '000000001', part: '01' },
      { atMs: nowMs, execution: '000000002', part: '00' },
      { atMs: nowMs + 1, execution: '000000000', part: '00' },
    ];
    const ids = names.map((name) => logIdOf(name, 0));
    const keys = names.map((name) => ruleLogKey(scope, name).sk);
    expect(ids).toEqual(ids.toSorted());
    expect(keys).toEqual(keys.toSorted().reverse());
  });

  it.each(['', '1', 'x'.repeat(27), '1'.repeat(26), '1'.repeat(28)])('is invalid: %j', (id) => {
    expect(parseLogId(id)).toBeUndefined();
  });

  it('distinguishes executions of the same millisecond', () => {
    const names = new Set(Array.from({ length: 1_000 }, newExecutionName));
    expect(names.size).toBeGreaterThan(990);
    for (const name of names) expect(name).toMatch(/^\d{9}$/);
  });
});
