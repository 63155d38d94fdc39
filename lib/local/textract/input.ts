/** Parses the requests of Textract's text detection, and validates them as the service does. */
import * as z from 'zod/mini';
import { AwsError } from '../gateway/aws-service.ts';
import { readAs } from '../read-as.ts';
import type { JobRequest } from './jobs.ts';

// https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
export const synchronousBytes = 10 * 1024 * 1024;
const maxResults = 1_000;

export type S3Location = Pick<JobRequest, 'bucket' | 'key'>;

export const invalidParameter = (message: string): AwsError =>
  new AwsError('InvalidParameterException', message);
/** Missing objects and missing permissions return the same error. `detail` is for the local log. */
export const invalidObject = (detail: string): AwsError =>
  new AwsError(
    'InvalidS3ObjectException',
    `Unable to get object metadata from S3. Check object key, region and/or access permissions. (${detail})`,
  );

// What does not run locally is refused: versions of objects, results in an own bucket, jobs without a topic.
const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const location = z.strictObject({ Bucket: text(/^[0-9A-Za-z.\-_]{3,255}$/), Name: text(/\S/) });
const detection = z.strictObject({
  Document: z.union([
    z.strictObject({ S3Object: location }),
    z.strictObject({ Bytes: z.string().check(z.minLength(1)) }),
  ]),
});
const jobStart = z.strictObject({
  DocumentLocation: z.strictObject({ S3Object: location }),
  NotificationChannel: z.strictObject({
    RoleArn: text(/^arn:([a-z\d-]+):iam::\d{12}:role\/?[a-zA-Z_0-9+=,.@\-_/]+$/),
    SNSTopicArn: text(/^arn:([a-z\d-]+):sns:[a-zA-Z\d-]{1,20}:\w{12}:.+$/),
  }),
  JobTag: z.optional(text(/^[a-zA-Z0-9_.\-:]{1,64}$/)),
  ClientRequestToken: z.optional(text(/^[a-zA-Z0-9\-_]{1,64}$/)),
});
const jobQuery = z.strictObject({
  JobId: text(/^[a-zA-Z0-9\-_]{1,64}$/),
  MaxResults: z._default(z.int().check(z.minimum(1)), maxResults),
  NextToken: z.optional(z.string()),
});

const parse = <Schema extends z.core.$ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  readAs(schema, input, (mismatches) => invalidParameter(`Request has invalid parameters: ${mismatches}`));

const toLocation = ({ Bucket, Name }: z.infer<typeof location>): S3Location => ({
  bucket: Bucket,
  key: Name,
});

/** Returns the document of a synchronous request: its location, or its bytes. */
export function documentOf(input: unknown): S3Location | Buffer {
  const { Document } = parse(detection, input);
  if ('S3Object' in Document) return toLocation(Document.S3Object);
  const bytes = Buffer.from(Document.Bytes, 'base64');
  requireSynchronousSize(bytes.length);
  return bytes;
}

/** Throws DocumentTooLargeException for documents that only the asynchronous operation accepts. */
export function requireSynchronousSize(bytes: number): void {
  if (bytes <= synchronousBytes) return;
  const message = `The document has ${bytes} bytes; the maximum is ${synchronousBytes}.`;
  throw new AwsError('DocumentTooLargeException', message);
}

/** Parses a request for a job, with its idempotency token. */
export function jobRequestOf(input: unknown): { request: JobRequest; token: string | undefined } {
  const { DocumentLocation, NotificationChannel, JobTag, ClientRequestToken } = parse(jobStart, input);
  return {
    request: { ...toLocation(DocumentLocation.S3Object), jobTag: JobTag, channel: NotificationChannel },
    token: ClientRequestToken,
  };
}

/** The requested page of a job's blocks: from `start`, at most `count`. */
export function pageOf(input: unknown): { jobId: string; start: number; count: number } {
  const { JobId, MaxResults, NextToken } = parse(jobQuery, input);
  return { jobId: JobId, start: startOf(NextToken), count: Math.min(MaxResults, maxResults) };
}

/** Returns the token of the next page. */
export const tokenAt = (start: number): string => Buffer.from(`blocks ${start}`).toString('base64');

function startOf(token: string | undefined): number {
  if (token === undefined) return 0;
  const start = /^blocks (\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1];
  if (start === undefined) throw invalidParameter('The NextToken is invalid.');
  return Number(start);
}
