/** Parses a request to S3: bucket, key and operation. */
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError, type StreamedAwsRequest } from '../gateway/aws-service.ts';

export interface S3Request {
  bucket: string;
  /** Empty for requests to a bucket. */
  key: string;
  query: URLSearchParams;
  method: string;
  headers: IncomingHttpHeaders;
  stream: AsyncIterable<Uint8Array>;
}

/** Query parameters that select the supported operations. */
const operationNames: Readonly<Record<string, string>> = {
  'PUT key': 'PutObject',
  'PUT key x-amz-copy-source': 'CopyObject',
  'PUT key uploadId': 'UploadPart',
  'GET key': 'GetObject',
  'HEAD key': 'HeadObject',
  'DELETE key': 'DeleteObject',
  'DELETE key uploadId': 'AbortMultipartUpload',
  'POST key uploads': 'CreateMultipartUpload',
  'POST key uploadId': 'CompleteMultipartUpload',
  'GET key uploadId': 'ListParts',
  'POST bucket delete': 'DeleteObjects',
  'GET bucket list-type': 'ListObjectsV2',
  'GET bucket uploads': 'ListMultipartUploads',
  'HEAD bucket': 'HeadBucket',
  'GET service': 'ListBuckets',
};

/** These parameters select other operations as well. */
const selectingParameters =
  /^(uploads|uploadId|delete|list-type|acl|attributes|cors|encryption|legal-hold|lifecycle|location|logging|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|tagging|torrent|versioning|versions|website)$/;

const maxKeyBytes = 1024;

function notImplemented(what: string): AwsError {
  return new AwsError('NotImplemented', `${what} is not supported by the local runtime.`, 501);
}

/** Returns the requested operation, such as `PutObject`. Throws NotImplemented for an unsupported one. */
export function operationOf({ method, bucket, key, query, headers }: S3Request): string {
  const level = bucket === '' ? 'service' : key === '' ? 'bucket' : 'key';
  const selecting = [...query.keys()].find((name) => selectingParameters.test(name));
  const copies = method === 'PUT' && headers['x-amz-copy-source'] !== undefined;
  const what = [method, level, selecting ?? (copies ? 'x-amz-copy-source' : undefined)];
  const name = what.filter((part) => part !== undefined).join(' ');
  const operation = operationNames[name];
  if (operation === undefined || (copies && selecting !== undefined)) throw notImplemented(name);
  return operation;
}

/** Finds bucket and key, with the bucket in the path or as the host's subdomain. */
export function parseRequest(
  { method, path, headers, stream }: StreamedAwsRequest,
  isBucket: (name: string) => boolean,
): S3Request {
  const [rawPath = '', rawQuery = ''] = path.split(/\?(.*)/s);
  let names: string;
  try {
    names = decodeURIComponent(rawPath.slice(1));
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
  const [ofHost = ''] = (headers.host ?? '').split('.');
  const whole = isBucket(ofHost) ? `${ofHost}/${names}` : names;
  const slash = whole.indexOf('/');
  const [bucket, key] = slash < 0 ? [whole, ''] : [whole.slice(0, slash), whole.slice(slash + 1)];
  if (Buffer.byteLength(key) > maxKeyBytes) {
    throw new AwsError('KeyTooLongError', 'Your key is too long.');
  }
  return { bucket, key, query: new URLSearchParams(rawQuery), method, headers, stream };
}

/** Returns the bucket and key that a copy reads. */
export function copySourceOf(headers: IncomingHttpHeaders): { bucket: string; key: string } {
  const source = decodeURIComponent(String(headers['x-amz-copy-source'] ?? '')).replace(/^\//, '');
  const [, bucket, key] = /^([^/]+)\/(.+)$/s.exec(source) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new AwsError('InvalidArgument', 'Copy Source must mention the source bucket and key.');
  }
  return { bucket, key };
}

const storedHeader =
  /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/;

/** The headers that are stored with the object. */
export function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => storedHeader.test(name));
  const encoding = String(headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim())
    // The transfer encoding of the body, which is not a property of the object.
    .filter((name) => name !== '' && name !== 'aws-chunked')
    .join(',');
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...(encoding !== '' && { 'content-encoding': encoding }),
  };
}

/** Returns the part of an object that a `Range` header requests. Throws InvalidRange. */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): { first: number; last: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  // Unreadable and multiple ranges are ignored.
  if (from === '' && to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(bytes - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (first >= bytes || (from === '' && Number(to) === 0)) {
    throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416);
  }
  return { first, last };
}
