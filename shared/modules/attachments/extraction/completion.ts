/** What the worker of the queue `text-recognized` does: Textract tells it, in its own words, of jobs that have ended. */
import { MalformedMessageError, type Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { attempt, finish, openAttachment } from './extract.ts';
import { readJobTag } from './extraction.ts';
import { readJob } from './read-file.ts';
import { routeOf } from './route.ts';

export interface Completion {
  jobId: string;
  attachmentId: string;
  run: number;
}

/**
 * Textract's message in the platform's envelope. Throws MalformedMessageError.
 * https://docs.aws.amazon.com/textract/latest/dg/async-notification-payload.html
 */
export function readCompletion(body: string): Message<Completion> {
  const { JobId, JobTag } = parsed(body);
  const named = readJobTag(JobTag);
  if (typeof JobId !== 'string' || named === undefined)
    throw new MalformedMessageError('The message is about no job of ours.');
  const { tenantId, attachmentId, run } = named;
  return {
    v: 1,
    id: JobId,
    type: 'textract.job.ended',
    tenantId,
    organizationId: null,
    idempotencyKey: JobId,
    data: { jobId: JobId, attachmentId, run },
  };
}

function parsed(body: string): { JobId?: unknown; JobTag?: string } {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new MalformedMessageError('The message is not JSON.', { cause: error });
  }
  throw new MalformedMessageError('The message is not a JSON object.');
}

/** Stores what a job found. Jobs of attachments that are gone, and of earlier runs, are ignored. */
export async function complete({ tenantId, data }: Message<Completion>, delivery: Delivery): Promise<void> {
  if (tenantId === null) return;
  const attachment = await openAttachment(tenantId, data.attachmentId, data.run);
  const route = attachment && routeOf(attachment);
  if (attachment === undefined || route === undefined) return;
  await attempt(attachment, delivery, async () =>
    finish(attachment, await readJob(attachment, route, data.jobId)),
  );
}
