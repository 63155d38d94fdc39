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
import { readBodyOf, readText } from './body.ts';
import { corsHeaders, corsResponse } from './cors.ts';
import { keyOf, postObject, readForm } from './form.ts';
import { deleteObjects, operations } from './operations.ts';
import { checkForm, signerOf, verifySignature } from './post-policy.ts';
import { copySourceOf, operationOf, parseRequest, type S3Request } from './request.ts';
import type { S3Store } from './store.ts';
import { writesTags } from './tags.ts';
import { xmlDocument } from './xml.ts';

/** IAM actions that differ from the operation's own name. */
const permissions: Readonly<Record<string, string>> = {
  CopyObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  PostObject: 'PutObject',
  HeadObject: 'GetObject',
  ListParts: 'ListMultipartUploadParts',
  ListObjectsV2: 'ListBucket',
  HeadBucket: 'ListBucket',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  ListBuckets: 'ListAllMyBuckets',
};

/** S3's error codes and statuses for the AWS gateway's own refusals. */
const ownNames: Readonly<Record<string, [code: string, status: number]>> = {
  AccessDeniedException: ['AccessDenied', 403],
  UnrecognizedClientException: ['InvalidAccessKeyId', 403],
  InternalServerError: ['InternalError', 500],
};

const hasNoBody = (method: string | undefined): boolean => method === 'HEAD';

/** S3 for the app's buckets, and for buckets of the store that are not in the template. */
export function createS3(app: ResolvedApp, store: S3Store, registry: IdentityRegistry): StreamingAwsService {
  const resources = new Map(app.ofType('AWS::S3::Bucket').map((bucket) => [bucket.physicalId, bucket]));
  const policies = new Map(
    app
      .ofType('AWS::S3::BucketPolicy')
      .map(({ properties }) => [String(properties.Bucket), properties.PolicyDocument]),
  );
  const isBucket = (name: string): boolean => store.hasBucket(name);
  const arnOf = (bucket: string, key = ''): string => `arn:aws:s3:::${bucket}${key && `/${key}`}`;

  function need(action: string, bucket: string, key = '', context: Need['context'] = {}): Need {
    const policy = policies.get(bucket);
    return {
      action: `s3:${action}`,
      resource: bucket === '' ? '*' : arnOf(bucket, key),
      context,
      ...(policy !== undefined && { bucketPolicy: policy }),
    };
  }

  function needsOf(operation: string, { bucket, key, query, headers }: S3Request): Need[] {
    const permission = permissions[operation] ?? operation;
    if (operation === 'ListObjectsV2') {
      return [need(permission, bucket, '', { 's3:prefix': query.get('prefix') ?? '' })];
    }
    const needs = [need(permission, bucket, key)];
    if (writesTags(headers)) needs.push(need('PutObjectTagging', bucket, key));
    if (operation !== 'CopyObject') return needs;
    const source = copySourceOf(headers);
    return [need('GetObject', source.bucket, source.key), ...needs];
  }

  function callOf(action: string, request: S3Request, needs: Need[], perform: Perform): AwsCall {
    return {
      action,
      resource: arnOf(request.bucket, request.key),
      needs,
      async run(delay, may) {
        await delay();
        try {
          const response = await perform(may);
          return { ...withIds(response), readUnits: 0, writeUnits: 0 };
        } catch (error) {
          // Without the right to list a bucket, a caller does not learn which keys exist.
          if (!(error instanceof AwsError) || error.code !== 'NoSuchKey') throw error;
          if (may(need('ListBucket', request.bucket))) throw error;
          throw new AwsError('AccessDenied', 'Access Denied', 403);
        }
      },
    };
  }

  function bucketOf(name: string): void {
    if (name !== '' && !isBucket(name)) {
      throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, { BucketName: name });
    }
  }

  async function openDeleteObjects(request: S3Request): Promise<AwsCall> {
    const xml = await readText(readBodyOf(request.headers, request.stream));
    return callOf('DeleteObjects', request, [], async (may) =>
      deleteObjects(store, request, xml, (key) => may(need('DeleteObject', request.bucket, key))),
    );
  }

  async function openForm(request: S3Request): Promise<AwsCall> {
    const form = await readForm(request);
    const { bucket } = request;
    const signer = registry.findSigner(signerOf(form.fields));
    if (signer === undefined) {
      throw new AwsError('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist.', 403);
    }
    verifySignature(form.fields, signer.secretAccessKey);
    const key = keyOf(form);
    const accepted = checkForm(bucket, new Map([...form.fields, ['key', key]]), Date.now());
    const cors = corsHeaders(resources.get(bucket), request.headers.origin, 'POST');
    const posted = { ...request, key };
    const call = callOf('PostObject', posted, [need('PutObject', bucket, key)], async () => {
      const response = await postObject(store, bucket, form, accepted);
      return { ...response, headers: { ...response.headers, ...cors } };
    });
    // The browser sends the form, long after the function has ended.
    return { ...call, signer: { ...signer, phase: 'busy', invocation: undefined } };
  }

  return {
    name: 's3',
    streams: true,
    takesUnsigned: ({ method, headers }) =>
      method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? ''),
    preflight({ method, path, headers }) {
      const { bucket } = parseRequest({ method, path, headers, stream: nothing() }, isBucket);
      const resource = resources.get(bucket);
      return resource && withIds(corsResponse(resource, headers));
    },
    async open(raw) {
      const request = parseRequest(raw, isBucket);
      bucketOf(request.bucket);
      if (raw.caller === undefined) return openForm(request);
      const operation = operationOf(request);
      if (operation === 'DeleteObjects') return openDeleteObjects(request);
      const perform = operations[operation];
      if (perform === undefined) throw new AwsError('NotImplemented', `${operation} is not supported.`, 501);
      if (operation === 'CopyObject') bucketOf(copySourceOf(request.headers).bucket);
      return callOf(operation, request, needsOf(operation, request), async () => perform(store, request));
    },
    errorResponse(error, request) {
      const [code, status] = ownNames[error.code] ?? [error.code, error.status];
      const { headers } = withIds({ status, headers: { 'content-type': 'application/xml' }, body: '' });
      const fields = Object.fromEntries(
        Object.entries(error.fields).map(([name, value]) => [name, String(value)]),
      );
      const body = { Code: code, Message: error.message, ...fields, RequestId: headers['x-amz-request-id'] };
      return { status, headers, body: hasNoBody(request?.method) ? '' : xmlDocument('Error', body) };
    },
    throttled: () => new AwsError('SlowDown', 'Please reduce your request rate.', 503),
    stop: () => {},
  };
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

type Perform = (may: (need: Need) => boolean) => Promise<AwsResponse>;

function withIds(response: AwsResponse): AwsResponse {
  const ids = {
    'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
    'x-amz-id-2': randomBytes(24).toString('base64'),
    server: 'AmazonS3',
  };
  return { ...response, headers: { ...response.headers, ...ids } };
}
