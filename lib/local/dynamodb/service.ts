/**
 * DynamoDB behind the AWS gateway: forwards requests to dynoxide, meters them, and adds the transaction conflicts that
 * SQLite does not have.
 */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { jsonBody, unsupported } from '../gateway/aws-json.ts';
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
import { createConflicts, type Release } from './conflicts.ts';
import { createDynoxideClient } from './dynoxide-client.ts';
import { addExtras, cutCapacity, requestedExtras, textWithExtras } from './pass-through.ts';
import { arnPrefixOf, createDescriber, type Operation, splitItemKey } from './requests.ts';
import { createStaleReads } from './stale-reads.ts';
import { createCall } from './tables.ts';

type Json = Record<string, unknown>;
type RequestItems = Record<string, unknown[]>;

/** dynoxide writes ARNs with a fixed region. */
const dynoxideArnPrefix = 'arn:aws:dynamodb:dynoxide:000000000000:';

const noUnits: Units = { readUnits: 0, writeUnits: 0 };

export interface DynamoDbOptions {
  app: ResolvedApp;
  faults: Faults;
  /** Address of dynoxide. */
  dynamodbEndpoint: string;
  /** Called after each successful write to a table with the keys of the items (`Operation.writes`). */
  onTableWrite?: (itemKeys: readonly string[]) => void;
}

/** A parsed request on items. */
interface ItemCall {
  action: string;
  input: Json;
  operation: Operation;
  request: AwsRequest;
}

/** DynamoDB and its streams for the app's tables, stored by dynoxide. */
export function createDynamoDb(options: DynamoDbOptions): AwsService {
  const { app, dynamodbEndpoint: endpoint, faults, onTableWrite } = options;
  const staleReads = createStaleReads(app, faults, createCall(endpoint));
  const describe = createDescriber(app);
  const conflicts = createConflicts();
  const dynoxide = createDynoxideClient(endpoint);
  const arnPrefix = arnPrefixOf(app);

  /**
   * Locks the items of a request. BatchWriteItem has no conflict error: its members whose items are locked are removed
   * from the input and returned.
   */
  function begin({ action, input, operation }: ItemCall): { release: Release; unprocessed?: RequestItems } {
    const { writes, transactReads } = operation;
    if (action === 'BatchWriteItem') {
      const { free, release } = conflicts.beginBatch(writes);
      return free.includes(false) ? { release, unprocessed: removeLocked(input, free) } : { release };
    }
    if (action === 'TransactWriteItems') {
      const { ClientRequestToken: token } = input;
      return { release: conflicts.beginTransaction(writes, token === undefined ? undefined : String(token)) };
    }
    conflicts.checkTransactReads(transactReads);
    const [item] = writes;
    return { release: item === undefined ? () => {} : conflicts.beginWrite(item) };
  }

  /** Serializes an input that was changed, or may have been changed, after the caller sent it. */
  async function rewritten({ action, input, operation }: ItemCall): Promise<string> {
    addExtras(input, requestedExtras(action, input));
    await staleReads.beforeWrites(operation.writes);
    staleReads.redirect(action, input);
    return JSON.stringify(input);
  }

  async function runOnItems(call: ItemCall, delay: () => Promise<void>): Promise<Outcome> {
    const { action, input, operation, request } = call;
    const { release, unprocessed } = begin(call);
    try {
      await delay();
      if (unprocessed && isEmpty(input.RequestItems)) return outcomeOf({ UnprocessedItems: unprocessed });
      const requested = requestedExtras(action, input);
      const isChanged = unprocessed !== undefined || !faults.isEmpty();
      const text = isChanged ? undefined : textWithExtras(request.body, input, requested);
      const response = await dynoxide.send(request.headers, text ?? (await rewritten(call)));
      const { status, requestId } = response;
      if (status === 200 && operation.writes.length > 0) onTableWrite?.(operation.writes);
      if (text !== undefined && status === 200) {
        const passed = cutCapacity(action, response.body, requested.capacity);
        if (passed) return { status, headers: headersOf(requestId), body: passed.body, ...passed.units };
      }
      const body: Json = JSON.parse(response.body);
      staleReads.restore(body);
      const errorCode = status === 200 ? undefined : codeOf(body);
      const units = unitsOf(call, body, errorCode);
      if (!requested.capacity) delete body.ConsumedCapacity;
      if (!requested.failedItem && errorCode !== undefined) delete body.Item;
      if (unprocessed) body.UnprocessedItems = mergeUnprocessed(body.UnprocessedItems, unprocessed);
      return { ...outcomeOf(body, status, requestId), errorCode, ...units };
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
      if (/^(Batch)?Execute/.test(action)) throw unsupported(`${action} (PartiQL)`);
      const input = jsonBody(request.body);
      const operation = describe(action, input);
      return {
        action,
        resource: operation.resource,
        needs: operation.needs,
        transaction: action === 'TransactWriteItems' ? operation.writes.map(keyValues) : undefined,
        async run(delay) {
          // Only actions on items report capacity.
          if (operation.isOnItems) return runOnItems({ action, input, operation, request }, delay);
          await delay();
          const text = request.body.replaceAll(arnPrefix, dynoxideArnPrefix);
          const response = await dynoxide.send(request.headers, text);
          const body: Json = JSON.parse(response.body.replaceAll(dynoxideArnPrefix, arnPrefix));
          const errorCode = response.status === 200 ? undefined : codeOf(body);
          return { ...outcomeOf(body, response.status, response.requestId), errorCode };
        },
      };
    },
    errorResponse({ code, message, status, fields }): AwsResponse {
      return outcomeOf({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message, ...fields }, status);
    },
    throttled: () =>
      new AwsError('ThrottlingException', 'Throughput exceeds the current capacity of your table or index.'),
    stop: () => dynoxide.stop(),
  };
}

/** Returns `[partition key, sort key]` from the text of an item's key. */
function keyValues(itemKey: string): string[] {
  return splitItemKey(itemKey).values.map((value) => Object.values(value ?? {})[0] ?? '');
}

/** Removes the members that are not free from a batch, and returns them. */
function removeLocked(input: Json, free: readonly boolean[]): RequestItems {
  const [kept, locked]: [RequestItems, RequestItems] = [{}, {}];
  let index = 0;
  for (const [table, requests] of Object.entries(isRecord(input.RequestItems) ? input.RequestItems : {})) {
    for (const request of Array.isArray(requests) ? requests : []) {
      const members = free[index++] ? kept : locked;
      members[table] = [...(members[table] ?? []), request];
    }
  }
  input.RequestItems = kept;
  return locked;
}

function mergeUnprocessed(given: unknown, added: RequestItems): Json {
  const merged: Json = isRecord(given) ? { ...given } : {};
  for (const [table, requests] of Object.entries(added)) {
    merged[table] = [merged[table] ?? [], requests].flat(2);
  }
  return merged;
}

function unitsOf({ action, input }: ItemCall, body: Json, errorCode: string | undefined): Units {
  if (errorCode === undefined) return reportedUnits(action, body.ConsumedCapacity);
  if (errorCode === 'ConditionalCheckFailedException') return failedWriteUnits(body.Item);
  if (errorCode === 'TransactionCanceledException') return cancelledTransactionUnits(input.TransactItems);
  return noUnits;
}

function outcomeOf(body: Json, status = 200, requestId?: string): Outcome {
  return { status, headers: headersOf(requestId), body: JSON.stringify(body), ...noUnits };
}

function headersOf(requestId: string = randomUUID()): Record<string, string> {
  return { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': requestId };
}

function codeOf(body: Json): string {
  return String(body.__type ?? 'UnknownError').replace(/^.*#/, '');
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}
