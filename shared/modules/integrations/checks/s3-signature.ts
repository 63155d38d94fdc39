/**
 * Signs S3 requests without a body. The SDK's S3 client is ten times as large as a function, and would connect without
 * the address guard of `shared/kernel/outbound/send.ts`, which endpoints of tenants require.
 */
import { buildQueryString, escapeUri } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { stripEnd } from '../../../kernel/base/linear-text.ts';

export interface S3Access {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

class Sha256 extends Hash {
  constructor(secret?: ConstructorParameters<typeof Hash>[1]) {
    super('sha256', secret);
  }
}

/** Returns URL and signed headers for a GET request to a bucket at an endpoint. */
export async function signedGet(
  { endpoint, bucket, query }: { endpoint: URL; bucket: string; query: Record<string, string> },
  { region, ...credentials }: S3Access,
  nowMs: number,
): Promise<{ url: string; headers: Record<string, string> }> {
  const { protocol, hostname, host, origin, pathname } = endpoint;
  const path = `${stripEnd(pathname, '/')}/${escapeUri(bucket)}`;
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: true,
  });
  const request = { method: 'GET', protocol, hostname, path, query, headers: { host } };
  const signed = await signer.sign(request, { signingDate: new Date(nowMs) });
  // The sender sets the Host header itself.
  const { host: _, ...headers } = signed.headers;
  return { url: `${origin}${path}?${buildQueryString(query)}`, headers };
}
