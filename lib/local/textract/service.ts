/** The API of Textract's text detection behind the AWS gateway: synchronous, and as jobs (`runner.ts`). */
import { createHash, randomBytes } from 'node:crypto';
import { type JsonPlan, jsonBody, jsonService, targetAction, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import { roleTrusts } from '../gateway/identities.ts';
import type { ResolvedApp } from '../types.ts';
import { blocksOf } from './blocks.ts';
import { DocumentError, type Refusal } from './document.ts';
import {
  documentOf,
  invalidObject,
  invalidParameter,
  jobRequestOf,
  pageOf,
  requireSynchronousSize,
  type S3Location,
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
const maxBytes = 10 * 1024 * 1024;
const maxPixels = 10_000;
// The smallest quota of all regions. https://docs.aws.amazon.com/general/latest/gr/textract.html
const maxJobsAtOnce = 100;

/** The whole request except its job id; two requests with the same token must be equal. */
const sameRequest = (one: JobRequest, other: JobRequest): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const refusalCodes: Readonly<Record<Refusal, string>> = {
  unsupported: 'UnsupportedDocumentException',
  unreadable: 'BadDocumentException',
  'too large': 'DocumentTooLargeException',
};

function asAwsError(error: unknown): unknown {
  return error instanceof DocumentError ? new AwsError(refusalCodes[error.refusal], error.message) : error;
}

/** Textract's actions have no resources. */
const textractNeed = (action: string): Need => ({ action: `textract:${action}`, resource: '*', context: {} });

/** Textract reads with the caller's permissions, and does not distinguish missing permissions from missing objects. */
function readNeed(app: ResolvedApp, { bucket, key }: S3Location): Need {
  const need = { action: 's3:GetObject', resource: `arn:aws:s3:::${bucket}/${key}`, context: {} };
  const policy = app.ofType('AWS::S3::BucketPolicy').find(({ properties }) => properties.Bucket === bucket)
    ?.properties.PolicyDocument;
  return {
    ...need,
    ...(policy !== undefined && { bucketPolicy: policy }),
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
    const pages = await recognizer.recognize(bytes, { maxPages: 1, maxPixels }).catch((error: unknown) => {
      throw asAwsError(error);
    });
    if (pages.some(({ lines }) => lines === undefined)) throw new AwsError('BadDocumentException', '');
    return {
      DocumentMetadata: { Pages: pages.length },
      Blocks: blocksOf(pages),
      DetectDocumentTextModelVersion: modelVersion,
    };
  }

  function requireRole({ channel }: JobRequest): void {
    if (channel === undefined) return;
    const { RoleArn, SNSTopicArn } = channel;
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
      if (sameRequest(before.request, JSON.parse(JSON.stringify(request)))) return { JobId: before.id };
      const message = 'A ClientRequestToken was reused with other parameters.';
      throw new AwsError('IdempotentParameterMismatchException', message);
    }
    requireRole(request);
    await bytesAt(request);
    if (jobs.inProgress().length >= maxJobsAtOnce) {
      throw new AwsError('LimitExceededException', 'Open jobs exceed the limit.');
    }
    const id = createHash('sha256').update(randomBytes(32)).digest('hex');
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
    const end = from + count;
    return {
      JobStatus: status,
      ...(statusMessage !== undefined && { StatusMessage: statusMessage }),
      ...(warnings.length > 0 && { Warnings: warnings }),
      ...(status !== 'FAILED' && {
        DocumentMetadata: { Pages: pages },
        Blocks: blocks.slice(from, end),
        DetectDocumentTextModelVersion: modelVersion,
        ...(end < blocks.length && { NextToken: tokenAt(end) }),
      }),
    };
  }

  function plan(action: string, input: Json): Omit<JsonPlan, 'action'> {
    const needs = [textractNeed(action)];
    switch (action) {
      case 'DetectDocumentText': {
        const document = documentOf(input);
        if (!Buffer.isBuffer(document)) needs.push(readNeed(app, document));
        return { needs, perform: () => detect(document) };
      }
      case 'StartDocumentTextDetection': {
        const { request, token } = jobRequestOf(input);
        needs.push(readNeed(app, request));
        if (request.channel !== undefined) {
          const context = { 'iam:PassedToService': principal };
          needs.push({ action: 'iam:PassRole', resource: request.channel.RoleArn, context });
        }
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
    maxRequestBytes: Math.ceil((maxBytes * 4) / 3) + 64 * 1024,
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
