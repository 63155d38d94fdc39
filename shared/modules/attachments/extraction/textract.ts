/** Textract: the only file that knows its client. */
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

/** A page takes it seconds; its quotas are small, so that calls are refused for a while and then taken. */
const client = new TextractClient({
  ...clientConfig,
  maxAttempts: 6,
  requestHandler: { ...clientConfig.requestHandler, requestTimeout: 45_000 },
});

/** What Textract says of documents that it will never read. */
const refusals = new Set([
  'UnsupportedDocumentException',
  'BadDocumentException',
  'DocumentTooLargeException',
  'InvalidS3ObjectException',
]);

/** Textract does not take the document as it is. */
export class RefusedError extends UnreadableError {
  override name = 'RefusedError';
}

async function unlessRefused<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (!(error instanceof Error) || !refusals.has(error.name)) throw error;
    throw new RefusedError(`The document was refused: ${error.name.replace('Exception', '')}.`);
  });
}

/** Recognizes the text of one page at once. Throws RefusedError. */
export async function detectText(document: { objectKey: string } | { bytes: Uint8Array }): Promise<Block[]> {
  const Document =
    'bytes' in document
      ? { Bytes: document.bytes }
      : { S3Object: { Bucket: filesBucket().name, Name: document.objectKey } };
  const { Blocks = [] } = await unlessRefused(client.send(new DetectDocumentTextCommand({ Document })));
  return Blocks;
}

/** Starts a job whose end a message tells (completion.ts). The same token starts the same job. Throws RefusedError. */
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

/** What a job found: all blocks of the first `pages` pages. Throws UnreadableError when it failed. */
export async function jobText(JobId: string, pages: number): Promise<JobText> {
  const blocks: Block[] = [];
  let pageCount = 0;
  let NextToken: string | undefined;
  do {
    const answer = await client.send(new GetDocumentTextDetectionCommand({ JobId, NextToken }));
    if (answer.JobStatus === 'FAILED')
      throw new UnreadableError(
        `The document could not be read: ${answer.StatusMessage ?? 'no reason given'}.`,
      );
    if (answer.JobStatus === 'IN_PROGRESS') throw new Error(`The job ${JobId} has not ended yet.`);
    for (const block of answer.Blocks ?? []) if ((block.Page ?? 1) <= pages) blocks.push(block);
    pageCount = answer.DocumentMetadata?.Pages ?? pageCount;
    ({ NextToken } = answer);
  } while (NextToken !== undefined && (blocks.at(-1)?.Page ?? 1) <= pages);
  return { blocks, pageCount };
}
