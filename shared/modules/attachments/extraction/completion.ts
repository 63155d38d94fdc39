/** The worker of the queue `text-recognized` processes Textract's messages about ended jobs. */
import { parseJson } from '../../../kernel/base/json.ts';
import { MalformedMessageError, type Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { readJobTag } from './extraction.ts';
import { attempt, finish, openAttachment } from './extraction-run.ts';
import { readJob } from './read-job.ts';
import { routeOf } from './route.ts';

export interface Completion {
  jobId: string;
  attachmentId: string;
  run: number;
}

/**
 * Converts Textract's message to the platform's envelope. Throws MalformedMessageError.
 * https://docs.aws.amazon.com/textract/latest/dg/async-notification-payload.html
 */
export function readCompletion(body: string): Message<Completion> {
  const { JobId, JobTag } = parsed(body);
  const tag = readJobTag(JobTag);
  if (typeof JobId !== 'string' || tag === undefined)
    throw new MalformedMessageError('The message does not belong to a job of this platform.');
  const { tenantId, attachmentId, run } = tag;
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
    const value: unknown = parseJson(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new MalformedMessageError('The message is not JSON.', { cause: error });
  }
  throw new MalformedMessageError('The message is not a JSON object.');
}

/** Stores the text of a job. Ignores jobs of deleted attachments and of earlier runs. */
export async function complete({ tenantId, data }: Message<Completion>, delivery: Delivery): Promise<void> {
  if (tenantId === null) return;
  const attachment = await openAttachment(tenantId, data.attachmentId, data.run);
  const route = attachment && routeOf(attachment);
  if (attachment === undefined || route === undefined) return;
  await attempt(attachment, delivery, async () =>
    finish(attachment, await readJob(attachment, route, data.jobId)),
  );
}
