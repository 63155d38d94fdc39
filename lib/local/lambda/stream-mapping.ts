/** One event source mapping of the table's stream: passes batches of matching records to a function. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tablesOf } from '../dynamodb/tables.ts';
import { everything } from '../events/event-filter.ts';
import { failedItems, nextStep, type Piece } from './batch-outcome.ts';
import type { Mapping, RunningMapping } from './mapping.ts';
import { recordFilterOf } from './record-filter.ts';
import { createRecordQueues } from './record-queues.ts';
import { maxRecords, openStream, type StreamRecord } from './stream-reader.ts';

const defaultBatchSize = 100;
/**
 * DynamoDB spreads keys over shards that are read concurrently; only records of one item are certain to be in order.
 */
const shards = 3;
/** Polling interval, for writes that did not pass the AWS gateway, and records that no function receives. */
const pollMs = 500;
/** Waits for writes that follow each other closely. */
const settleMs = 15;
const firstPauseMs = 50;
const maxPauseMs = 2_000;

const sequenceNumberOf = (record: StreamRecord): string => record.dynamodb.SequenceNumber;

/** Starts reading. Throws for mappings that Lambda would refuse. */
export async function startStreamMapping(mapping: Mapping): Promise<RunningMapping> {
  const {
    app,
    queues,
    lambda,
    faults,
    filter: passing = everything,
    log,
    logError,
    stopping,
    properties,
  } = mapping;
  const { functionName, sourceArn, reportsFailures } = mapping;
  const table = tablesOf(app).find(({ attributes }) => attributes?.StreamArn === sourceArn);
  if (table === undefined)
    throw new Error(`${functionName} reads ${sourceArn}, which is not a stream of a table.`);
  const reads = ['DescribeStream', 'GetShardIterator', 'GetRecords'].map((action) => `dynamodb:${action}`);
  mapping.requireGrants(sourceArn, reads);
  mapping.requireGrants('*', ['dynamodb:ListStreams']);
  const failuresArn = properties.DestinationConfig?.OnFailure?.Destination;
  if (failuresArn !== undefined) mapping.requireGrants(failuresArn, ['sqs:SendMessage']);
  const failures = failuresArn === undefined ? undefined : queues.of(failuresArn);
  const maxAgeSeconds = properties.MaximumRecordAgeInSeconds;
  const filter = recordFilterOf(properties, table);
  const reader = await openStream(mapping, table.physicalId);
  let woken = Promise.withResolvers<void>();

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
  }

  /** Sends the range of discarded records to the failures queue; like Lambda, without their content. */
  function discard(records: readonly StreamRecord[], condition: string, shardId: string): void {
    const [first, last] = [records[0], records.at(-1)];
    if (first === undefined || last === undefined) return;
    log(`${functionName} discards ${records.length} stream records: ${condition}.`);
    const at = ({ dynamodb }: StreamRecord) =>
      new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString();
    const message = {
      requestContext: {
        requestId: randomUUID(),
        functionArn: mapping.target.arn,
        condition,
        approximateInvokeCount: properties.MaximumRetryAttempts + 1,
      },
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: sequenceNumberOf(first),
        endSequenceNumber: sequenceNumberOf(last),
        approximateArrivalOfFirstRecord: at(first),
        approximateArrivalOfLastRecord: at(last),
        batchSize: records.length,
        streamArn: sourceArn,
      },
    };
    const refused = failures?.trySend({ body: JSON.stringify(message) });
    if (refused !== undefined)
      log(`The failures queue of ${functionName} rejected the discarded records: ${refused.message}`);
  }

  async function invoke(records: readonly StreamRecord[]) {
    const source = {
      eventSource: 'aws:dynamodb',
      awsRegion: sourceArn.split(':')[3],
      eventSourceARN: sourceArn,
    };
    const payload = JSON.stringify({
      Records: records.map((record) => ({ ...record, eventVersion: '1.1', ...source })),
    });
    const result = await lambda.invoke(functionName, payload);
    const call = { service: 'dynamodb', action: 'Deliver', functionName, body: payload };
    if (faults.match({ ...call, moment: 'delivery' }) === undefined) return result;
    return lambda.invoke(functionName, payload);
  }

  /** Handles a batch in order. Returns whether it reached the end. */
  async function workThrough(records: readonly StreamRecord[], shardId: string): Promise<boolean> {
    const pieces: Piece<StreamRecord>[] = [{ records, attempts: 0 }];
    let pauseMs = firstPauseMs;
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      const oldestSeconds = maxAgeSeconds < 0 ? 0 : Date.now() / 1000 - maxAgeSeconds;
      const { fresh = [], expired = [] } = Object.groupBy(piece.records, ({ dynamodb }) =>
        dynamodb.ApproximateCreationDateTime < oldestSeconds ? 'expired' : 'fresh',
      );
      discard(expired, 'RecordAgeExceeded', shardId);
      if (fresh.length === 0) continue;
      const result = await invoke(fresh);
      if (stopping.aborted && result.functionError !== undefined) return false;
      const failed = failedItems(fresh.map(sequenceNumberOf), result, reportsFailures);
      const hasFailed = (record: StreamRecord) => failed.has(sequenceNumberOf(record));
      const next = nextStep({ ...piece, records: fresh }, hasFailed, properties);
      discard(next.discarded, 'RetryAttemptsExhausted', shardId);
      pieces.unshift(...next.retry);
      if (next.retry.length > 0) await pause(pauseMs);
      pauseMs = next.retry.length > 0 ? Math.min(pauseMs * 2, maxPauseMs) : firstPauseMs;
      if (stopping.aborted && pieces.length > 0) return false;
    }
    return true;
  }

  /** Handles a batch, and tries again when the function cannot be invoked. */
  async function work(records: readonly StreamRecord[], shardId: string): Promise<boolean> {
    while (!stopping.aborted) {
      const isFinished = await workThrough(records, shardId).catch(logError);
      if (isFinished !== undefined) return isFinished;
      await pause(pollMs);
    }
    return false;
  }

  const lanes = createRecordQueues({
    count: shards * properties.ParallelizationFactor,
    salt: randomUUID(),
    batchSize: properties.BatchSize ?? defaultBatchSize,
    work,
  });

  /** Returns how long to wait for more records unless the stream is notified of a write. */
  async function readOnce(): Promise<number> {
    const pages = await reader.pages();
    let passedOn = 0;
    for (const page of pages) {
      const passed = page.records.filter((record) => filter.wants(record) && passing.passesRecord(record));
      passedOn += passed.length;
      lanes.add(page, passed);
    }
    while (lanes.isFull() && !stopping.aborted) await pause(settleMs);
    if (pages.some(({ records }) => records.length === maxRecords)) return 0;
    return passedOn > 0 ? settleMs : pollMs;
  }

  async function read(): Promise<void> {
    while (!stopping.aborted) {
      woken = Promise.withResolvers<void>();
      const waitMs = (await readOnce().catch(logError)) ?? pollMs;
      if (waitMs === pollMs) await Promise.race([woken.promise, pause(pollMs)]);
      if (waitMs > 0) await pause(settleMs);
    }
  }

  return {
    ended: read().then(() => lanes.settled()),
    close: () => reader.close(),
    wake(itemKeys) {
      if (itemKeys.some(filter.mayWant)) woken.resolve();
    },
  };
}
