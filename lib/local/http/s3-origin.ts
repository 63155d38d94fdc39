/**
 * A bucket as CloudFront's origin: serves files for GET and HEAD if the bucket's policy lets the distribution read
 * them.
 */
import { authorizeService } from '../gateway/resource-policy.ts';
import type { Buckets } from '../s3/buckets.ts';
import { xmlDocument } from '../s3/xml.ts';
import type { Host, HostResponse, ResolvedApp, Resource } from '../types.ts';

/** Headers of an object that are forwarded to the viewer. */
const passedOn = /^(content-(type|encoding|disposition|language)|cache-control|expires)$/;

function refusal(status: number, code: string): HostResponse {
  return {
    status,
    headers: [['content-type', 'application/xml']],
    body: Buffer.from(xmlDocument('Error', { Code: code })),
  };
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const index = rawHeaders.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name);
  return index < 0 ? undefined : rawHeaders[index + 1];
}

/** The files of a bucket, read in the name of the distribution; unsigned requests cannot read them. */
export function s3Origin(options: {
  app: ResolvedApp;
  bucket: Resource;
  distribution: Resource;
  signs: boolean;
  buckets: Pick<Buckets, 'open'>;
  /** The response while the files are not uploaded yet. */
  waiting?: (() => HostResponse | undefined) | undefined;
}): Host {
  const { app, bucket, distribution, signs, buckets, waiting } = options;
  const policies = app
    .ofType('AWS::S3::BucketPolicy')
    .filter(({ properties }) => properties.Bucket === bucket.physicalId)
    .map(({ properties }) => properties.PolicyDocument);
  const may = (action: string, resource: string): boolean =>
    signs &&
    authorizeService(policies, 'cloudfront.amazonaws.com', {
      action,
      resource,
      context: { 'aws:SourceArn': distribution.arn },
    }).allowed;

  return async ({ method, target, rawHeaders }) => {
    const notYet = waiting?.();
    if (notYet !== undefined) return notYet;
    let key: string;
    try {
      key = decodeURIComponent(target.split('?', 1)[0]?.slice(1) ?? '');
    } catch {
      return refusal(400, 'InvalidURI');
    }
    if (!may('s3:GetObject', `${bucket.arn}/${key}`)) return refusal(403, 'AccessDenied');
    const object = buckets.open({ bucket: bucket.physicalId, key });
    if (object === undefined) {
      return may('s3:ListBucket', bucket.arn) ? refusal(404, 'NoSuchKey') : refusal(403, 'AccessDenied');
    }
    const headers: HostResponse['headers'] = [
      ...Object.entries(object.headers).filter(([name]) => passedOn.test(name)),
      ['etag', object.etag],
      ['last-modified', new Date(object.modifiedMs).toUTCString()],
    ];
    if (headerOf(rawHeaders, 'if-none-match')?.includes(object.etag))
      return { status: 304, headers, body: Buffer.alloc(0) };
    if (method === 'HEAD') {
      // Streamed, so that the length matches the announced one.
      const length: HostResponse['headers'][number] = ['content-length', String(object.bytes)];
      return { status: 200, headers: [...headers, length], body: nothing() };
    }
    return { status: 200, headers, body: await object.read() };
  };
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}
