/**
 * AWS Signature Version 4 for requests to S3 without a body. The SDK's client would weigh as much as ten functions
 * and connect without the guard of `shared/webhooks/send.ts`, which endpoints that tenants name need.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHmac, hash } from 'node:crypto';

export interface S3Access {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const emptyBodySha256 = hash('sha256', '', 'hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As AWS encodes: everything but RFC 3986's unreserved characters. */
export function awsEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A query in the form and order in which it is signed. */
export function awsQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${awsEncode(name)}=${awsEncode(value)}`)
    .toSorted()
    .join('&');
}

/** The headers that sign a GET of `path?query`, both encoded already. */
export function signedGetHeaders(
  { host, path, query }: { host: string; path: string; query: string },
  { accessKeyId, secretAccessKey, region }: S3Access,
  nowMs: number,
): Record<string, string> {
  const amzDate = new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const day = amzDate.slice(0, 8);
  const signed = { host, 'x-amz-content-sha256': emptyBodySha256, 'x-amz-date': amzDate };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const request = ['GET', path, query, lines.join(''), names, emptyBodySha256].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', amzDate, scope, hash('sha256', request, 'hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `Credential=${accessKeyId}/${scope}`;
  const { host: _, ...headers } = signed;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${credential},SignedHeaders=${names},Signature=${signature}`,
  };
}
