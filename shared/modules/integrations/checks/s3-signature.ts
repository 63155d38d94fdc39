/**
 * AWS Signature Version 4 for requests to S3 without a body. The SDK's client would weigh as much as ten functions
 * and connect without the guard of `shared/kernel/outbound/send.ts`, which endpoints that tenants name need.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { hash } from 'node:crypto';
import { signedHeaders } from '../../../kernel/aws/signature.ts';

export interface S3Access {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const emptyBodySha256 = hash('sha256', '', 'hex');

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
  at: { host: string; path: string; query: string },
  access: S3Access,
  nowMs: number,
): Record<string, string> {
  const headers = { 'x-amz-content-sha256': emptyBodySha256 };
  return signedHeaders({ method: 'GET', service: 's3', ...at, headers }, access, nowMs);
}
