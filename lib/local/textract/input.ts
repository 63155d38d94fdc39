/** Parses the requests of Textract's text detection, and validates them as the service does. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError } from '../gateway/aws-service.ts';
import type { JobRequest, NotificationChannel } from './jobs.ts';

type Json = Record<string, unknown>;

// https://docs.aws.amazon.com/textract/latest/dg/limits-document.html
const synchronousBytes = 10 * 1024 * 1024;
const maxResults = 1_000;

export interface S3Location {
  bucket: string;
  key: string;
}

export const invalidParameter = (message = 'Request has invalid parameters'): AwsError =>
  new AwsError('InvalidParameterException', message);
const documentTooLarge = (bytes: number, most: number): AwsError =>
  new AwsError('DocumentTooLargeException', `The document has ${bytes} bytes; the maximum is ${most}.`);
/** Missing objects and missing permissions return the same error. `detail` is for the local log. */
export const invalidObject = (detail: string): AwsError =>
  new AwsError(
    'InvalidS3ObjectException',
    `Unable to get object metadata from S3. Check object key, region and/or access permissions. (${detail})`,
  );

function text(input: Json, name: string, pattern: RegExp): string {
  const value = input[name];
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw invalidParameter(`Value at '${name}' failed to satisfy constraint: ${pattern.source}`);
}

function optionalText(input: Json, name: string, pattern: RegExp): string | undefined {
  return input[name] === undefined ? undefined : text(input, name, pattern);
}

function locationOf(value: unknown): S3Location {
  if (!isRecord(value)) throw invalidParameter();
  if (value.Version !== undefined)
    throw invalidParameter('Object versions are not supported by the local runtime.');
  return {
    bucket: text(value, 'Bucket', /^[0-9A-Za-z.\-_]{3,255}$/),
    key: text(value, 'Name', /^[\s\S]*\S[\s\S]*$/),
  };
}

/** Returns the document of a synchronous request: its location, or its bytes. */
export function documentOf({ Document }: Json): S3Location | Buffer {
  if (!isRecord(Document)) throw invalidParameter();
  const { Bytes, S3Object } = Document;
  if ((Bytes === undefined) === (S3Object === undefined)) throw invalidParameter();
  if (S3Object !== undefined) return locationOf(S3Object);
  const bytes = typeof Bytes === 'string' ? Buffer.from(Bytes, 'base64') : Buffer.alloc(0);
  if (bytes.length === 0) throw invalidParameter();
  requireSynchronousSize(bytes.length);
  return bytes;
}

/** Throws DocumentTooLargeException for documents that only the asynchronous operation accepts. */
export function requireSynchronousSize(bytes: number): void {
  if (bytes > synchronousBytes) throw documentTooLarge(bytes, synchronousBytes);
}

function channelOf(value: unknown): NotificationChannel | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw invalidParameter();
  return {
    RoleArn: text(value, 'RoleArn', /^arn:([a-z\d-]+):iam::\d{12}:role\/?[a-zA-Z_0-9+=,.@\-_/]+$/),
    SNSTopicArn: text(value, 'SNSTopicArn', /^arn:([a-z\d-]+):sns:[a-zA-Z\d-]{1,20}:\w{12}:.+$/),
  };
}

/** Parses a request for a job, with its idempotency token. */
export function jobRequestOf(input: Json): { request: JobRequest; token: string | undefined } {
  const { DocumentLocation, NotificationChannel: channel, OutputConfig, KMSKeyId } = input;
  if (OutputConfig !== undefined || KMSKeyId !== undefined) {
    throw invalidParameter('Results in your own bucket are not supported by the local runtime.');
  }
  if (!isRecord(DocumentLocation)) throw invalidParameter();
  const location = locationOf(DocumentLocation.S3Object);
  const jobTag = optionalText(input, 'JobTag', /^[a-zA-Z0-9_.\-:]{1,64}$/);
  return {
    request: { ...location, jobTag, channel: channelOf(channel) },
    token: optionalText(input, 'ClientRequestToken', /^[a-zA-Z0-9\-_]{1,64}$/),
  };
}

/** The requested page of a job's blocks: from `start`, at most `count`. */
export function pageOf(input: Json): { jobId: string; start: number; count: number } {
  const jobId = text(input, 'JobId', /^[a-zA-Z0-9\-_]{1,64}$/);
  const { MaxResults = maxResults, NextToken } = input;
  if (typeof MaxResults !== 'number' || !Number.isInteger(MaxResults) || MaxResults < 1)
    throw invalidParameter();
  return { jobId, start: startOf(NextToken), count: Math.min(MaxResults, maxResults) };
}

/** Returns the token of the next page. */
export const tokenAt = (start: number): string => Buffer.from(`blocks ${start}`).toString('base64');

function startOf(token: unknown): number {
  if (token === undefined) return 0;
  const start = /^blocks (\d+)$/.exec(Buffer.from(String(token), 'base64').toString())?.[1];
  if (start === undefined) throw invalidParameter('The NextToken is invalid.');
  return Number(start);
}
