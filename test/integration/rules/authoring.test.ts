import { describe, expect, it } from 'vitest';
import { comparisonOperators, logicalOperators } from '../../../shared/kernel/conditions/condition.ts';
import type { Validation } from '../../../shared/modules/rules/authoring/authoring-contract.ts';
import {
  conditionExample,
  ruleLimits,
} from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { actionTypeNames } from '../../../shared/modules/rules/execution/action.ts';
import { aFullRule, listRules, rulesPath } from '../../support/builders/rules.ts';
import { aKey, aRule, aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = `${rulesPath}/validate`;

async function validated(body: Record<string, unknown>): Promise<Validation> {
  const { api } = await aTenant();
  const answer = await api.post<Validation>(path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('POST /api/business_rules/rules/validate', () => {
  it.each([
    [{}],
    [aRule()],
    [aFullRule()],
    [{ conditionExpression: aRule().conditionExpression }],
    [{ successActions: null }],
  ])('reports no problem for a valid rule: %#', async (body) => {
    expect(await validated(body)).toEqual({ valid: true, errors: {}, warnings: [], evaluation: null });
  });

  it('reports everything that saving would refuse, with the same messages', async () => {
    const caller = await aTenant();
    const bad = {
      ruleId: '',
      priority: -1,
      conditionExpression: { operator: 'AND', rules: [{ field: 'total', operator: 'LIKE', value: 1 }] },
      successActions: [{ type: 'SHOUT' }],
    };
    const { body } = await caller.api.post<Validation>(path, { body: bad });
    expect(body).toMatchObject({ valid: false, warnings: [], evaluation: null });
    expect(Object.keys(body.errors).toSorted()).toEqual(Object.keys(bad).toSorted());
    const saved = await caller.api.post(rulesPath, { body: aRule(bad) });
    expect(saved.body.details).toMatchObject(body.errors);
  });

  it('reports a period that ends before it begins', async () => {
    const period = { effectiveFrom: '2026-01-02', effectiveTo: '2026-01-01' };
    const { body: saved } = await (await aTenant()).api.post(rulesPath, { body: aRule(period) });
    expect(await validated(period)).toMatchObject({ valid: false, errors: saved.details });
    expect(await validated({ effectiveTo: '2026-01-01' })).toMatchObject({ valid: true });
  });

  it('reports a rule that is too large to be saved', async () => {
    const room = ruleLimits.bytes - Buffer.byteLength('{"conditionExpression":}');
    const sized = (bytes: number) => {
      const condition = { field: 'a', operator: '=', value: '' };
      return { ...condition, value: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(condition))) };
    };
    expect(await validated({ conditionExpression: sized(room) })).toMatchObject({ valid: true, errors: {} });
    const tooLarge = { conditionExpression: sized(room + 1) };
    expect(await validated(tooLarge)).toMatchObject({
      valid: false,
      errors: { body: 'must have at most 262144 bytes of JSON' },
    });
    const { status } = await (await aTenant()).api.post(rulesPath, { body: aRule(tooLarge) });
    expect(status).toBe(413);
  });

  it('warns of valid rules that probably do not behave as intended', async () => {
    const { valid, warnings } = await validated({
      conditionExpression: {
        operator: 'AND',
        rules: [
          { field: 'status', operator: 'IN', value: 'open' },
          { field: 'number', operator: 'MATCHES', value: '(?=x)' },
          { field: 'total', operator: '>', value: '{{limit}}' },
        ],
      },
      failureActions: [{ type: 'EMIT_EVENT', config: { eventName: 'auth.user.created' } }],
    });
    expect(valid).toBe(true);
    expect(warnings).toEqual([
      expect.stringMatching(/^rules\[0\]: IN needs a list/),
      expect.stringMatching(/^rules\[1\]: The pattern is not a valid RE2 pattern/),
      expect.stringMatching(/^rules\[2\]: \{\{limit\}\} is unknown/),
      expect.stringMatching(/^failureActions\[0\]: the name of the event/),
    ]);
  });

  it('names the fields that are missing in the data, although the guard passes', async () => {
    const body = { ruleType: 'GUARD', conditionExpression: conditionExample, data: { totl: 50 } };
    const { warnings, evaluation } = await validated(body);
    expect(warnings).toEqual(['The data has no field total.', 'The data has no field customer.creditLimit.']);
    expect(evaluation).toMatchObject({
      allowed: true,
      missingFields: ['total', 'customer.creditLimit'],
      trace: { missingFields: ['total', 'customer.creditLimit'] },
    });
    const strict = await validated({ ...body, missingFieldPolicy: 'fail' });
    expect(strict.evaluation).toMatchObject({ allowed: false, conditionResult: false });
  });

  it('tests the rule on data, and explains the result, without side effects', async () => {
    const caller = await aTenant();
    const body = {
      ruleType: 'GUARD',
      conditionExpression: { field: 'total', operator: '<', value: 100 },
      failureActions: [
        { type: 'SET_FIELD', config: { field: 'status', value: 'review' } },
        { type: 'NOTIFY', config: { recipients: 'a@example.com', message: '{{total}}' } },
      ],
      data: { total: 250 },
    };
    const answer = await caller.api.post<Validation>(path, { body });
    expect(answer.body.evaluation).toMatchObject({
      conditionResult: false,
      allowed: false,
      fields: { status: 'review' },
      actionsExecuted: {
        success: true,
        results: [{ type: 'SET_FIELD' }, { type: 'NOTIFY', message: '250' }],
      },
      trace: { made: 1, decidedBy: { field: 'total', expected: 100, actual: 250, result: false } },
    });
    expect((await listRules(caller)).data).toEqual([]);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem']);
  });

  it('accepts data of any type, and a rule without a condition', async () => {
    expect((await validated({ data: null })).evaluation).toMatchObject({ conditionResult: true });
    const pattern = { field: 'a', operator: 'MATCHES', value: 'x' };
    expect((await validated({ conditionExpression: pattern, data: { a: 'x' } })).evaluation).toMatchObject({
      conditionResult: true,
    });
  });

  it('needs the feature to view rules, not to write them', async () => {
    const owner = await aTenant();
    const viewer = await aKey({ ...owner, features: ['business_rules.rules.view'] });
    expect((await viewer.api.post(path, { body: {} })).status).toBe(200);
    const unprivileged = await aKey({ ...owner, features: ['business_rules.rules.create'] });
    expect((await unprivileged.api.post(path, { body: {} })).status).toBe(403);
  });
});

describe('GET /api/business_rules/operators', () => {
  it('lists every operator, action and placeholder with its description', async () => {
    const { api } = await aTenant();
    const { status, body } = await api.get<Record<string, Record<string, unknown>[]>>(
      '/api/business_rules/operators',
    );
    expect(status).toBe(200);
    const names = (list: string, key: string) => body[list]?.map((entry) => entry[key]);
    expect(names('comparisonOperators', 'operator')).toEqual([...comparisonOperators]);
    expect(names('logicalOperators', 'operator')).toEqual([...logicalOperators]);
    expect(names('actions', 'type')).toEqual(actionTypeNames);
    expect(names('placeholders', 'name')).toEqual(
      expect.arrayContaining(['now', 'today', 'user.email', 'ruleId']),
    );
    for (const list of ['comparisonOperators', 'logicalOperators', 'actions', 'placeholders'])
      for (const { description } of body[list] ?? []) expect(String(description).length).toBeGreaterThan(3);
  });
});
