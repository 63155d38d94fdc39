/**
 * AWS Signature Version 4, for the calls that are made without the SDK.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
import { createHmac, hash } from 'node:crypto';

export interface SigningAccess {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
  region: string;
}

export interface SignedRequest {
  method: 'GET' | 'POST';
  service: string;
  host: string;
  /** Both encoded already. */
  path: string;
  query?: string;
  /** By lower-case name; all of them are signed. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers of a request, with those that sign it; `host` is signed and left to the sender. */
export function signedHeaders(
  { method, service, host, path, query = '', headers = {}, body = '' }: SignedRequest,
  { accessKeyId, secretAccessKey, sessionToken, region }: SigningAccess,
  nowMs: number,
): Record<string, string> {
  const amzDate = new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const day = amzDate.slice(0, 8);
  const sent = {
    ...headers,
    'x-amz-date': amzDate,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...sent, host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [method, path, query, lines, names, hash('sha256', body, 'hex')].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', amzDate, scope, hash('sha256', request, 'hex')].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const credential = `Credential=${accessKeyId}/${scope}`;
  const signature = hmac(key, text).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 ${credential},SignedHeaders=${names},Signature=${signature}`,
  };
}
