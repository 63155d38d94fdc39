/**
 * Sends one webhook request and returns the result. Receivers are not trusted: their address, their time and the size
 * of their response are limited here.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { hopsHeader } from '../events/hops.ts';
import { sendableHeaders } from './custom-headers.ts';
import { type Ending, exchange, type Problem } from './http-exchange.ts';
import { outboundLimits } from './limits.ts';
import { type Lookup, publicLookup, systemLookup } from './public-lookup.ts';
import { TruncatedBody } from './truncated-response.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from './url.ts';
import { userAgentOf } from './user-agent.ts';

export type { Problem } from './http-exchange.ts';

export interface SendRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  /** Undefined with GET. */
  body?: string | undefined;
  /** Time limit from the host look-up to the end of the response. */
  timeoutMs: number;
  /** Stored size of the response's body, which is also all that is read; 4 096 bytes by default. */
  keepBytes?: number;
  /** Returns the body as bytes, not as text. */
  needsBytes?: true;
}

/** The result. Status, headers and body are those of the response as far as it arrived, also with a problem. */
export interface Exchange {
  startedAtMs: number;
  /** With the problem `timeout`, the request's `timeoutMs`. */
  durationMs: number;
  status: number | null;
  /** Names in lower case. The first 50 headers, 8 KB of them. */
  responseHeaders: Record<string, string> | null;
  /** Decoded, up to the request's limit; null if the request needs bytes. */
  responseBody: string | null;
  /** The stored part as it was sent, if the request needs it. */
  responseBytes?: Uint8Array;
  /** More bytes arrived than were stored. */
  isBodyCut?: true;
  problem: Problem | null;
}

export interface Sender {
  /** Never rejects. */
  send(request: SendRequest): Promise<Exchange>;
  /** Closes all connections at once. */
  close(): Promise<void>;
}

export interface SenderOptions {
  lookup?: Lookup | undefined;
  /** Allows receivers with private addresses. */
  allowPrivate?: boolean | undefined;
  /** Certificates to trust instead of the usual authorities. */
  ca?: string | undefined;
}

/** The headers of one attempt. The sender's own come last, so that no custom header replaces them. */
export function deliveryHeaders(delivery: {
  customHeaders: Readonly<Record<string, string>> | null;
  /** JSON by default; null without a body. */
  contentType?: string | null | undefined;
  messageId: string;
  timestampSeconds: number;
  /** Undefined for requests without a webhook. */
  signature?: string | undefined;
  /** Value of `x-platform-hops`. */
  signedHops: string;
}): Record<string, string> {
  const {
    customHeaders,
    contentType = 'application/json',
    messageId,
    timestampSeconds,
    signature,
    signedHops,
  } = delivery;
  return {
    ...(contentType !== null && { 'content-type': contentType }),
    'user-agent': userAgentOf('Webhooks'),
    ...sendableHeaders(customHeaders ?? {}),
    'webhook-id': messageId,
    'webhook-timestamp': String(timestampSeconds),
    [hopsHeader]: signedHops,
    ...(signature !== undefined && { 'webhook-signature': signature }),
  };
}

/** Configuration of connections, which are closed after their first response unless they are kept. */
function createAgents(
  { lookup = systemLookup, allowPrivate = false, ca }: SenderOptions,
  keepAlive: boolean,
) {
  const options = {
    keepAlive,
    // Node would also keep the connections of a limited agent without keepAlive.
    ...(keepAlive && { maxSockets: outboundLimits.connectionsPerOrigin }),
    // Of idle connections; that of a request is the sender's own, which spans all phases.
    timeout: outboundLimits.idleConnectionMs,
    lookup: publicLookup(lookup, allowPrivate),
    // Tries the addresses of a host in turn, both families. Node's 250 ms for each would skip distant ones.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  };
  return {
    http: new HttpAgent(options),
    https: new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) }),
  };
}

/**
 * The body without its content coding, in which some servers respond unasked; as it arrived if it cannot be decoded. Of a
 * body that is not complete, the part that arrived is decoded.
 */
async function textOf(body: TruncatedBody, headers: Record<string, string> | null): Promise<string> {
  const coding = headers?.['content-encoding'];
  if (coding === undefined) return body.text();
  const { decoded } = await import('./content-coding.ts');
  const content = await decoded(body.bytes, coding, outboundLimits.decodedBytes, { isPart: true });
  if (!('bytes' in content)) return body.text();
  const shown = new TruncatedBody(body.maxBytes);
  shown.add(content.bytes);
  return shown.text();
}

/** A sender with its own connections. */
export function createSender(options: SenderOptions = {}): Sender {
  const { allowPrivate = false } = options;
  const [kept, fresh] = [createAgents(options, true), createAgents(options, false)];

  async function exchangeOf(request: SendRequest, timeUp: AbortSignal): Promise<Ending> {
    const { method, headers, body, keepBytes = outboundLimits.responseBodyBytes } = request;
    const url = new URL(request.url);
    const http = { url, method, headers, body, keepBytes };
    const scheme = url.protocol === 'https:' ? 'https' : 'http';
    const ending = await exchange(http, kept[scheme], timeUp);
    // The receiver closed the idle connection just when the request was sent. That is not a failure of the receiver,
    // so the request is sent once more on a new connection. If the first one did arrive, the second has the same
    // webhook-id, like every repetition.
    return ending.isStale && !timeUp.aborted ? exchange(http, fresh[scheme], timeUp) : ending;
  }

  return {
    async send(request) {
      const startedAtMs = Date.now();
      const startMs = performance.now();
      if (webhookUrlProblem(request.url, { allowPrivate }) !== undefined) {
        const nothing = { status: null, responseHeaders: null, responseBody: null };
        return { startedAtMs, durationMs: 0, ...nothing, problem: 'unsafe' };
      }
      const timeUp = new AbortController();
      const timer = setTimeout(() => timeUp.abort(), request.timeoutMs);
      const { status, headers, body, problem } = await exchangeOf(request, timeUp.signal);
      clearTimeout(timer);
      return {
        startedAtMs,
        durationMs: problem === 'timeout' ? request.timeoutMs : Math.round(performance.now() - startMs),
        status,
        responseHeaders: headers,
        responseBody: status === null || request.needsBytes ? null : await textOf(body, headers),
        ...(request.needsBytes && status !== null && { responseBytes: body.bytes }),
        ...(body.isCut && { isBodyCut: true }),
        problem,
      };
    },
    async close() {
      for (const agent of [kept.http, kept.https, fresh.http, fresh.https]) agent.destroy();
    },
  };
}

/** The platform's sender: one per function instance, so that deliveries share its connections. */
export const { send } = createSender({ allowPrivate: allowsPrivateWebhooks() });
