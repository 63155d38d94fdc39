/** S3 behind the AWS gateway: the template's buckets, stored on disk. */
import { randomBytes } from 'node:crypto';
import {
  type AwsCall,
  AwsError,
  type AwsResponse,
  type Need,
  type StreamingAwsService,
} from '../gateway/aws-service.ts';
import type { IdentityRegistry, ResolvedApp } from '../types.ts';
import { within } from './body.ts';
import { corsHeaders, corsResponse, corsRulesOf } from './cors.ts';
import { readForm } from './form.ts';
import { putObject } from './objects.ts';
import { type Operation, operationOf } from './operations.ts';
import { checkForm, signerOf } from './post-policy.ts';
import { copySourceOf, parseRequest, type S3Request, tagHeader } from './request.ts';
import type { S3Store } from './store.ts';
import { emptyResponse, xmlResponse } from './xml.ts';

/** S3's error codes and statuses for the AWS gateway's own refusals. */
const ownNames: Readonly<Record<string, [code: string, status: number]>> = {
  AccessDeniedException: ['AccessDenied', 403],
  UnrecognizedClientException: ['InvalidAccessKeyId', 403],
  InternalServerError: ['InternalError', 500],
};

/** S3 for the buckets of the store. Throws for CORS rules that do not run locally. */
export function createS3(app: ResolvedApp, store: S3Store, registry: IdentityRegistry): StreamingAwsService {
  const corsRules = new Map(
    app.ofType('AWS::S3::Bucket').map((bucket) => [bucket.physicalId, corsRulesOf(bucket)]),
  );
  const policies = new Map(
    app
      .ofType('AWS::S3::BucketPolicy')
      .map(({ properties }) => [properties.Bucket, properties.PolicyDocument]),
  );
  const isBucket = (name: string): boolean => store.buckets.has(name);
  const arnOf = (bucket: string, key: string): string => `arn:aws:s3:::${bucket}${key && `/${key}`}`;

  function need(action: string, bucket: string, key = '', context?: Need['context']): Need {
    const resource = bucket === '' ? '*' : arnOf(bucket, key);
    return { action: `s3:${action}`, resource, context, bucketPolicy: policies.get(bucket) };
  }

  function needsOf([name, permission]: Operation, { bucket, key, query, headers }: S3Request): Need[] {
    if (permission === undefined) return [];
    const context = name === 'ListObjectsV2' ? { 's3:prefix': query.get('prefix') ?? '' } : undefined;
    const needs = [need(permission, bucket, key, context)];
    if (headers[tagHeader] !== undefined) needs.push(need('PutObjectTagging', bucket, key));
    if (headers['x-amz-copy-source'] === undefined) return needs;
    const source = copySourceOf(headers);
    return [need('GetObject', source.bucket, source.key), ...needs];
  }

  function callOf(operation: Operation, request: S3Request): AwsCall {
    const { bucket, key } = request;
    const [action, , perform] = operation;
    return {
      action,
      resource: arnOf(bucket, key),
      needs: needsOf(operation, request),
      async run(delay, may) {
        await delay();
        const mayUse = (permission: string, one?: string) => may(need(permission, bucket, one));
        try {
          return withId(await perform(store, request, mayUse));
        } catch (error) {
          // Without the right to list a bucket, a caller does not learn which keys exist.
          if (!(error instanceof AwsError) || error.code !== 'NoSuchKey' || mayUse('ListBucket')) throw error;
          throw new AwsError('AccessDenied', 'Access Denied', 403);
        }
      },
    };
  }

  async function openForm(request: S3Request): Promise<AwsCall> {
    const { bucket, headers } = request;
    const { fields, file } = await readForm(request);
    const signer = signerOf(fields, registry);
    const key = fields.get('key') ?? '';
    if (key === '') throw new AwsError('InvalidArgument', "Bucket POST must contain a field named 'key'.");
    const stream = within(file, checkForm(bucket, fields));
    const posted = { ...request, key, headers: Object.fromEntries(fields), stream };
    const cors = corsHeaders(corsRules.get(bucket) ?? [], headers.origin, 'POST');
    const perform = async (): Promise<AwsResponse> => {
      const { headers } = await putObject(store, posted);
      const status = fields.get('success_action_status');
      const response =
        status === '201'
          ? xmlResponse(201, 'PostResponse', { Bucket: bucket, Key: key, ETag: headers.etag })
          : emptyResponse(status === '200' ? 200 : 204);
      return { ...response, headers: { ...response.headers, ...headers, ...cors } };
    };
    const call = callOf(['PostObject', 'PutObject', perform], posted);
    // The browser sends the form, long after the function has ended.
    return { ...call, signer: { ...signer, phase: 'busy', invocation: undefined } };
  }

  return {
    name: 's3',
    streams: true,
    takesUnsigned: ({ method, headers }) =>
      method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? ''),
    preflight(request) {
      const { bucket } = parseRequest(request, isBucket);
      const rules = corsRules.get(bucket);
      return rules && withId(corsResponse(rules, request.headers));
    },
    async open(raw) {
      const request = { ...parseRequest(raw, isBucket), stream: raw.stream };
      const { bucket } = request;
      if (bucket !== '' && !isBucket(bucket)) {
        const message = 'The specified bucket does not exist';
        throw new AwsError('NoSuchBucket', message, 404, { BucketName: bucket });
      }
      if (raw.caller === undefined) return openForm(request);
      return callOf(operationOf(request), request);
    },
    errorResponse(error, request) {
      const [code, status] = ownNames[error.code] ?? [error.code, error.status];
      const fields = Object.entries(error.fields).map(([name, value]) => [name, String(value)]);
      const RequestId = newId();
      const body = { Code: code, Message: error.message, ...Object.fromEntries(fields), RequestId };
      const response = withId(xmlResponse(status, 'Error', body), RequestId);
      return request?.method === 'HEAD' ? { ...response, body: '' } : response;
    },
    throttled: () => new AwsError('SlowDown', 'Please reduce your request rate.', 503),
  };
}

function newId(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

function withId(response: AwsResponse, id = newId()): AwsResponse {
  return { ...response, headers: { ...response.headers, 'x-amz-request-id': id } };
}
