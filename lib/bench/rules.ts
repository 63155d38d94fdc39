/** Rules for benches, made by the product's own functions and written in bulk. */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type CreateRule, createRule } from '../../shared/rules/contract.ts';
import { newRule, type StoredRule } from '../../shared/rules/rule.ts';
import { insertWrites } from '../../shared/rules/rule-store.ts';
import type { Key, RowScope } from '../../shared/table/keys.ts';
import type { Item } from '../../shared/table/read.ts';
import { table } from '../../shared/table/table.ts';

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

export function aStoredRule(scope: RowScope, number: number): StoredRule {
  const context = { principal: { subject: `api_key:${randomUUID()}` }, nowMs: Date.now() };
  const { organizationId } = scope;
  const rule = newRule(
    { ...scope, organizationIds: [organizationId] },
    ruleBody(number),
    randomUUID(),
    context,
  );
  return { rule, revision: 1 };
}

/** The items of new rules, and their counters added up. */
function itemsOf(scope: RowScope, count: number): Item[] {
  const items: Item[] = [];
  const counters = new Map<string, Key & { n: number }>();
  for (let number = 1; number <= count; number++) {
    for (const write of insertWrites(aStoredRule(scope, number))) {
      if ('put' in write) items.push(write.put);
      if (!('add' in write)) continue;
      const { pk, sk } = write.add;
      counters.set(pk, { pk, sk, n: (counters.get(pk)?.n ?? 0) + (write.amounts.n ?? 0) });
    }
  }
  return [...items, ...counters.values()];
}

/** The item that holds the whole rule. */
export function ruleItem(stored: StoredRule): Item {
  const rows = insertWrites(stored).flatMap((write) => ('put' in write ? [write.put] : []));
  const row = rows.find((item) => item.entity === 'rule');
  if (row === undefined) throw new Error('A new rule has no row.');
  return row;
}

/** Writes this many rules, as if each had been created, into an organization that has none. */
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
