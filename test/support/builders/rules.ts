/** Helpers for tests of business rules. */
import { DatabaseSync } from 'node:sqlite';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, inject } from 'vitest';
import { toJson } from '../../../shared/kernel/base/json.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import type { Page, TestResponse } from '../clients/api.ts';
import { listedRows, lists } from '../invariants/lists.ts';
import { rules } from '../invariants/rules.ts';
import { type RawItem, rawTable, text } from '../invariants/table.ts';
import { aRule, type TestCaller } from './tenants.ts';

export const rulesPath = '/api/business_rules/rules';
export const rulePath = (id: string): string => `${rulesPath}/${id}`;

export interface RulePage {
  data: Rule[];
  pagination: { page: number; pageSize: number; total: number; totalPages: number };
}

/** A body with every field set, each different from its default. */
export function aFullRule(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return aRule({
    description: 'Large orders need a review.',
    ruleCategory: 'credit',
    eventType: 'created',
    successActions: [{ type: 'SET_FIELD', config: { field: 'status', value: '{{status}}' } }],
    failureActions: [{ type: 'LOG', config: { level: 'info', message: 'Refused {{entityId}}.' } }],
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31T23:59:59.000Z',
    missingFieldPolicy: 'fail',
    ...overrides,
  });
}

/** Creates a rule over HTTP. */
export async function aStoredRule(
  { api }: Pick<TestCaller, 'api'>,
  overrides: Record<string, unknown> = {},
): Promise<Rule> {
  // Conditions may be deeper than JSON.stringify supports.
  const answer = await api.post<Rule>(rulesPath, { body: toJson(aRule(overrides)) });
  expect(answer.status, answer.body.ruleId).toBe(201);
  return answer.body;
}

export function getRule({ api }: TestCaller, id: string): Promise<TestResponse<Rule>> {
  return api.get<Rule>(rulePath(id));
}

/** One page of the list; `query` without the question mark. */
export async function listRules({ api }: TestCaller, query = ''): Promise<RulePage> {
  const answer = await api.get<RulePage>(`${rulesPath}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** `depth` groups around one comparison, built without recursion. */
export function nestedGroups(
  depth: number,
  innermost: Record<string, unknown> = { field: 'a', operator: '=', value: 1 },
): Record<string, unknown> {
  let condition = innermost;
  for (let level = 0; level < depth; level++) condition = { operator: 'AND', rules: [condition] };
  return condition;
}

/**
 * Every raw item of a tenant's own partitions, read from the database file: DynamoDB would need a scan of the whole
 * table to find partitions that the product does not know.
 */
export function itemsOf(tenantId: string): RawItem[] {
  const database = new DatabaseSync(inject('databaseFile'), { readOnly: true });
  try {
    const { name } = table();
    const found = database.prepare(
      `SELECT item_json FROM "${name}" WHERE pk >= ? AND pk < ? ORDER BY pk, sk`,
    );
    // "S:" marks a text key; "$" is the character after "#".
    const rows = found.all(`S:TENANT#${tenantId}#`, `S:TENANT#${tenantId}$`);
    // Every tenant has at least a key, so an empty result is an error of this query.
    if (rows.length === 0) throw new Error(`The tenant ${tenantId} has no items.`);
    return rows.map(({ item_json }) => unmarshall(JSON.parse(String(item_json))) as RawItem);
  } finally {
    database.close();
  }
}

/** Asserts that the items of a tenant's rules are consistent, and returns the ruleIds of its live rules. */
export async function assertNothingHalfWritten(tenantId: string): Promise<string[]> {
  const table = rawTable(itemsOf(tenantId));
  expect([...lists(table), ...listedRows(table), ...rules(table)]).toEqual([]);
  return table.rows('rule').map(({ ruleId }) => text(ruleId));
}

export const executePath = '/api/business_rules/execute';

/** The response of an execution, as far as tests use it. */
export interface Executed {
  allowed: boolean;
  executedRules: ExecutedRule[];
  fields: Record<string, unknown>;
  totalExecutionTime: number;
  errors: string[];
  logIds?: string[];
}
export interface ExecutedRule {
  id: string;
  ruleId: string;
  result: string;
  conditionResult: boolean;
  actionsExecuted: {
    success: boolean;
    results: ({ type: string; success: boolean } & Record<string, unknown>)[];
  } | null;
  error?: string;
  logId?: string;
  [more: string]: unknown;
}

/** Executes the rules for orders of a caller's organization. */
export async function execute(
  { api }: TestCaller,
  body: Record<string, unknown> = {},
): Promise<TestResponse<Executed>> {
  return api.post<Executed>(executePath, {
    body: { entityType: 'sales.order', data: { total: 5 }, ...body },
  });
}

/** Executes and expects success. */
export async function executed(caller: TestCaller, body: Record<string, unknown> = {}): Promise<Executed> {
  const answer = await execute(caller, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export const logsPath = '/api/business_rules/logs';

/** A log entry, as far as tests use it. */
export interface LogRow {
  id: string;
  ruleId: string;
  ruleName: string;
  executionResult: string;
  entityId: string;
  inputContext: Record<string, unknown>;
  outputContext: Record<string, unknown>;
  errorMessage: string | null;
  eventId: string | null;
  [more: string]: unknown;
}
export interface LogPage extends Page<LogRow> {
  totalIsExact: boolean;
}

/** One page of the log; `query` without the question mark. */
export async function listLogs({ api }: TestCaller, query = ''): Promise<LogPage> {
  const answer = await api.get<LogPage>(`${logsPath}?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export const setsPath = '/api/business_rules/sets';
export const membersPath = (setId: string): string => `${setsPath}/${setId}/members`;

/** The body of a valid rule set. */
export function aSet(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { setId: 'CHECKOUT', setName: 'Checks before checkout', ...overrides };
}

export interface StoredSet {
  id: string;
  setId: string;
  members: { id: string; ruleId: string; sequence: number; enabled: boolean; [more: string]: unknown }[];
  [more: string]: unknown;
}

export async function getSet({ api }: TestCaller, id: string): Promise<StoredSet> {
  const answer = await api.get<StoredSet>(`${setsPath}/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Creates a set over HTTP with these rules in this order. */
export async function aStoredSet(
  caller: TestCaller,
  overrides: Record<string, unknown> = {},
  rules: readonly { id: string }[] = [],
): Promise<StoredSet> {
  const { api } = caller;
  const { status, body } = await api.post<{ id: string }>(setsPath, { body: aSet(overrides) });
  expect(status, JSON.stringify(body)).toBe(201);
  for (const [index, { id: ruleId }] of rules.entries()) {
    const added = await api.post(membersPath(body.id), { body: { ruleId, sequence: index * 10 } });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
  return getSet(caller, body.id);
}
