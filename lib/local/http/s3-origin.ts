/**
 * A bucket as CloudFront's origin: serves files for GET and HEAD if the bucket's policy lets the distribution read
 * them.
 */
import { Readable } from 'node:stream';
import { authorizeService } from '../gateway/resource-policy.ts';
import type { Buckets } from '../s3/buckets.ts';
import { xmlDocument } from '../s3/xml.ts';
import type { Headers, Host, HostResponse, ResolvedApp, Resource } from '../types.ts';
import { headerOf, pathOf } from './http-event.ts';

export interface BucketServices {
  buckets: Pick<Buckets, 'open'>;
  /** The page returned for files of buckets until they are uploaded. */
  waitingPage?: (() => HostResponse | undefined) | undefined;
}

/** Headers of an object that are forwarded to the viewer. */
const passedOn = /^(content-(type|encoding|disposition|language)|cache-control|expires)$/;

function refusal(status: number, code: string): HostResponse {
  return {
    status,
    headers: [['content-type', 'application/xml']],
    body: xmlDocument('Error', { Code: code }),
  };
}

/** The files of a bucket, read in the name of the distribution. */
export function s3Origin(
  app: ResolvedApp,
  bucket: Resource,
  distribution: Resource,
  { buckets, waitingPage }: BucketServices,
): Host {
  const policies = app
    .ofType('AWS::S3::BucketPolicy')
    .filter(({ properties }) => properties.Bucket === bucket.physicalId)
    .map(({ properties }) => properties.PolicyDocument);
  const may = (action: string, resource: string): boolean =>
    authorizeService(policies, 'cloudfront.amazonaws.com', {
      action,
      resource,
      context: { 'aws:SourceArn': distribution.arn },
    }).allowed;

  return async ({ method, target, headers: given }) => {
    const notYet = waitingPage?.();
    if (notYet !== undefined) return notYet;
    const key = pathOf(target)?.slice(1);
    if (key === undefined) return refusal(400, 'InvalidURI');
    if (!may('s3:GetObject', `${bucket.arn}/${key}`)) return refusal(403, 'AccessDenied');
    const object = buckets.open({ bucket: bucket.physicalId, key });
    if (object === undefined) {
      return may('s3:ListBucket', bucket.arn) ? refusal(404, 'NoSuchKey') : refusal(403, 'AccessDenied');
    }
    const headers: Headers = [
      ...Object.entries(object.headers).filter(([name]) => passedOn.test(name)),
      ['etag', object.etag],
      ['last-modified', new Date(object.modifiedMs).toUTCString()],
    ];
    if (headerOf(given, 'if-none-match')?.includes(object.etag)) return { status: 304, headers, body: '' };
    if (method === 'HEAD') {
      headers.push(['content-length', String(object.bytes)]);
      // A stream, so that the announced length is returned.
      return { status: 200, headers, body: Readable.from([]) };
    }
    return { status: 200, headers, body: await object.read() };
  };
}
