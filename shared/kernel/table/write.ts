import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { retryWhile } from '../base/retry.ts';
import { AppError } from '../errors/app-error.ts';
import { StaleError, UnavailableError } from '../errors/errors.ts';
import { type Attributes, fromAttributes, toStorable } from './attributes.ts';
import { ConditionFailedError } from './errors.ts';
import { checkItemSize, checkKey, isPossibleKey, itemTooLargeError } from './item-size.ts';
import type { Key } from './keys.ts';
import { type Item, keyOf } from './read.ts';
import { itemOf } from './schema.ts';
import { table } from './table.ts';

/** Conditions have names, so that transactions are readable. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

export const notExists: Condition = { expression: 'attribute_not_exists(pk)' };
/** Detects a concurrent write between our read and our write, which changes `rev`. */
export const revisionIs = (rev: number): Condition => ({
  expression: 'rev = :expectedRev',
  values: { ':expectedRev': rev },
});

type Failure = (item: Item | undefined) => AppError | ConditionFailedError;

/** One write of a transaction; `otherwise` makes the error of a failed condition. */
export type Write =
  | {
      put: Key & Item;
      when?: Condition;
      otherwise?: Failure;
      /** Makes the error while another transaction writes the item, instead of a retry. */
      ifBusy?: () => AppError;
      /** The caller's field to name when the item is too large; its largest attribute by default. */
      largeField?: string;
    }
  | { delete: Key; when?: Condition; otherwise?: Failure }
  | { check: Key; when: Condition; otherwise?: Failure }
  | {
      add: Key;
      amounts: Record<string, number>;
      /** Attributes to set and remove with the counting. */
      values?: Record<string, unknown>;
      remove?: readonly string[];
      when?: Condition;
      otherwise?: Failure;
      /** The item to count on instead while other transactions lock the first one. */
      whenBusy?: () => Key;
    }
  | {
      set: Key;
      values: Record<string, unknown>;
      remove?: readonly string[];
      when?: Condition;
      otherwise?: Failure;
      largeField?: string;
    };

/** The condition of a write, which otherwise throws StaleError: another writer was first. */
export const orStale = (when: Condition) => ({ when, otherwise: () => new StaleError() });

/** Throws StaleError if another writer has changed the item since it was read with this revision; 0: without an item. */
export const ifRevision = (revision = 0) => orStale(revision === 0 ? notExists : revisionIs(revision));

interface ConditionFields {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ReturnValuesOnConditionCheckFailure?: 'ALL_OLD';
}

function conditionFields(condition: Condition | undefined): ConditionFields {
  if (condition === undefined) return {};
  return {
    ConditionExpression: condition.expression,
    ...(condition.names && { ExpressionAttributeNames: condition.names }),
    ...(condition.values && { ExpressionAttributeValues: toStorable(condition.values) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

/** Throws UnstorableError for an item that DynamoDB refuses. */
function itemOfPut({ put, largeField }: { put: Key & Item; largeField?: string }): Item {
  checkKey(put);
  const item = toStorable(put);
  checkItemSize(item, largeField);
  return item;
}

type TransactWriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

function toTransactItem(tableName: string, write: Write): TransactWriteItem {
  if ('put' in write)
    return { Put: { TableName: tableName, Item: itemOfPut(write), ...conditionFields(write.when) } };
  if ('delete' in write)
    return {
      Delete: { TableName: tableName, Key: keyOf(write.delete), ...conditionFields(write.when) },
    };
  if ('check' in write) {
    const { ConditionExpression = '', ...condition } = conditionFields(write.when);
    return {
      ConditionCheck: {
        TableName: tableName,
        Key: keyOf(write.check),
        ConditionExpression,
        ...condition,
      },
    };
  }
  const key = 'add' in write ? write.add : write.set;
  checkKey(key);
  const condition = conditionFields(write.when);
  const update = updateFields(write);
  return {
    Update: {
      TableName: tableName,
      Key: keyOf(key),
      ...condition,
      ...update,
      ExpressionAttributeNames: {
        ...condition.ExpressionAttributeNames,
        ...update.ExpressionAttributeNames,
      },
      ExpressionAttributeValues: {
        ...condition.ExpressionAttributeValues,
        ...update.ExpressionAttributeValues,
      },
    },
  };
}

/** The update expression of an `add` or a `set`. Every name has an alias: some are reserved words. */
function updateFields(write: Extract<Write, { add: Key } | { set: Key }>) {
  const { values = {}, remove = [] } = write;
  const amounts = 'add' in write ? write.amounts : {};
  const [counted, assigned] = [Object.keys(amounts), Object.keys(values)];
  const clauses = [
    counted.length > 0 && `ADD ${counted.map((_, index) => `#a${index} :a${index}`).join(', ')}`,
    assigned.length > 0 && `SET ${assigned.map((_, index) => `#n${index} = :n${index}`).join(', ')}`,
    remove.length > 0 && `REMOVE ${remove.map((_, index) => `#r${index}`).join(', ')}`,
  ];
  return {
    UpdateExpression: clauses.filter(Boolean).join(' '),
    ExpressionAttributeNames: Object.fromEntries([
      ...counted.map((name, index) => [`#a${index}`, name]),
      ...assigned.map((name, index) => [`#n${index}`, name]),
      ...remove.map((name, index) => [`#r${index}`, name]),
    ]) as Record<string, string>,
    ExpressionAttributeValues: toStorable(
      Object.fromEntries([
        ...counted.map((name, index) => [`:a${index}`, amounts[name]]),
        ...assigned.map((name, index) => [`:n${index}`, values[name]]),
      ]),
      (placeholder) =>
        (placeholder.startsWith(':a') ? counted : assigned)[Number(placeholder.slice(2))] ?? '',
    ),
  };
}

/** The item in an error, which the document client does not convert. */
const existingItem = (attributes: Attributes | undefined): Item | undefined =>
  attributes && itemOf(fromAttributes(attributes));

const conditionFailed = 'ConditionalCheckFailed';

/** An update can make an item too large, which only DynamoDB can detect. */
const isItemTooLarge = ({ Message: message }: { Message?: string | undefined }): boolean =>
  /^Item size /.test(message ?? '');

const conflictCodes: ReadonlySet<string> = new Set(['TransactionConflict']);
const busyCodes: ReadonlySet<string> = new Set([
  ...conflictCodes,
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * A cancellation with any other reason than failed conditions is contention or throttling, never the caller's fault.
 */
export function isContention(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) {
    return error instanceof Error && error.name === 'TransactionConflictException';
  }
  return busyMembers(error).size > 0;
}

/** The members of a cancelled transaction with a conflict, or without capacity. */
function busyMembers(error: unknown, codes = busyCodes): ReadonlySet<number> {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  return new Set(reasons.flatMap(({ Code }, index) => (Code && codes.has(Code) ? [index] : [])));
}

/** Throws the error of the first write whose item another transaction writes and that must not be retried. */
function assertRetried(writes: readonly Write[], error: unknown): void {
  for (const index of busyMembers(error, conflictCodes)) {
    const write = writes[index];
    if (write !== undefined && 'ifBusy' in write && write.ifBusy) throw write.ifBusy();
  }
}

/** An earlier request of the same transaction, whose response came too late, is still in progress. */
const isInProgress = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionInProgressException';

/**
 * One attempt of a transaction with its own idempotency token, because a cancelled one blocks its token. While it is
 * in progress, the same token returns its outcome; with another one, its own conditions would fail.
 */
async function sendTransaction(documents: DynamoDBDocumentClient, items: TransactWriteItem[]): Promise<void> {
  const ClientRequestToken = randomUUID();
  await retryWhile(isInProgress, () =>
    documents.send(new TransactWriteCommand({ TransactItems: items, ClientRequestToken })),
  );
}

/**
 * All writes or none, in one DynamoDB request (at most 100 writes and 4 MB). Retries conflicts with other writers; the
 * SDK does not. The first failed condition in order determines the error: that of its `otherwise`, or
 * ConditionFailedError. UnavailableError when the conflict persists, UnstorableError for an item that DynamoDB
 * refuses.
 */
export async function transact(writes: readonly Write[]): Promise<void> {
  const { documents, name } = table();
  let items = writes.map((write) => toTransactItem(name, write));
  const moveFromBusyItems = (error: unknown) => {
    assertRetried(writes, error);
    const busy = busyMembers(error);
    items = items.map((item, index) => {
      const write = writes[index];
      const key = busy.has(index) && write !== undefined && 'add' in write && write.whenBusy?.();
      return key ? toTransactItem(name, { ...write, add: key }) : item;
    });
    return isContention(error);
  };
  try {
    await retryWhile(moveFromBusyItems, () => sendTransaction(documents, items));
  } catch (error) {
    if (isContention(error) || isInProgress(error)) throw new UnavailableError(error, 1);
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const large = writes[reasons.findIndex(isItemTooLarge)];
    if (large !== undefined && 'set' in large) throw itemTooLargeError(large.values, large.largeField);
    const index = reasons.findIndex((reason) => reason.Code === conditionFailed);
    const write = writes[index];
    if (write === undefined) throw error;
    const item = existingItem(reasons[index]?.Item);
    throw 'otherwise' in write && write.otherwise
      ? write.otherwise(item)
      : new ConditionFailedError(item, error);
  }
}

/**
 * Whether the writes conflict with what is stored, or can never be stored. Other errors say that the table could not be
 * written now.
 */
export const isRefusedWrite = (error: unknown): boolean =>
  error instanceof ConditionFailedError ||
  (error instanceof AppError && !(error instanceof UnavailableError));

/**
 * Independent groups of writes, each all or none: in one transaction, which costs one request; if a group is refused,
 * each group in its own transaction, so that one does not prevent the others. Returns the outcome of each group in
 * order. Throws the error of the first transaction if the table cannot be written; nothing is stored then. All groups
 * must fit into one transaction.
 */
export async function transactEach(
  groups: readonly (readonly Write[])[],
): Promise<PromiseSettledResult<void>[]> {
  if (groups.length === 0) return [];
  try {
    await transact(groups.flat());
    return groups.map(() => ({ status: 'fulfilled', value: undefined }));
  } catch (error) {
    if (!isRefusedWrite(error)) throw error;
    if (groups.length === 1) return [{ status: 'rejected', reason: error }];
  }
  return Promise.allSettled(groups.map(transact));
}

/**
 * The writes of one change, all or none: nothing without writes, a plain put for a single one, which costs half, and
 * else a transaction. Throws like `transact`.
 */
export async function commit(writes: readonly Write[]): Promise<void> {
  const [only, ...others] = writes;
  if (only === undefined) return;
  if (others.length > 0 || !('put' in only) || only.when !== undefined) return transact(writes);
  const { documents, name } = table();
  const put = new PutCommand({ TableName: name, Item: itemOfPut(only) });
  await retryWhile(isContention, () => documents.send(put));
}

/**
 * Puts an item if none exists, or if another condition holds. Throws ConditionFailedError with the existing item, which is
 * the given one when a response was lost and the request was repeated.
 */
export async function putNew(item: Key & Item, when = notExists): Promise<void> {
  const { documents, name } = table();
  const put = { TableName: name, Item: itemOfPut({ put: item }), ...conditionFields(when) };
  try {
    await retryWhile(isContention, () => documents.send(new PutCommand(put)));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new ConditionFailedError(existingItem(error.Item), error);
  }
}

/**
 * Counts without a transaction, whose concurrent writers would conflict. A request that is repeated because its response
 * was lost counts twice: for statistics.
 */
export async function countApart(write: Extract<Write, { add: Key }>): Promise<void> {
  const { documents, name } = table();
  checkKey(write.add);
  const update = { TableName: name, Key: keyOf(write.add), ...updateFields(write) };
  await retryWhile(isContention, () => documents.send(new UpdateCommand(update)));
}

/** An update with DynamoDB's own expressions and plain values. */
export interface ItemUpdate {
  Key: Key;
  UpdateExpression: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/**
 * One update that returns the updated item. Throws ConditionFailedError with the item as it was. Plain updates fail
 * while a transaction locks the item; those are retried.
 */
export async function updateItem({
  Key,
  ExpressionAttributeValues: values,
  ...update
}: ItemUpdate): Promise<Item> {
  const { documents, name } = table();
  checkKey(Key);
  const fieldOf = (placeholder: string) => placeholder.slice(1);
  try {
    const answer = await retryWhile(isContention, () =>
      documents.send(
        new UpdateCommand({
          ...update,
          ...(values && { ExpressionAttributeValues: toStorable(values, fieldOf) }),
          TableName: name,
          Key: keyOf(Key),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return itemOf(answer.Attributes ?? {});
  } catch (error) {
    if (values && error instanceof Error && isItemTooLarge({ Message: error.message }))
      throw itemTooLargeError(
        Object.fromEntries(Object.entries(values).map(([key, value]) => [fieldOf(key), value])),
      );
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new ConditionFailedError(existingItem(error.Item), error);
  }
}

/** Deletes one item, whether it exists or not. Retries like `updateItem`. */
export async function deleteItem(key: Key): Promise<void> {
  if (!isPossibleKey(key)) return;
  const { documents, name } = table();
  await retryWhile(isContention, () =>
    documents.send(new DeleteCommand({ TableName: name, Key: keyOf(key) })),
  );
}
