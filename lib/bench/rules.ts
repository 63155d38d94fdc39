/** Rules for benches, made by the product's own functions and written in bulk. */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type CreateRule, createRule } from '../../shared/rules/contract.ts';
import { newRule, type StoredRule } from '../../shared/rules/rule.ts';
import { insertWrites } from '../../shared/rules/rule-store.ts';
import { type RowScope, ruleIdKey } from '../../shared/table/keys.ts';
import type { Item } from '../../shared/table/read.ts';
import { table } from '../../shared/table/table.ts';
import type { Write } from '../../shared/table/write.ts';

/** DynamoDB takes at most 25 items in one BatchWriteItem. */
const batchSize = 25;
const parallelBatches = 8;

/** The body of a rule: the documented example with names of its own and one of 1 000 priorities. */
export function ruleBody(number: number): CreateRule {
  const digits = String(number).padStart(6, '0');
  return {
    ...(createRule.example?.request as CreateRule),
    ruleId: `ORDER-LIMIT-${digits}`,
    ruleName: `Block large orders ${digits}`,
    priority: number % 1_000,
  };
}

/** What the product writes when this rule is created. */
function writesOf(scope: RowScope, number: number): { stored: StoredRule; writes: Write[] } {
  const context = { principal: { subject: `api_key:${scope.tenantId}` }, nowMs: Date.now() };
  const whole = { ...scope, organizationIds: [scope.organizationId] };
  const stored = { rule: newRule(whole, ruleBody(number), randomUUID(), context), revision: 1 };
  return { stored, writes: insertWrites(stored, context) };
}

const puts = (writes: readonly Write[]): Item[] =>
  writes.flatMap((write) => ('put' in write ? [write.put] : []));

/** A rule, and the item that holds it. */
export function aStoredRule(scope: RowScope): { stored: StoredRule; item: Item } {
  const { stored, writes } = writesOf(scope, 1);
  const item = puts(writes).find(({ entity }) => entity === 'rule');
  if (item === undefined) throw new Error('A new rule has no item.');
  return { stored, item };
}

/** What no list reads is left out, to save time: events, audit entries and the reservations of ruleIds. */
function isListed({ entity, sk }: Item): boolean {
  return entity !== 'outbox' && entity !== 'audit' && sk !== reservation.sk;
}
const reservation = ruleIdKey({ tenantId: '' }, '');

/** The items of this many rules, and their counters added up. */
function itemsOf(scope: RowScope, count: number): Item[] {
  const items: Item[] = [];
  const counts = new Map<string, Item & { n: number }>();
  for (let number = 1; number <= count; number++) {
    const { writes } = writesOf(scope, number);
    items.push(...puts(writes).filter(isListed));
    for (const write of writes) {
      if (!('add' in write)) continue;
      const before = counts.get(write.add.pk)?.n ?? 0;
      counts.set(write.add.pk, { ...write.add, n: before + (write.amounts.n ?? 0) });
    }
  }
  return [...items, ...counts.values()];
}

/** Writes this many rules into an organization that has none; lists see them as if each had been created. */
export async function seedRules(scope: RowScope, count: number): Promise<void> {
  const items = itemsOf(scope, count);
  const { client, name } = table();
  const writeBatches = async () => {
    for (let batch = items.splice(-batchSize); batch.length > 0; batch = items.splice(-batchSize)) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      const answer = await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
      if (answer.UnprocessedItems?.[name]?.length) throw new Error('The table refused to take all items.');
    }
  };
  await Promise.all(Array.from({ length: parallelBatches }, writeBatches));
}
