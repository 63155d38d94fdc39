/** Starts a sync run from the shell, and shows how far it is until it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueUrlCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ChangeContext } from '../../shared/audit/record.ts';
import { InvalidInputError } from '../../shared/http/errors.ts';
import { findAdapter } from '../../shared/sync/adapters.ts';
import { StartRun } from '../../shared/sync/contract.ts';
import { batchMessage } from '../../shared/sync/messages.ts';
import { isOver, queueOf, type StoredRun, toRun } from '../../shared/sync/run.ts';
import { findRun } from '../../shared/sync/run-store.ts';
import { startRun } from '../../shared/sync/start.ts';
import type { RowScope } from '../../shared/table/keys.ts';
import type { Terminal } from './progress.ts';
import { lineOf } from './run-line.ts';

type Given = Record<'integrationId' | 'entityType' | 'direction', string> & {
  fullSync?: boolean | undefined;
  batchSize?: number | undefined;
};

/** Starts it, and answers the run. Throws what the endpoint answers as errors. */
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
  const { id } = await startRun(scope, parsed.data, undefined, { findAdapter, send }, context);
  return currentRun(scope, id);
}

async function currentRun(scope: RowScope, id: string): Promise<StoredRun> {
  const run = await findRun(scope, id);
  if (run === undefined) throw new Error(`The run ${id} is gone.`);
  return run;
}

const lookEveryMs = 500;

/** Shows a run on a terminal until it ends; elsewhere a line whenever its status changes. Answers it as callers see it. */
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
    await sleep(lookEveryMs);
  }
}
