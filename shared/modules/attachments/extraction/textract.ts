/** Calls Textract. */
import {
  type Block,
  DetectDocumentTextCommand,
  GetDocumentTextDetectionCommand,
  StartDocumentTextDetectionCommand,
  TextractClient,
} from '@aws-sdk/client-textract';
import { clientConfig } from '../../../kernel/aws/client-config.ts';
import { filesBucket } from '../../../kernel/files/client.ts';
import { UnreadableError } from './document-reader.ts';
import { textractRoleVariable, textractTopicVariable } from './environment.ts';

/** A page takes seconds, and quotas are small, so throttled calls are retried. */
const client = new TextractClient({
  ...clientConfig,
  maxAttempts: 6,
  requestHandler: { ...clientConfig.requestHandler, requestTimeout: 45_000 },
});

/** Errors of documents that Textract cannot read. */
const rejections = new Set([
  'UnsupportedDocumentException',
  'BadDocumentException',
  'DocumentTooLargeException',
  'InvalidS3ObjectException',
]);

/** Textract rejects the document. */
export class RefusedError extends UnreadableError {
  override name = 'RefusedError';
}

async function unlessRefused<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (!(error instanceof Error) || !rejections.has(error.name)) throw error;
    throw new RefusedError(`Textract rejected the document: ${error.name.replace('Exception', '')}.`);
  });
}

/** Recognizes the text of one page synchronously. Throws RefusedError. */
export async function detectText(document: { objectKey: string } | { bytes: Uint8Array }): Promise<Block[]> {
  const Document =
    'bytes' in document
      ? { Bytes: document.bytes }
      : { S3Object: { Bucket: filesBucket().name, Name: document.objectKey } };
  const { Blocks = [] } = await unlessRefused(client.send(new DetectDocumentTextCommand({ Document })));
  return Blocks;
}

/** Starts a job; a message reports its end (completion.ts). The token is an idempotency key. Throws RefusedError. */
export async function startJob(job: { objectKey: string; tag: string; token: string }): Promise<void> {
  const { [textractRoleVariable]: RoleArn, [textractTopicVariable]: SNSTopicArn } = process.env;
  await unlessRefused(
    client.send(
      new StartDocumentTextDetectionCommand({
        DocumentLocation: { S3Object: { Bucket: filesBucket().name, Name: job.objectKey } },
        JobTag: job.tag,
        ClientRequestToken: job.token,
        NotificationChannel: { RoleArn, SNSTopicArn },
      }),
    ),
  );
}

export interface JobText {
  blocks: Block[];
  pageCount: number;
}

/** Returns all blocks of the first `pages` pages of a job. Throws UnreadableError if the job failed. */
export async function jobText(JobId: string, pages: number): Promise<JobText> {
  const blocks: Block[] = [];
  let pageCount = 0;
  let NextToken: string | undefined;
  do {
    const response = await client.send(new GetDocumentTextDetectionCommand({ JobId, NextToken }));
    if (response.JobStatus === 'FAILED')
      throw new UnreadableError(
        `The document could not be read: ${response.StatusMessage ?? 'no reason given'}.`,
      );
    if (response.JobStatus === 'IN_PROGRESS') throw new Error(`The job ${JobId} has not ended yet.`);
    for (const block of response.Blocks ?? []) if ((block.Page ?? 1) <= pages) blocks.push(block);
    pageCount = response.DocumentMetadata?.Pages ?? pageCount;
    ({ NextToken } = response);
  } while (NextToken !== undefined && (blocks.at(-1)?.Page ?? 1) <= pages);
  return { blocks, pageCount };
}
