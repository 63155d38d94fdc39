/**
 * What an issuer of tokens publishes: its metadata and its keys. Both are cached for each function instance; a token with
 * an unknown key makes the keys be read again, so that issuers can rotate them.
 */
import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ServerMetadata } from 'openid-client';
import { send, sendTrusted } from '../../../kernel/outbound/api-senders.ts';
import { decoded } from '../../../kernel/outbound/content-coding.ts';
import { userAgentOf } from '../../../kernel/outbound/user-agent.ts';
import { createKeyCache } from '../../../kernel/secrets/key-cache.ts';
import { allowsPlainHttp, isTrusted } from './issuer-address.ts';
import { providerLimits } from './limits.ts';
import { signatureAlgorithms } from './signature-algorithms.ts';

/** The issuer cannot be reached, or publishes something else than an issuer does. */
export class IssuerUnavailableError extends Error {
  override name = 'IssuerUnavailableError';
}

interface IssuerRequest {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
}

/**
 * A `fetch` for requests to an issuer. Refuses private addresses and plain HTTP, and follows no redirect. Throws
 * IssuerUnavailableError.
 */
export async function fetchFrom(
  issuer: string,
  url: string,
  { method, headers, body }: IssuerRequest,
): Promise<Response> {
  if (!url.startsWith('https://') && !allowsPlainHttp(issuer))
    throw new IssuerUnavailableError('The issuer names an address without https.');
  const exchange = await (isTrusted(issuer) ? sendTrusted : send)({
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      'accept-encoding': 'identity',
      'user-agent': userAgentOf(),
    },
    body: body === undefined || body === null ? undefined : String(body),
    timeoutMs: providerLimits.requestMs,
    keepBytes: providerLimits.responseBytes,
    needsBytes: true,
  });
  const { status, problem, responseHeaders, responseBytes = new Uint8Array(), isBodyCut } = exchange;
  // An error of the server is temporary; other statuses are about the request.
  if (problem !== null || status === null || status < 200 || status >= 500 || isBodyCut)
    throw new IssuerUnavailableError(`The issuer has not responded (${problem ?? status}).`);
  const coding = responseHeaders?.['content-encoding'];
  const content = await decoded(responseBytes, coding, providerLimits.responseBytes);
  if (!('bytes' in content)) throw new IssuerUnavailableError('The issuer has sent an unreadable body.');
  const contentType = responseHeaders?.['content-type'];
  const isEmpty = content.bytes.length === 0;
  return new Response(isEmpty ? null : new Uint8Array(content.bytes), {
    status,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
}

/** What an issuer publishes about itself. Only its type comes from the OpenID Connect client, which few functions load. */
export type IssuerMetadata = ServerMetadata & { jwks_uri: string };

function isMetadata(value: unknown): value is IssuerMetadata {
  if (typeof value !== 'object' || value === null || !('issuer' in value) || !('jwks_uri' in value))
    return false;
  return typeof value.issuer === 'string' && typeof value.jwks_uri === 'string';
}

const maxAgeMs = providerLimits.metadataSeconds * 1_000;
const metadataByIssuer = createKeyCache<IssuerMetadata>({
  maxAgeMs,
  maxEntries: providerLimits.cachedIssuers,
});

/** Reads the metadata of OpenID Connect Discovery anew. Throws IssuerUnavailableError. */
export async function readMetadata(issuer: string): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetchFrom(issuer, url, { headers: { accept: 'application/json' } });
  const metadata = await response.json().catch(() => undefined);
  if (!response.ok || !isMetadata(metadata))
    throw new IssuerUnavailableError(`The issuer has no metadata (${response.status}).`);
  // Otherwise one issuer could pass for another.
  if (metadata.issuer !== issuer) throw new IssuerUnavailableError('The metadata names another issuer.');
  return metadata;
}

/** What the issuer publishes about itself. Throws IssuerUnavailableError. */
export async function discover(issuer: string): Promise<IssuerMetadata> {
  const found = await metadataByIssuer.get(issuer, () => readMetadata(issuer));
  return found ?? readMetadata(issuer);
}

/** Reads the keys. Throws IssuerUnavailableError for any other response: the token may be right. */
async function readKeys(issuer: string, url: string, headers: IssuerRequest['headers']): Promise<Response> {
  const response = await fetchFrom(issuer, url, { headers });
  const keys: unknown = await response.json().catch(() => undefined);
  if (!response.ok || keys === undefined)
    throw new IssuerUnavailableError(`The issuer has no keys (${response.status}).`);
  return Response.json(keys);
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keysByAddress = new LRUCache<string, KeySet>({ max: providerLimits.cachedIssuers });

/** The keys at an address that an issuer, or an application, names as its own. */
export function keysAt(issuer: string, address: string): KeySet {
  const name = `${issuer} ${address}`;
  const known = keysByAddress.get(name);
  if (known !== undefined) return known;
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: maxAgeMs,
    cooldownDuration: providerLimits.keyCooldownSeconds * 1_000,
    [customFetch]: (url, { headers }) => readKeys(issuer, url, headers),
  });
  keysByAddress.set(name, keys);
  return keys;
}

/** The claims and the type of a token that the issuer has signed for the audience. Throws for every other one. */
export async function verifyToken(
  token: string,
  issuer: string,
  options: Omit<JWTVerifyOptions, 'issuer' | 'algorithms'>,
): Promise<{ claims: JWTPayload; type: string | undefined }> {
  const metadata = await discover(issuer);
  const { payload, protectedHeader } = await jwtVerify(token, keysAt(issuer, metadata.jwks_uri), {
    clockTolerance: providerLimits.clockToleranceSeconds,
    ...options,
    issuer,
    algorithms: signatureAlgorithms,
  });
  return { claims: payload, type: protectedHeader.typ };
}
