/** Runs Textract's jobs one after the other, and publishes their end to the topic of the request. */
import type { Topics } from '../events/sns.ts';
import { DocumentError, type RecognizedPages } from './document.ts';
import type { Job, JobResult, JobStore } from './jobs.ts';
import type { Recognizer } from './recognizer.ts';
import type { Objects } from './service.ts';

// https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
const maxPages = 3_000;
const maxPdfBytes = 500 * 1024 * 1024;
const api = 'StartDocumentTextDetection';

export interface RunnerOptions {
  jobs: JobStore;
  objects: Objects;
  recognizer: Recognizer;
  topics: Pick<Topics, 'publish'>;
  log: (line: string) => void;
}

const failed = (statusMessage: string): JobResult => ({
  status: 'FAILED',
  statusMessage,
  pages: 0,
  blocks: [],
  warnings: [],
});

const statusMessages = {
  unsupported: 'UNSUPPORTED_DOCUMENT',
  unreadable: 'BAD_DOCUMENT',
  'too large': 'DOCUMENT_TOO_LARGE',
} as const;

function resultOf(pages: RecognizedPages): JobResult {
  const unread = pages.flatMap((blocks, index) => (blocks === undefined ? [index + 1] : []));
  if (unread.length === pages.length) return failed('INTERNAL_ERROR');
  return {
    status: unread.length === 0 ? 'SUCCEEDED' : 'PARTIAL_SUCCESS',
    pages: pages.length,
    blocks: pages.flatMap((blocks = []) => blocks),
    warnings: unread.length === 0 ? [] : [{ ErrorCode: 'PAGE_PROCESSING_ERROR', Pages: unread }],
  };
}

export type Runner = ReturnType<typeof startRunner>;

/** Continues the jobs of an earlier run at once. */
export function startRunner({ jobs, objects, recognizer, topics, log }: RunnerOptions) {
  let stopped = false;
  let running = Promise.resolve();

  async function resultFor({ request }: Job): Promise<JobResult> {
    try {
      const bytes = await objects.read(request);
      if (bytes === undefined) return failed('INVALID_S3_OBJECT');
      if (bytes.length > maxPdfBytes) return failed('DOCUMENT_TOO_LARGE');
      return resultOf(await recognizer.recognize(bytes, maxPages));
    } catch (error) {
      if (error instanceof DocumentError) return failed(statusMessages[error.refusal]);
      log(`Textract: ${error instanceof Error ? error.message : String(error)}`);
      return failed('INTERNAL_ERROR');
    }
  }

  async function notify({ id, request, result }: Job): Promise<void> {
    const { channel, bucket, key, jobTag } = request;
    const text = JSON.stringify({
      JobId: id,
      Status: result?.status,
      API: api,
      JobTag: jobTag,
      Timestamp: Date.now(),
      DocumentLocation: { S3ObjectName: key, S3Bucket: bucket },
    });
    const { SNSTopicArn: topicArn, RoleArn: roleArn } = channel;
    const problem = await topics.publish({ topicArn, text, roleArn });
    if (problem !== undefined) log(`The end of the job ${id} could not be published: ${problem}`);
    jobs.notified(id);
  }

  async function work(): Promise<void> {
    if (stopped) return;
    for (const job of jobs.unnotified()) await notify(job);
    for (const job of jobs.inProgress()) {
      const result = await resultFor(job);
      // A stopped recognizer is not an error of the document.
      if (stopped) return;
      jobs.finish(job.id, result);
      await notify({ ...job, result });
    }
  }

  /** Runs the jobs that were added since the last pass. */
  function wake(): void {
    running = running
      .then(work)
      .catch((error: unknown) => log(`Textract: ${error instanceof Error ? error.stack : String(error)}`));
  }

  wake();
  return {
    wake,
    /** Stops the runner; the job in progress is interrupted, and runs again at the next start. */
    async stop(): Promise<void> {
      stopped = true;
      await recognizer.stop();
      await running;
    },
  };
}
