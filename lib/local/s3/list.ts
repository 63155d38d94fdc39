/** One page of a bucket's keys. */
import { AwsError, type AwsResponse } from '../gateway/aws-service.ts';
import type { S3Request } from './request.ts';
import type { S3Object, S3Store } from './store.ts';
import { xmlDocument } from './xml.ts';

const pageKeys = 1000;
/** Sorts after every key that begins with the same text. */
const behindAll = '\u{10ffff}';

function encodedBy(query: URLSearchParams): (key: string) => string {
  if (query.get('encoding-type') !== 'url') return (key) => key;
  return (key) => key.split('/').map(encodeURIComponent).join('/');
}

interface Page {
  objects: S3Object[];
  prefixes: string[];
  /** The last key or common prefix; undefined on the last page. */
  next: string | undefined;
}

function pageOf(
  store: S3Store,
  bucket: string,
  wanted: { prefix: string; delimiter: string; max: number; after: string },
): Page {
  const { prefix, delimiter, max } = wanted;
  const page: Page = { objects: [], prefixes: [], next: undefined };
  let after = wanted.after;
  let last = '';
  for (;;) {
    let skipTo: string | undefined;
    for (const object of store.list(bucket, prefix, after)) {
      if (page.objects.length + page.prefixes.length === max) return { ...page, next: last };
      const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
      if (end < 0) {
        page.objects.push(object);
        last = object.key;
        continue;
      }
      const common = object.key.slice(0, end + delimiter.length);
      page.prefixes.push(common);
      skipTo = `${common}${behindAll}`;
      last = skipTo;
      break;
    }
    if (skipTo === undefined) return page;
    after = skipTo;
  }
}

export function listKeys(store: S3Store, { bucket, query }: S3Request): AwsResponse {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const requested = Number(query.get('max-keys') ?? pageKeys);
  if (!Number.isInteger(requested) || requested < 0) {
    throw new AwsError('InvalidArgument', 'max-keys must be a number of 0 or more.');
  }
  const max = Math.min(requested, pageKeys);
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const page: Page =
    max === 0
      ? { objects: [], prefixes: [], next: undefined }
      : pageOf(store, bucket, { prefix, delimiter, max, after });
  const encode = encodedBy(query);
  const body = xmlDocument('ListBucketResult', {
    Name: bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: max,
    EncodingType: query.get('encoding-type') ?? undefined,
    KeyCount: page.objects.length + page.prefixes.length,
    IsTruncated: page.next !== undefined,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: page.next && Buffer.from(page.next).toString('base64url'),
    Contents: page.objects.map(({ key, etag, bytes, modifiedMs }) => ({
      Key: encode(key),
      LastModified: new Date(modifiedMs).toISOString(),
      ETag: etag,
      Size: bytes,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.prefixes.map((one) => ({ Prefix: encode(one) })),
  });
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
