/**
 * Sends one webhook request and returns the result. Receivers are not trusted: their address, their time and the size
 * of their response are limited here.
 */
import type { Agent, Dispatcher } from 'undici';
import { version } from '../settings/version.ts';
import { allOf } from '../table/parallel.ts';
import { sendableHeaders } from './custom-headers.ts';
import { outboundLimits } from './limits.ts';
import { type Lookup, LookupError, publicLookup, systemLookup } from './public-lookup.ts';
import { firstHeaders, TruncatedBody } from './truncated-response.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from './url.ts';

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
}

/** The reason why an exchange did not complete. */
export type Problem = 'timeout' | 'network' | 'dns' | 'unsafe' | 'protocol';

/** The result. Status, headers and body are those of the response as far as it arrived, also with a problem. */
export interface Exchange {
  startedAtMs: number;
  /** With the problem `timeout`, the request's `timeoutMs`. */
  durationMs: number;
  status: number | null;
  /** Names in lower case. The first 50 headers, 8 KB of them. */
  responseHeaders: Record<string, string> | null;
  /** Up to the request's limit. */
  responseBody: string | null;
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
}): Record<string, string> {
  const {
    customHeaders,
    contentType = 'application/json',
    messageId,
    timestampSeconds,
    signature,
  } = delivery;
  return {
    ...(contentType !== null && { 'content-type': contentType }),
    'user-agent': `Platform-Modules-Webhooks/${version}`,
    ...sendableHeaders(customHeaders ?? {}),
    'webhook-id': messageId,
    'webhook-timestamp': String(timestampSeconds),
    ...(signature !== undefined && { 'webhook-signature': signature }),
  };
}

/** The result of an attempt; `error` is what undici reported. */
interface Ending {
  status: number | null;
  headers: Record<string, string> | null;
  body: TruncatedBody;
  problem: Problem | null;
  error?: Error;
}

/** Whether undici reports an invalid response rather than a broken connection. */
function isProtocolError({ name, code, message }: NodeJS.ErrnoException): boolean {
  // An incomplete response is a broken connection.
  if (name === 'HTTPParserError') return !message.includes('Invalid EOF');
  return code === 'UND_ERR_HEADERS_OVERFLOW' || message === 'bad response' || message === 'bad upgrade';
}

function problemOf(error: Error): Problem {
  if (error instanceof LookupError) return error.problem;
  return isProtocolError(error) ? 'protocol' : 'network';
}

/** Sends once and collects the response, until it ends, breaks, exceeds the stored size, or the time is over. */
function attempt(
  agent: Agent,
  options: Dispatcher.DispatchOptions,
  keepBytes: number,
  timeUp: AbortSignal,
): Promise<Ending> {
  const body = new TruncatedBody(keepBytes);
  let status: number | null = null;
  let headers: Record<string, string> | null = null;
  let controller: Dispatcher.DispatchController | undefined;
  return new Promise((resolve) => {
    const end = (problem: Problem | null, error?: Error) => {
      timeUp.removeEventListener('abort', onTimeUp);
      resolve({ status, headers, body, problem, ...(error && { error }) });
      // Closes the connection; no effect after a complete response.
      controller?.abort(new Error('The exchange is over.'));
    };
    const onTimeUp = () => end('timeout');
    timeUp.addEventListener('abort', onTimeUp);
    agent.dispatch(options, {
      onRequestStart(started) {
        // It may have waited for a connection until the caller stopped waiting.
        if (timeUp.aborted) started.abort(new Error('Time is up.'));
        controller = started;
      },
      onResponseStart(_, answered, answerHeaders) {
        // Interim responses (1xx) come before the final one.
        if (answered < 200) return;
        status = answered;
        headers = firstHeaders(answerHeaders);
      },
      onResponseData(_, chunk) {
        body.add(chunk);
        if (body.isCut) end(null);
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(problemOf(error), error),
    });
  });
}

/** Configuration of connections. `pipelining` 0 closes each after its first response. */
async function createAgent(
  { lookup = systemLookup, allowPrivate = false, ca }: SenderOptions,
  pipelining: 0 | 1,
): Promise<Agent> {
  // Loaded on demand: it is more code than all the rest of most functions, and many of them rarely send.
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  return new Agent({
    connections: outboundLimits.connectionsPerOrigin,
    pipelining,
    // With one protocol there is one way in which connections are shared, time out and break.
    allowH2: false,
    maxHeaderSize: outboundLimits.responseHeadBytes,
    // Only the sender's own limit applies, which spans all phases; these would end one phase of a longer one.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      lookup: publicLookup(lookup, allowPrivate),
      timeout: outboundLimits.timeoutMs.max,
      // Tries the addresses of a host in turn, both families. Node's 250 ms for each would skip distant ones.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
      ...(ca !== undefined && { ca }),
    },
  });
}

/** A sender with its own connections. */
export function createSender(options: SenderOptions = {}): Sender {
  const { allowPrivate = false } = options;
  // The connections that existed before an attempt began, identified by the error that ended them.
  const connectedAtMs = new WeakMap<Dispatcher, number>();
  const endedConnections = new WeakMap<Error, number>();
  let created: Promise<{ agent: Agent; freshAgent: Agent }> | undefined;

  async function createAgents(): Promise<{ agent: Agent; freshAgent: Agent }> {
    const [agent, freshAgent] = await allOf([createAgent(options, 1), createAgent(options, 0)]);
    agent.on('connect', (_, targets) => {
      const client = targets.at(-1);
      if (client !== undefined) connectedAtMs.set(client, performance.now());
    });
    agent.on('disconnect', (_, targets, error) => {
      const client = targets.at(-1);
      const atMs = client && connectedAtMs.get(client);
      if (atMs !== undefined) endedConnections.set(error, atMs);
    });
    return { agent, freshAgent };
  }

  /** Whether a kept-alive connection broke without any part of a response. */
  const foundStaleConnection = ({ status, error }: Ending, startMs: number): boolean =>
    status === null && error !== undefined && (endedConnections.get(error) ?? startMs) < startMs;

  async function exchange(request: SendRequest, timeUp: AbortSignal): Promise<Ending> {
    const { origin, pathname, search } = new URL(request.url);
    const { method, headers, body, keepBytes = outboundLimits.responseBodyBytes } = request;
    const path = `${pathname}${search}`;
    const options = { origin, path, method, headers, ...(body !== undefined && { body }) };
    created ??= createAgents();
    const { agent, freshAgent } = await created;
    const startMs = performance.now();
    const ending = await attempt(agent, options, keepBytes, timeUp);
    // The receiver closed the idle connection just when the request was sent. That is not a failure of the receiver,
    // so the request is sent once more on a new connection. If the first one did arrive, the second has the same
    // webhook-id, like every repetition.
    if (timeUp.aborted || !foundStaleConnection(ending, startMs)) return ending;
    return attempt(freshAgent, options, keepBytes, timeUp);
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
      const { status, headers, body, problem } = await exchange(request, timeUp.signal);
      clearTimeout(timer);
      return {
        startedAtMs,
        durationMs: problem === 'timeout' ? request.timeoutMs : Math.round(performance.now() - startMs),
        status,
        responseHeaders: headers,
        responseBody: status === null ? null : body.text(),
        ...(body.isCut && { isBodyCut: true }),
        problem,
      };
    },
    async close() {
      const agents = await created;
      if (agents !== undefined) await allOf([agents.agent.destroy(), agents.freshAgent.destroy()]);
    },
  };
}

/** The platform's sender: one per function instance, so that deliveries share its connections. */
export const { send } = createSender({ allowPrivate: allowsPrivateWebhooks() });
