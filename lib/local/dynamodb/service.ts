/**
 * DynamoDB behind the AWS gateway: forwards requests to dynoxide, meters them, and adds the transaction conflicts that
 * SQLite does not have.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { isRecord } from '../cloudformation/intrinsics.ts';
import {
  AwsError,
  type AwsRequest,
  type AwsResponse,
  type AwsService,
  type Outcome,
} from '../gateway/aws-service.ts';
import {
  cancelledTransactionUnits,
  failedWriteUnits,
  reportedUnits,
  type Units,
} from '../gateway/capacity.ts';
import type { Faults } from '../gateway/faults.ts';
import type { ResolvedApp } from '../types.ts';
import { type Conflicts, createConflicts, type Release } from './conflicts.ts';
import { createDynoxideClient } from './dynoxide-client.ts';
import { addExtras, cutCapacity, requestedExtras, textWithExtras } from './pass-through.ts';
import { arnPrefixOf, batchTargets, createDescriber, type Operation, splitItemKey } from './requests.ts';
import { createStaleReads } from './stale-reads.ts';

type Json = Record<string, unknown>;

/** Actions on items report capacity. All others are forwarded unchanged. */
const itemActions: ReadonlySet<string> = new Set([
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'BatchGetItem',
  'BatchWriteItem',
  'TransactGetItems',
  'TransactWriteItems',
]);
const partiQlActions: ReadonlySet<string> = new Set([
  'ExecuteStatement',
  'BatchExecuteStatement',
  'ExecuteTransaction',
]);

/** Errors of DynamoDB's own model; other errors belong to AWS's common errors. */
const modelledErrors: ReadonlySet<string> = new Set([
  'InternalServerError',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** dynoxide writes ARNs with a fixed region. */
const dynoxideArnPrefix = 'arn:aws:dynamodb:dynoxide:000000000000:';

interface DynamoDbOptions {
  faults: Faults;
  /** Called after each successful write with the keys of the items (`Operation.writes`). */
  onWrite?: ((itemKeys: readonly string[]) => void) | undefined;
}

/** DynamoDB and its streams for the app's tables, stored by dynoxide at `endpoint`. */
export function createDynamoDb(
  app: ResolvedApp,
  endpoint: string,
  { faults, onWrite }: DynamoDbOptions,
): AwsService {
  const staleReads = createStaleReads(app, faults);
  const describe = createDescriber(app);
  const conflicts = createConflicts();
  const dynoxide = createDynoxideClient(endpoint);
  const arnPrefix = arnPrefixOf(app);

  const callDynoxide = (headers: IncomingHttpHeaders) => async (action: string, input: Json) => {
    const from = { ...headers, 'x-amz-target': `DynamoDB_20120810.${action}` };
    const response = await dynoxide.send(from, JSON.stringify(input));
    const [body, { status }] = [parseJson(response.body) ?? {}, response];
    if (status !== 200) throw new AwsError('InternalServerError', `${action}: ${codeOf(body)}`, 500);
    return body;
  };

  /** Serializes an input that was changed, or may have been changed, after the caller sent it. */
  async function rewritten(
    action: string,
    input: Json,
    operation: Operation,
    { headers }: AwsRequest,
  ): Promise<string> {
    addExtras(input, requestedExtras(action, input));
    await staleReads.beforeWrites([...operation.writes, ...operation.transacts], callDynoxide(headers));
    staleReads.redirect(action, input);
    return JSON.stringify(input);
  }

  async function runOnItems(
    action: string,
    input: Json,
    operation: Operation,
    request: AwsRequest,
    delay: () => Promise<void>,
  ): Promise<Outcome> {
    const unprocessed = action === 'BatchWriteItem' ? new Map<string, unknown[]>() : undefined;
    const release = begin(conflicts, action, input, operation, unprocessed);
    try {
      await delay();
      if (unprocessed?.size && isEmpty(input.RequestItems)) {
        return finish({ UnprocessedItems: Object.fromEntries(unprocessed) }, 200, {
          readUnits: 0,
          writeUnits: 0,
        });
      }
      const changed = [...operation.writes, ...operation.transacts];
      const requested = requestedExtras(action, input);
      const isChanged = (unprocessed?.size ?? 0) > 0 || faults.list().length > 0;
      const text = isChanged ? undefined : textWithExtras(request.body, input, requested);
      const response = await dynoxide.send(
        request.headers,
        text ?? (await rewritten(action, input, operation, request)),
      );
      const passed =
        text !== undefined && response.status === 200
          ? cutCapacity(action, response.body, requested.capacity)
          : undefined;
      if (passed !== undefined) {
        if (changed.length > 0) onWrite?.(changed);
        const headers = headersFor(passed.body, response.requestId);
        return { status: 200, headers, body: passed.body, ...passed.units };
      }
      const body = parseJson(response.body) ?? {};
      staleReads.restore(body);
      const errorCode = response.status === 200 ? undefined : codeOf(body);
      const units =
        errorCode === undefined
          ? reportedUnits(action, body.ConsumedCapacity)
          : failedUnits(errorCode, input, body);
      if (errorCode === undefined && changed.length > 0) onWrite?.(changed);
      if (!requested.capacity) delete body.ConsumedCapacity;
      if (!requested.failedItem && errorCode !== undefined) delete body.Item;
      if (unprocessed?.size) body.UnprocessedItems = mergeUnprocessed(body.UnprocessedItems, unprocessed);
      return finish(body, response.status, units, response.requestId, errorCode);
    } finally {
      release();
    }
  }

  return {
    name: 'dynamodb',
    maxRequestBytes: 16 * 1024 * 1024,
    open(request) {
      const target = String(request.headers['x-amz-target'] ?? '');
      const action = /^DynamoDB(?:Streams)?_20120810\.(\w+)$/.exec(target)?.[1];
      if (action === undefined) throw new AwsError('UnknownOperationException', `unknown target "${target}"`);
      if (partiQlActions.has(action)) {
        throw new AwsError(
          'UnknownOperationException',
          `${action} (PartiQL) is not supported by the local runtime`,
        );
      }
      const input = parseJson(request.body);
      if (input === undefined)
        throw new AwsError('SerializationException', 'the request body must be a JSON object');
      const operation = describe(action, input);
      return {
        action,
        resource: operation.resource,
        needs: operation.needs,
        transaction: action === 'TransactWriteItems' ? operation.transacts.map(keyValues) : undefined,
        async run(delay) {
          if (itemActions.has(action)) return runOnItems(action, input, operation, request, delay);
          await delay();
          const text = request.body.replaceAll(arnPrefix, dynoxideArnPrefix);
          const response = await dynoxide.send(request.headers, text);
          const body = parseJson(response.body.replaceAll(dynoxideArnPrefix, arnPrefix)) ?? {};
          const errorCode = response.status === 200 ? undefined : codeOf(body);
          return finish(
            body,
            response.status,
            { readUnits: 0, writeUnits: 0 },
            response.requestId,
            errorCode,
          );
        },
      };
    },
    errorResponse: dynamoDbError,
    throttled: () =>
      new AwsError('ThrottlingException', 'Throughput exceeds the current capacity of your table or index.'),
    stop: () => dynoxide.stop(),
  };
}

/** Returns `[partition key, sort key]` from the text of an item's key. */
function keyValues(itemKey: string): string[] {
  return splitItemKey(itemKey).values.map((value) => Object.values(value ?? {})[0] ?? '');
}

function begin(
  conflicts: Conflicts,
  action: string,
  input: Json,
  operation: Operation,
  unprocessed: Map<string, unknown[]> | undefined,
): Release {
  if (unprocessed !== undefined) {
    const { free, release } = conflicts.beginBatch(operation.writes);
    withoutLocked(input, free, unprocessed);
    return release;
  }
  if (action === 'TransactWriteItems') {
    const token = typeof input.ClientRequestToken === 'string' ? input.ClientRequestToken : undefined;
    return conflicts.beginTransaction(operation.transacts, token);
  }
  if (action === 'TransactGetItems') conflicts.checkTransactReads(operation.transactReads);
  const [item] = operation.writes;
  return item === undefined ? () => {} : conflicts.beginWrite(item);
}

/** BatchWriteItem has no conflict error: members whose item is locked are returned as unprocessed. */
function withoutLocked(input: Json, free: readonly boolean[], unprocessed: Map<string, unknown[]>): void {
  if (!free.includes(false) || !isRecord(input.RequestItems)) return;
  const kept: Json = {};
  let index = 0;
  for (const [table, requests] of Object.entries(input.RequestItems)) {
    const list = Array.isArray(requests) ? requests : [];
    const verdicts = free.slice(index, index + batchTargets(list).length);
    index += verdicts.length;
    const stays = list.filter((_, position) => verdicts[position]);
    const waits = list.filter((_, position) => !verdicts[position]);
    if (stays.length > 0) kept[table] = stays;
    if (waits.length > 0) unprocessed.set(table, waits);
  }
  input.RequestItems = kept;
}

function mergeUnprocessed(given: unknown, added: Map<string, unknown[]>): Json {
  const merged: Json = isRecord(given) ? { ...given } : {};
  for (const [table, requests] of added) {
    const known = merged[table];
    merged[table] = [...(Array.isArray(known) ? known : []), ...requests];
  }
  return merged;
}

function failedUnits(errorCode: string, input: Json, body: Json): Units {
  if (errorCode === 'ConditionalCheckFailedException') return failedWriteUnits(body.Item);
  if (errorCode === 'TransactionCanceledException') return cancelledTransactionUnits(input.TransactItems);
  return { readUnits: 0, writeUnits: 0 };
}

function finish(body: Json, status: number, units: Units, requestId?: string, errorCode?: string): Outcome {
  const text = JSON.stringify(body);
  return { status, headers: headersFor(text, requestId), body: text, errorCode, ...units };
}

function dynamoDbError(error: AwsError): AwsResponse {
  const shape = modelledErrors.has(error.code)
    ? 'com.amazonaws.dynamodb.v20120810'
    : 'com.amazon.coral.service';
  const text = JSON.stringify({ __type: `${shape}#${error.code}`, message: error.message, ...error.fields });
  return { status: error.status, headers: headersFor(text), body: text };
}

function headersFor(text: string, requestId: string = randomUUID()): Record<string, string> {
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': requestId,
    'x-amz-crc32': String(crc32(text)),
  };
}

function codeOf(body: Json): string {
  return (
    String(body.__type ?? 'UnknownError')
      .split('#')
      .at(-1) ?? 'UnknownError'
  );
}

function parseJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}
