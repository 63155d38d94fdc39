/** Starts a sync run from the shell, and shows its progress until it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueUrlCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ChangeContext } from '../../shared/kernel/audit/record.ts';
import { InvalidInputError } from '../../shared/kernel/errors/errors.ts';
import type { RowScope } from '../../shared/kernel/table/keys.ts';
import { findAdapter } from '../../shared/modules/sync/adapters.ts';
import {
  batchMessage,
  isOver,
  processedOf,
  queueOf,
  type StoredRun,
  toRun,
} from '../../shared/modules/sync/runs/run.ts';
import { StartRun } from '../../shared/modules/sync/runs/run-fields-contract.ts';
import { findRun } from '../../shared/modules/sync/runs/run-row.ts';
import * as start from '../../shared/modules/sync/runs/start.ts';
import { drawBar, type Terminal } from './progress.ts';

type Given = Record<'integrationId' | 'entityType' | 'direction', string> & {
  fullSync?: boolean | undefined;
  batchSize?: number | undefined;
};

/** Starts it and returns the run. Throws the endpoint's errors. */
export async function startSyncRun(
  scope: RowScope,
  given: Given,
  { sqs, queueName }: { sqs: SQSClient; queueName: (queue: string) => string },
  context: ChangeContext,
): Promise<StoredRun> {
  const parsed = StartRun.safeParse({ ...given, triggeredBy: context.principal.subject });
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
    throw new InvalidInputError(Object.fromEntries(fields));
  }
  const send = async (run: StoredRun, data: { runId: string; batch: number }) => {
    const QueueName = queueName(queueOf(run.direction));
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
    const MessageBody = JSON.stringify(batchMessage(run, data));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  };
  const dependencies = { loadAdapters: async () => findAdapter, send };
  const { id } = await start.startSyncRun(dependencies)({ scope, context }, parsed.data);
  return currentRun(scope, id);
}

async function currentRun(scope: RowScope, id: string): Promise<StoredRun> {
  const run = await findRun(scope, id);
  if (run === undefined) throw new Error(`The run ${id} no longer exists.`);
  return run;
}

const grouped = (count: number): string => count.toLocaleString('en-US').replaceAll(',', ' ');

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** One line: bar, counts, records per second since the start, and remaining time. */
export function lineOf(run: StoredRun, nowMs: number): string {
  const { totalCount, failedCount, status, startedAtMs } = run;
  const done = processedOf(run);
  const share = status === 'completed' ? 1 : totalCount ? Math.min(1, done / totalCount) : 0;
  const seconds = startedAtMs === null ? 0 : ((run.finishedAtMs ?? nowMs) - startedAtMs) / 1_000;
  const perSecond = seconds > 0 ? done / seconds : 0;
  const left = totalCount === null ? undefined : totalCount - done;
  const of = totalCount === null ? '' : ` of ${grouped(totalCount)}`;
  return [
    drawBar(share),
    `${status} ${grouped(done)}${of}`,
    ...(failedCount > 0 ? [`${grouped(failedCount)} failed`] : []),
    ...(perSecond > 0 ? [`${grouped(Math.round(perSecond))}/s`] : []),
    ...(!isOver(run) && perSecond > 0 && left !== undefined && left > 0
      ? [`${duration(Math.ceil(left / perSecond))} left`]
      : []),
  ].join('  ');
}

const pollMs = 500;

/**
 * Shows a run on a terminal until it ends; elsewhere prints a line when its status changes. Returns it as the API
 * does.
 */
export async function followRun(run: StoredRun, terminal: Terminal) {
  let shown = '';
  for (let now = run; ; now = await currentRun(run, run.id)) {
    const line = lineOf(now, Date.now());
    if (terminal.isTTY) terminal.write(`\r\u001b[K${line}`);
    else if (now.status !== shown) terminal.write(`${line}\n`);
    shown = now.status;
    if (isOver(now)) {
      if (terminal.isTTY) terminal.write('\n');
      return toRun(now, Date.now());
    }
    await sleep(pollMs);
  }
}
