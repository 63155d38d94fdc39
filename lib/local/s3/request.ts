/** Parses a request to S3: bucket, key, and the headers with a meaning of their own. */
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

const maxKeyBytes = 1024;

export function notImplemented(what: string): AwsError {
  return new AwsError('NotImplemented', `${what} is not supported by the local runtime.`, 501);
}

/** Finds bucket and key, with the bucket in the path or as the host's subdomain. */
export function parseRequest(
  { method, path, headers }: Pick<StreamedAwsRequest, 'method' | 'path' | 'headers'>,
  isBucket: (name: string) => boolean,
): Omit<S3Request, 'stream'> {
  const [rawPath = '', rawQuery = ''] = path.split(/\?(.*)/s);
  let names: string;
  try {
    names = decodeURIComponent(rawPath.slice(1));
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
  const [ofHost = ''] = (headers.host ?? '').split('.');
  const [, bucket = '', key = ''] =
    /^([^/]*)\/?(.*)$/s.exec(isBucket(ofHost) ? `${ofHost}/${names}` : names) ?? [];
  if (Buffer.byteLength(key) > maxKeyBytes) {
    throw new AwsError('KeyTooLongError', 'Your key is too long.');
  }
  return { bucket, key, query: new URLSearchParams(rawQuery), method, headers };
}

/** Returns the bucket and key that a copy reads. */
export function copySourceOf(headers: IncomingHttpHeaders): { bucket: string; key: string } {
  const source = decodeURIComponent(String(headers['x-amz-copy-source']));
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(source) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new AwsError('InvalidArgument', 'Copy Source must mention the source bucket and key.');
  }
  return { bucket, key };
}

export const tagHeader = 'x-amz-tagging';
const storedHeader =
  /^(content-(type|disposition|language|encoding)|cache-control|expires|x-amz-tagging|x-amz-meta-.+)$/;

/** The headers that are stored with an object, including its tags. */
export function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const { 'content-encoding': encodings = '', ...others } = headers;
  // The encoding of the transfer is not a property of the object.
  const encoding = encodings.replace(/^aws-chunked\s*,?\s*|\s*,\s*aws-chunked/, '');
  const candidates = encoding === '' ? others : { ...others, 'content-encoding': encoding };
  const kept = Object.entries(candidates).filter(([name]) => storedHeader.test(name));
  const texts = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  return { 'content-type': 'binary/octet-stream', ...texts };
}
