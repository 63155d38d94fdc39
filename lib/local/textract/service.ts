/** The API of Textract's text detection behind the AWS gateway: synchronous, and as jobs (`runner.ts`). */
import { randomBytes } from 'node:crypto';
import { type JsonPlan, jsonBody, jsonService, targetAction, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import { roleTrusts } from '../gateway/identities.ts';
import type { ResolvedApp } from '../types.ts';
import { DocumentError } from './document.ts';
import {
  documentOf,
  invalidObject,
  invalidParameter,
  jobRequestOf,
  pageOf,
  requireSynchronousSize,
  type S3Location,
  synchronousBytes,
  tokenAt,
} from './input.ts';
import type { JobRequest, JobStore } from './jobs.ts';
import type { Recognizer } from './recognizer.ts';

type Json = Record<string, unknown>;

/** The objects in S3; undefined when an object does not exist. */
export interface Objects {
  read(location: S3Location): Promise<Buffer | undefined>;
}

export interface TextractOptions {
  app: ResolvedApp;
  jobs: JobStore;
  objects: Objects;
  recognizer: Recognizer;
  /** Called when a job was added. */
  added: () => void;
}

const modelVersion = '1.0';
const principal = 'textract.amazonaws.com';
// The smallest quota of all regions. https://docs.aws.amazon.com/general/latest/gr/textract.html
const maxJobsAtOnce = 100;

const refusalCodes = {
  unsupported: 'UnsupportedDocumentException',
  unreadable: 'BadDocumentException',
  'too large': 'DocumentTooLargeException',
} as const;

/** Textract reads with the caller's permissions, and does not distinguish missing permissions from missing objects. */
function readNeed(app: ResolvedApp, { bucket, key }: S3Location): Need {
  const need = { action: 's3:GetObject', resource: `arn:aws:s3:::${bucket}/${key}`, context: {} };
  const policy = app.ofType('AWS::S3::BucketPolicy').find(({ properties }) => properties.Bucket === bucket);
  return {
    ...need,
    bucketPolicy: policy?.properties.PolicyDocument,
    refusal: (reason) => invalidObject(`${need.action} on ${need.resource} ${reason}`),
  };
}

/** Text detection of Textract, with tesseract as recognizer. */
export function createTextract(options: TextractOptions): AwsService {
  const { app, jobs, objects, recognizer, added } = options;

  async function bytesAt(location: S3Location): Promise<Buffer> {
    const bytes = await objects.read(location);
    if (bytes === undefined)
      throw invalidObject(`the object ${location.bucket}/${location.key} does not exist`);
    return bytes;
  }

  async function detect(document: S3Location | Buffer): Promise<Json> {
    const bytes = Buffer.isBuffer(document) ? document : await bytesAt(document);
    requireSynchronousSize(bytes.length);
    const [blocks] = await recognizer.recognize(bytes, 1).catch((error: unknown) => {
      throw error instanceof DocumentError ? new AwsError(refusalCodes[error.refusal], error.message) : error;
    });
    if (blocks === undefined) throw new AwsError('BadDocumentException', '');
    return {
      DocumentMetadata: { Pages: 1 },
      Blocks: blocks,
      DetectDocumentTextModelVersion: modelVersion,
    };
  }

  function requireRole({ RoleArn, SNSTopicArn }: JobRequest['channel']): void {
    const [, partition, , region, account = ''] = SNSTopicArn.split(':');
    const context = {
      'aws:SourceAccount': account,
      'aws:SourceArn': `arn:${partition}:textract:${region}:${account}:`,
    };
    const exists = app.ofType('AWS::IAM::Role').some(({ arn }) => arn === RoleArn);
    if (!exists || !roleTrusts(app, RoleArn, principal, context)) {
      throw invalidParameter(`Textract cannot assume ${RoleArn}.`);
    }
    if (app.find(SNSTopicArn)?.type !== 'AWS::SNS::Topic') {
      throw invalidParameter(`The topic ${SNSTopicArn} does not exist.`);
    }
  }

  async function start(request: JobRequest, token: string | undefined): Promise<Json> {
    const nowMs = Date.now();
    const before = token === undefined ? undefined : jobs.byToken(token, nowMs);
    if (before !== undefined) {
      if (JSON.stringify(before.request) === JSON.stringify(request)) return { JobId: before.id };
      const message = 'A ClientRequestToken was reused with other parameters.';
      throw new AwsError('IdempotentParameterMismatchException', message);
    }
    requireRole(request.channel);
    await bytesAt(request);
    if (jobs.inProgress().length >= maxJobsAtOnce) {
      throw new AwsError('LimitExceededException', 'Open jobs exceed the limit.');
    }
    const id = randomBytes(32).toString('hex');
    jobs.expire(nowMs);
    jobs.add({ id, request, createdAtMs: nowMs }, token);
    added();
    return { JobId: id };
  }

  function result(input: Json): Json {
    const { jobId, start: from, count } = pageOf(input);
    const job = jobs.find(jobId, Date.now());
    if (job === undefined) throw new AwsError('InvalidJobIdException', 'Request has invalid Job Id');
    if (job.result === undefined) return { JobStatus: 'IN_PROGRESS' };
    const { status, statusMessage, pages, blocks, warnings } = job.result;
    if (status === 'FAILED') return { JobStatus: status, StatusMessage: statusMessage };
    const end = from + count;
    return {
      JobStatus: status,
      ...(warnings.length > 0 && { Warnings: warnings }),
      DocumentMetadata: { Pages: pages },
      Blocks: blocks.slice(from, end),
      DetectDocumentTextModelVersion: modelVersion,
      ...(end < blocks.length && { NextToken: tokenAt(end) }),
    };
  }

  function plan(action: string, input: Json): Omit<JsonPlan, 'action'> {
    // Textract's actions have no resources.
    const needs: Need[] = [{ action: `textract:${action}`, resource: '*', context: {} }];
    switch (action) {
      case 'DetectDocumentText': {
        const document = documentOf(input);
        if (!Buffer.isBuffer(document)) needs.push(readNeed(app, document));
        return { needs, perform: () => detect(document) };
      }
      case 'StartDocumentTextDetection': {
        const { request, token } = jobRequestOf(input);
        const context = { 'iam:PassedToService': principal };
        needs.push(readNeed(app, request));
        needs.push({ action: 'iam:PassRole', resource: request.channel.RoleArn, context });
        return { needs, perform: () => start(request, token) };
      }
      case 'GetDocumentTextDetection':
        return { needs, perform: () => result(input) };
      default:
        throw unsupported(action);
    }
  }

  return jsonService({
    name: 'textract',
    // Bytes are encoded as base64.
    maxRequestBytes: Math.ceil((synchronousBytes * 4) / 3) + 64 * 1024,
    contentType: 'application/x-amz-json-1.1',
    plan(request) {
      const action = targetAction(request, 'Textract');
      const planned = plan(action, jsonBody(request.body));
      return { action, resource: planned.needs[1]?.resource ?? '*', ...planned };
    },
    error: ({ code, message }) => ({ body: { __type: code, Message: message, Code: code } }),
    throttled: () => new AwsError('ProvisionedThroughputExceededException', 'Provisioned rate exceeded'),
  });
}
