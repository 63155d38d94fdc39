/** Rules for benches, made by the product's own functions. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import { ruleExample } from '../../../shared/modules/rules/authoring/rule-contract.ts';
import { CreateRule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { insertWrites } from '../../../shared/modules/rules/authoring/rule-store.ts';
import { firstRevision, newRule, type StoredRule } from '../../../shared/modules/rules/rule.ts';
import { puts, seed } from './seed.ts';

/** The body of a rule: the documented example with its own names and one of 1 000 priorities. */
export function ruleBody(number: number): CreateRule {
  const digits = String(number).padStart(6, '0');
  return z.parse(CreateRule, {
    ...ruleExample,
    ruleId: `ORDER-LIMIT-${digits}`,
    ruleName: `Block large orders ${digits}`,
    priority: number % 1_000,
  });
}

/** Returns what the product writes when this rule is created. */
function writesOf(scope: RowScope, number: number): { stored: StoredRule; writes: Write[] } {
  const principal = {
    ...{ subject: `api_key:${scope.tenantId}`, name: 'bench', features: ['*'], isSuperAdmin: false },
    ...{ tenantId: scope.tenantId, organizationId: scope.organizationId, organizationIds: null },
  };
  const context = { principal, nowMs: Date.now() };
  const whole = { ...scope, organizationIds: [scope.organizationId] };
  const stored = firstRevision(newRule(whole, ruleBody(number), randomUUID(), context));
  return { stored, writes: insertWrites(stored, context) };
}

/** A rule and its item. */
export function aStoredRule(scope: RowScope): { stored: StoredRule; item: Item } {
  const { stored, writes } = writesOf(scope, 1);
  const item = puts(writes).find(({ entity }) => entity === 'rule');
  if (item === undefined) throw new Error('A new rule must have an item.');
  return { stored, item };
}

/** Writes this number of rules into an organization without rules; lists show them as if created. */
export async function seedRules(scope: RowScope, count: number): Promise<void> {
  await seed(count, (number) => writesOf(scope, number).writes);
}
