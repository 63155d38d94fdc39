/**
 * Writes without their events. A tenant with an organization and a key is three events, each of which sets off the
 * publisher, the bus, two queues and two functions; where a test begins, no one wants to hear of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type BatchGetCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { retryWhile } from '../../../shared/kernel/table/retry.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { isContention } from '../../../shared/kernel/table/write.ts';

type TransactWriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Item = Record<string, unknown>;

const silence = new AsyncLocalStorage<true>();

/** Does the work, and leaves what it puts into the outbox out of its transactions. */
export function silently<Result>(work: () => Promise<Result>): Promise<Result> {
  return silence.run(true, work);
}

const isEvent = ({ Put }: TransactWriteItem): boolean => String(Put?.Item?.pk).startsWith('OUTBOX#');

/** Where the transactions of `inOneWrite` are collected. */
const collecting = new AsyncLocalStorage<TransactWriteItem[]>();

const keyText = ({ pk, sk }: Item = {}): string => `${pk} ${sk}`;

/**
 * Does the work, whose transactions are sent as one at its end. What one of them demands of an item that another puts holds
 * by then. Of reads before that only BatchGetItem sees it: for things that are made from nothing, such as a tenant with its
 * key.
 */
export async function inOneWrite<Result>(work: () => Promise<Result>): Promise<Result> {
  const items: TransactWriteItem[] = [];
  const result = await collecting.run(items, work);
  const made = new Set(items.map(({ Put }) => Put && keyText(Put.Item)));
  const TransactItems = items.filter(
    ({ ConditionCheck }) => ConditionCheck === undefined || !made.has(keyText(ConditionCheck.Key)),
  );
  // Other tests write the same shards of counters at the same time.
  await retryWhile(isContention, () => table().documents.send(new TransactWriteCommand({ TransactItems })));
  return result;
}

/** The items of a BatchGetItem that the collected transactions put. */
function foundAmong(
  collected: readonly TransactWriteItem[],
  requested: NonNullable<BatchGetCommandInput['RequestItems']>,
): Record<string, Item[]> {
  const put = new Map(collected.map(({ Put }) => [keyText(Put?.Item), Put?.Item]));
  const found = Object.entries(requested).map(([name, { Keys = [] }]) => {
    const items = Keys.map((key) => put.get(keyText(key))).filter((item) => item !== undefined);
    return [name, items] as const;
  });
  return Object.fromEntries(found);
}

/** Has a client heed `silently` and `inOneWrite`. */
export function canBeSilent(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => (args) => {
      const input = args.input as Partial<TransactWriteCommandInput>;
      if (silence.getStore() && input.TransactItems !== undefined) {
        input.TransactItems = input.TransactItems.filter((item) => !isEvent(item));
      }
      const collected = collecting.getStore();
      if (collected !== undefined && input.TransactItems !== undefined) {
        collected.push(...input.TransactItems);
        return Promise.resolve({ response: undefined, output: { $metadata: {} } });
      }
      const { RequestItems } = args.input as Partial<BatchGetCommandInput>;
      if (collected !== undefined && RequestItems !== undefined) {
        const output = { Responses: foundAmong(collected, RequestItems), $metadata: {} };
        return Promise.resolve({ response: undefined, output });
      }
      return next(args);
    },
    { step: 'initialize', name: 'silence' },
  );
  return client;
}
