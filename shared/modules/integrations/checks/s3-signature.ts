/**
 * Signs requests to S3 without a body. The SDK's client of S3 would weigh as much as ten functions and connect without the
 * guard of `shared/kernel/outbound/send.ts`, which endpoints that tenants name need.
 */
import { buildQueryString, escapeUri } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { stripEnd } from '../../../kernel/text/linear-text.ts';

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

/** URL and signed headers of a GET of a bucket at an endpoint. */
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
  // The sender names the host itself.
  const { host: _, ...headers } = signed.headers;
  return { url: `${origin}${path}?${buildQueryString(query)}`, headers };
}
