/**
 * Writes without their events. A tenant with an organization and a key has three events, each of which starts the
 * publisher, the bus, two queues and two functions; the setup of a test does not need them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type BatchGetCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { retryWhile } from '../../../shared/kernel/base/retry.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { isContention } from '../../../shared/kernel/table/write.ts';

type TransactWriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Item = Record<string, unknown>;

const silence = new AsyncLocalStorage<true>();

/** Runs the work without writing its events to the outbox. */
export function silently<Result>(work: () => Promise<Result>): Promise<Result> {
  return silence.run(true, work);
}

const isEvent = ({ Put }: TransactWriteItem): boolean => String(Put?.Item?.pk).startsWith('OUTBOX#');

/** Where the transactions of `inOneWrite` are collected. */
const collecting = new AsyncLocalStorage<TransactWriteItem[]>();

const keyText = ({ pk, sk }: Item = {}): string => `${pk} ${sk}`;

/**
 * Runs the work and sends its transactions as one at its end. A condition on an item that another of them puts is
 * fulfilled by then. Earlier reads see the items only with BatchGetItem. For new objects, such as a tenant with its
 * key.
 */
export async function inOneWrite<Result>(work: () => Promise<Result>): Promise<Result> {
  const items: TransactWriteItem[] = [];
  const result = await collecting.run(items, work);
  const made = new Set(items.map(({ Put }) => Put && keyText(Put.Item)));
  const TransactItems = items.filter(
    ({ ConditionCheck }) => ConditionCheck === undefined || !made.has(keyText(ConditionCheck.Key)),
  );
  // Other tests write the same counter shards at the same time.
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

/** Makes a client support `silently` and `inOneWrite`. */
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
