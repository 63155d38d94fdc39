/**
 * Calls a tenant-configured API with SSRF protection, a response limit and retries with jittered exponential backoff. No
 * redirect is followed.
 */

import { isUtf8 } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../base/json.ts';
import { truncate } from '../base/text.ts';
import { decoded } from './content-coding.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Exchange, SendRequest } from './send.ts';
import { AuthorizationFailedError, RetryLaterError, SourceError } from './service-errors.ts';
import { userAgentOf } from './user-agent.ts';

export const apiLimits = {
  /** Attempts per call. After the last one, the whole batch is retried. */
  tries: 5,
  timeoutMs: 20_000,
  firstWaitMs: 300,
  /** Maximum wait within a call, because the invocation has to end. If the API asks for a longer one, the batch is requeued. */
  maxWaitMs: 15_000,
  /** Maximum response size in bytes, both before and after decompression. */
  bodyBytes: 10_485_760,
} as const;

type Send = (request: SendRequest) => Promise<Exchange>;

async function defaultSend({ isTrusted = false }: ApiCall): Promise<Send> {
  const { send, sendTrusted } = await import('./api-senders.ts');
  return isTrusted ? sendTrusted : send;
}

export interface ApiCall {
  /** The name of the API in messages, such as `The API`. */
  name: string;
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** True if the deployment configured the address, and not a tenant. */
  isTrusted?: boolean;
  /** Statuses by which the API refuses the credentials, not only one call of them; 401 and 403 by default. */
  authStatuses?: readonly number[];
  signal: AbortSignal;
}

export interface ApiResponse {
  status: number;
  body: string;
  /** False if the body was not valid UTF-8; it then contains replacement characters. */
  isUtf8: boolean;
}

/** The wait in milliseconds before attempt `tries + 1`: `Retry-After` within limits, else jittered exponential backoff. */
export function waitMs(tries: number, retryAfterSeconds: number | undefined, random: () => number): number {
  const { firstWaitMs, maxWaitMs } = apiLimits;
  if (retryAfterSeconds !== undefined)
    return Math.min(Math.max(retryAfterSeconds * 1_000, firstWaitMs), maxWaitMs);
  const longest = Math.min(firstWaitMs * 2 ** tries, maxWaitMs);
  return Math.round(longest / 2 + (longest / 2) * random());
}

const problems: Readonly<Record<NonNullable<Exchange['problem']>, string>> = {
  timeout: 'did not answer in time',
  network: 'cannot be reached',
  dns: 'has no address',
  certificate: 'has no valid certificate',
  unsafe: 'has no public address',
  protocol: 'does not speak HTTP as it should',
};

/** Whether a retry may succeed. */
const isBusy = ({ status, problem }: Exchange): boolean =>
  problem !== null ? problem !== 'unsafe' : status === 429 || (status !== null && status >= 500);

const tooLong = (name: string): SourceError =>
  new SourceError(`${name} answers with more than ${apiLimits.bodyBytes} bytes: use smaller batches.`);

async function responseOf(
  { name, authStatuses = [401, 403] }: ApiCall,
  exchange: Exchange,
): Promise<ApiResponse> {
  const { status, problem, responseHeaders, responseBytes = new Uint8Array(), isBodyCut } = exchange;
  if (problem === 'unsafe') throw new SourceError(`${name} ${problems.unsafe}.`);
  if (problem !== null || status === null) throw new Error(`${name} ${problems[problem ?? 'network']}.`);
  if (status === 429 || status >= 500) throw new Error(`${name} is busy or has trouble (${status}).`);
  if (authStatuses.includes(status))
    throw new AuthorizationFailedError(`${name} refuses the credentials (${status}).`);
  if (status >= 300 && status < 400)
    throw new SourceError(`${name} redirects (${status}), which is not followed: set the address itself.`);
  if (isBodyCut) throw tooLong(name);
  const body = await decoded(responseBytes, responseHeaders?.['content-encoding'], apiLimits.bodyBytes);
  if ('tooLong' in body) throw tooLong(name);
  if ('problem' in body) throw new SourceError(`${name} ${body.problem}.`);
  return { status, body: new TextDecoder().decode(body.bytes), isUtf8: isUtf8(body.bytes) };
}

/**
 * Calls an API and returns its response, 2xx or 4xx. Throws AuthorizationFailedError for `authStatuses`, SourceError for
 * permanent failures, RetryLaterError if `Retry-After` exceeds the maximum wait of a call, and other errors for transient
 * failures.
 */
export async function callApi(call: ApiCall, given?: Send): Promise<ApiResponse> {
  const sendIt = given ?? (await defaultSend(call));
  const { name, url, method, body, signal } = call;
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgentOf(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
  };
  const { timeoutMs, bodyBytes, tries } = apiLimits;
  const request = {
    url,
    method,
    headers,
    ...(body !== undefined && { body }),
    timeoutMs,
    keepBytes: bodyBytes,
    needsBytes: true,
  } as const;
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    const exchange = await sendIt(request);
    if (!isBusy(exchange)) return responseOf(call, exchange);
    const retryAfterSeconds = parseRetryAfter(exchange.responseHeaders?.['retry-after'], Date.now());
    if (retryAfterSeconds !== undefined && retryAfterSeconds * 1_000 > apiLimits.maxWaitMs)
      throw new RetryLaterError(
        `${name} asks to wait for ${retryAfterSeconds} seconds (${exchange.status}).`,
        retryAfterSeconds,
      );
    if (tried === tries) return responseOf(call, exchange);
    await sleep(waitMs(tried - 1, retryAfterSeconds, Math.random), undefined, { signal });
  }
}

/** Throws SourceError if a response is not valid UTF-8, which JSON requires. */
export function assertUtf8(name: string, { isUtf8 }: ApiResponse): void {
  if (!isUtf8) throw new SourceError(`${name} answers with bytes that are not valid UTF-8.`);
}

/** Returns the JSON object of a response. Throws SourceError if the body is not a JSON object. */
export function objectIn(name: string, response: ApiResponse): Readonly<Record<string, unknown>> {
  const { body } = response;
  assertUtf8(name, response);
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SourceError(`${name} answers with something that is not a JSON object.`);
  return value as Record<string, unknown>;
}

/** Returns an API's error message, shortened, to append to a message. */
export function errorMessageIn({ body }: ApiResponse): string {
  const text = truncate(body.replaceAll(/\s+/g, ' ').trim(), 200);
  return text === '' ? '' : `: ${text}`;
}
