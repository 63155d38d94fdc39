/** Rules for benches, made by the product's own functions. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { CreateRule, createRule, ruleExample } from '../../shared/rules/contract.ts';
import { firstRevision, newRule, type StoredRule } from '../../shared/rules/rule.ts';
import { insertWrites } from '../../shared/rules/rule-store.ts';
import type { SampleRequest } from '../../shared/samples/sample.ts';
import type { RowScope } from '../../shared/table/keys.ts';
import type { Item } from '../../shared/table/read.ts';
import type { Write } from '../../shared/table/write.ts';
import type { BenchCaller, Platform } from './platform.ts';
import { puts, seed } from './seed.ts';

/** The body of a rule: the documented example with names of its own and one of 1 000 priorities. */
export function ruleBody(number: number): CreateRule {
  const digits = String(number).padStart(6, '0');
  return z.parse(CreateRule, {
    ...ruleExample,
    ruleId: `ORDER-LIMIT-${digits}`,
    ruleName: `Block large orders ${digits}`,
    priority: number % 1_000,
  });
}

/** What the product writes when this rule is created. */
function writesOf(scope: RowScope, number: number): { stored: StoredRule; writes: Write[] } {
  const context = { principal: { subject: `api_key:${scope.tenantId}` }, nowMs: Date.now() };
  const whole = { ...scope, organizationIds: [scope.organizationId] };
  const stored = firstRevision(newRule(whole, ruleBody(number), randomUUID(), context));
  return { stored, writes: insertWrites(stored, context) };
}

/** A rule, and the item that holds it. */
export function aStoredRule(scope: RowScope): { stored: StoredRule; item: Item } {
  const { stored, writes } = writesOf(scope, 1);
  const item = puts(writes).find(({ entity }) => entity === 'rule');
  if (item === undefined) throw new Error('A new rule has no item.');
  return { stored, item };
}

/** Writes this many rules into an organization that has none; lists see them as if each had been created. */
export async function seedRules(scope: RowScope, count: number): Promise<void> {
  await seed(count, (number) => writesOf(scope, number).writes);
}

const long = { field: 'sku', operator: 'NOT_IN', value: ['x'.repeat(3_000)] };

/** An entity type with so many rules of two actions each; every second one is too long to be stored with the list. */
export async function anEntityTypeWithRules(
  platform: Platform,
  caller: BenchCaller,
  count: number,
): Promise<string> {
  const entityType = `bench.t${randomUUID().slice(0, 8)}`;
  const successActions = [
    { type: 'SET_FIELD', config: { field: 'status', value: 'review' } },
    { type: 'LOG', config: { message: 'Order {{entityId}} of {{total}}' } },
  ];
  const { conditionExpression, ...body } = ruleBody(1);
  for (let number = 0; number < count; number++) {
    const rules = number % 2 === 0 ? [conditionExpression] : [conditionExpression, long];
    await platform.call(caller, 'POST', createRule.path, {
      ...body,
      ruleId: `EXECUTED-${randomUUID().slice(0, 8)}`,
      entityType,
      conditionExpression: { operator: 'AND', rules },
      successActions,
    });
  }
  return entityType;
}

const passingOrder = { total: 50, customer: { creditLimit: 10_000 } };

/** One execution of the rules of an entity type; all of them hold, so that their actions are taken. */
export const executionOf = (entityType: string): SampleRequest => ({
  body: { entityType, entityId: 'SO-1001', data: passingOrder },
});
