/** Rules of an entity type, and a request that executes them. */
import { randomUUID } from 'node:crypto';
import type { SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { createRule } from '../../../shared/modules/rules/authoring/rule-contract.ts';
import type { BenchCaller, Platform } from './platform.ts';
import { ruleBody } from './rules.ts';

const long = { field: 'sku', operator: 'NOT_IN', value: ['x'.repeat(3_000)] };

/**
 * Creates an entity type with this number of rules with two actions each; every second rule is too long to be stored
 * in the list.
 */
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

/** An execution of the rules of an entity type; all rules match, so that their actions run. */
export const executionOf = (entityType: string): SampleRequest => ({
  body: { entityType, entityId: 'SO-1001', data: passingOrder },
});
