/** The requests of Textract's text detection, checked as the service checks them. */

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
  new AwsError('DocumentTooLargeException', `The document has ${bytes} bytes; at most ${most} are allowed.`);
/** Missing objects and missing rights look alike. `detail` is for the reader of the local log. */
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

function placeOf(value: unknown): S3Location {
  if (!isRecord(value)) throw invalidParameter();
  if (value.Version !== undefined) throw invalidParameter('Versions of objects are not offered locally.');
  return {
    bucket: text(value, 'Bucket', /^[0-9A-Za-z.\-_]{3,255}$/),
    key: text(value, 'Name', /^[\s\S]*\S[\s\S]*$/),
  };
}

/** The document of a synchronous request: where it lies, or the bytes themselves. */
export function documentOf({ Document }: Json): S3Location | Buffer {
  if (!isRecord(Document)) throw invalidParameter();
  const { Bytes, S3Object } = Document;
  if ((Bytes === undefined) === (S3Object === undefined)) throw invalidParameter();
  if (S3Object !== undefined) return placeOf(S3Object);
  const bytes = typeof Bytes === 'string' ? Buffer.from(Bytes, 'base64') : Buffer.alloc(0);
  if (bytes.length === 0) throw invalidParameter();
  demandSynchronousSize(bytes.length);
  return bytes;
}

/** Throws DocumentTooLargeException for what only the asynchronous operation takes. */
export function demandSynchronousSize(bytes: number): void {
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

/** A request for a job, with the token that makes it idempotent. */
export function jobRequestOf(input: Json): { request: JobRequest; token: string | undefined } {
  const { DocumentLocation, NotificationChannel: channel, OutputConfig, KMSKeyId } = input;
  if (OutputConfig !== undefined || KMSKeyId !== undefined) {
    throw invalidParameter('Results in a bucket of one’s own are not offered locally.');
  }
  if (!isRecord(DocumentLocation)) throw invalidParameter();
  const place = placeOf(DocumentLocation.S3Object);
  const jobTag = optionalText(input, 'JobTag', /^[a-zA-Z0-9_.\-:]{1,64}$/);
  return {
    request: { ...place, jobTag, channel: channelOf(channel) },
    token: optionalText(input, 'ClientRequestToken', /^[a-zA-Z0-9\-_]{1,64}$/),
  };
}

/** Which blocks of a job's result are asked for: from `start`, at most `count`. */
export function pageOf(input: Json): { jobId: string; start: number; count: number } {
  const jobId = text(input, 'JobId', /^[a-zA-Z0-9\-_]{1,64}$/);
  const { MaxResults = maxResults, NextToken } = input;
  if (typeof MaxResults !== 'number' || !Number.isInteger(MaxResults) || MaxResults < 1)
    throw invalidParameter();
  return { jobId, start: startOf(NextToken), count: Math.min(MaxResults, maxResults) };
}

/** A token for what follows. */
export const tokenAt = (start: number): string => Buffer.from(`blocks ${start}`).toString('base64');

function startOf(token: unknown): number {
  if (token === undefined) return 0;
  const start = /^blocks (\d+)$/.exec(Buffer.from(String(token), 'base64').toString())?.[1];
  if (start === undefined) throw invalidParameter('The NextToken is invalid.');
  return Number(start);
}
