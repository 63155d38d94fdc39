/** One event source mapping of the table's stream: passes batches of matching records to a function. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tablesOf } from '../dynamodb/tables.ts';
import { failedItems, nextStep, type Piece } from './batch-outcome.ts';
import {
  type MappingContext,
  type MappingDefinition,
  type RunningMapping,
  requireGrants,
  section,
} from './mapping.ts';
import { recordFilterOf } from './record-filter.ts';
import { createRecordQueues } from './record-queues.ts';
import { maxRecords, openStream, type StreamRecord } from './stream-reader.ts';

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
const stopWithinMs = 2_000;

const sequenceNumberOf = (record: StreamRecord): string => record.dynamodb.SequenceNumber;

/** Starts reading. Throws for mappings that Lambda would refuse. */
export async function startStreamMapping(
  context: MappingContext,
  definition: MappingDefinition,
): Promise<RunningMapping> {
  const { app, queues, lambda, faults, fanOut, log } = context;
  const { functionName, sourceArn, batchSize, reportsFailures, properties } = definition;
  const table = tablesOf(app).find(({ attributes }) => attributes?.StreamArn === sourceArn);
  if (table === undefined)
    throw new Error(`${functionName} reads ${sourceArn}, which is not a stream of a table.`);
  const failuresArn = section(section(properties, 'DestinationConfig'), 'OnFailure').Destination;
  const failures = failuresArn === undefined ? undefined : app.find(String(failuresArn));
  const reads = ['DescribeStream', 'GetShardIterator', 'GetRecords'];
  requireGrants(context, definition, [
    ...reads.map((action) => ({ action: `dynamodb:${action}`, resource: sourceArn })),
    { action: 'dynamodb:ListStreams', resource: '*' },
    ...(failures === undefined ? [] : [{ action: 'sqs:SendMessage', resource: failures.arn }]),
  ]);
  const filter = recordFilterOf(properties, table);
  const limits = {
    maxRetries: Number(properties.MaximumRetryAttempts ?? -1),
    bisects: properties.BisectBatchOnFunctionError === true,
  };
  const oldestSeconds = Number(properties.MaximumRecordAgeInSeconds ?? -1);
  const region = sourceArn.split(':')[3];
  const reader = await openStream({
    dynamodbEndpoint: context.dynamodbEndpoint,
    tableName: table.physicalId,
    checkpointFile: join(context.dataDir, 'checkpoints', `${functionName}.json`),
  });
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  /** Sends the range of discarded records to the failures queue; like Lambda, without their content. */
  async function discard(
    records: readonly StreamRecord[],
    condition: string,
    shardId: string,
  ): Promise<void> {
    const [first] = records;
    const last = records.at(-1);
    if (first === undefined || last === undefined) return;
    log(`${functionName} discards ${records.length} stream records: ${condition}.`);
    if (failures === undefined) return;
    const at = ({ dynamodb }: StreamRecord) =>
      new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString();
    const message = {
      requestContext: {
        requestId: randomUUID(),
        functionArn: definition.target.arn,
        condition,
        approximateInvokeCount: limits.maxRetries + 1,
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
    const refused = queues.of(failures.arn).trySend({ body: JSON.stringify(message) });
    if (refused !== undefined)
      log(`The failures queue of ${functionName} rejected the discarded records: ${refused.message}`);
  }

  async function invoke(records: readonly StreamRecord[]) {
    const common = { eventVersion: '1.1', eventSource: 'aws:dynamodb', awsRegion: region };
    const payload = JSON.stringify({
      Records: records.map((record) => ({ ...record, ...common, eventSourceARN: sourceArn })),
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
      const expiredBefore = oldestSeconds < 0 ? 0 : Date.now() / 1000 - oldestSeconds;
      const isFresh = ({ dynamodb }: StreamRecord) => dynamodb.ApproximateCreationDateTime >= expiredBefore;
      const fresh = piece.records.filter(isFresh);
      await discard(
        piece.records.filter((record) => !isFresh(record)),
        'RecordAgeExceeded',
        shardId,
      );
      if (fresh.length === 0) continue;
      const result = await invoke(fresh);
      if (stopping.signal.aborted && result.functionError !== undefined) return false;
      const failed = failedItems(fresh.map(sequenceNumberOf), result, reportsFailures);
      const next = nextStep({ ...piece, records: fresh }, failed, sequenceNumberOf, limits);
      await discard(next.discarded, 'RetryAttemptsExhausted', shardId);
      if (next.retry.length > 0) {
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      } else pauseMs = firstPauseMs;
      pieces.unshift(...next.retry);
      if (stopping.signal.aborted && pieces.length > 0) return false;
    }
    return true;
  }

  /** Handles a batch, and tries again when the function cannot be invoked. */
  async function work(records: readonly StreamRecord[], shardId: string): Promise<boolean> {
    while (!stopping.signal.aborted) {
      try {
        return await workThrough(records, shardId);
      } catch (error) {
        if (!stopping.signal.aborted) log(`The stream mapping of ${functionName}: ${String(error)}`);
        await pause(pollMs);
      }
    }
    return false;
  }

  const lanes = createRecordQueues({
    count: shards * Number(properties.ParallelizationFactor ?? 1),
    salt: randomUUID(),
    batchSize,
    work,
  });

  /** Returns how long to wait for more records unless the stream is notified of a write. */
  async function readOnce(): Promise<number> {
    const pages = await reader.pages();
    let passedOn = 0;
    for (const page of pages) {
      const passed = page.records.filter((record) => filter.wants(record) && fanOut.deliversRecord(record));
      passedOn += passed.length;
      lanes.add(page, passed);
    }
    while (lanes.isFull() && !stopping.signal.aborted)
      await Promise.race([lanes.nextProgress(), pause(pollMs)]);
    if (pages.some(({ records }) => records.length === maxRecords)) return 0;
    return passedOn > 0 ? settleMs : pollMs;
  }

  async function read(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      let waitMs = pollMs;
      try {
        waitMs = await readOnce();
      } catch (error) {
        if (!stopping.signal.aborted) log(`The stream mapping of ${functionName}: ${String(error)}`);
      }
      if (waitMs === pollMs) await Promise.race([woken.promise, pause(pollMs)]);
      if (waitMs > 0) await pause(settleMs);
    }
  }

  const reading = read();
  return {
    wake(itemKeys) {
      if (itemKeys.some(filter.mayWant)) woken.resolve();
    },
    async stop() {
      stopping.abort();
      woken.resolve();
      const timeout = new AbortController();
      const patience = sleep(stopWithinMs, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([reading.then(() => lanes.settled()), patience]);
      timeout.abort();
      await reader.close();
    },
  };
}
