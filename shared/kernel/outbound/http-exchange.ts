/**
 * One HTTP exchange. Node's client reads the response with its lenient parser, because receivers write HTTP/1.1 in every
 * form that RFC 9112 allows, and in some that it tolerates.
 */
import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { outboundLimits } from './limits.ts';
import { LookupError } from './public-lookup.ts';
import { hasUsualForm, withOneLength } from './response-head.ts';
import { firstHeaders, TruncatedBody } from './truncated-response.ts';

export interface HttpRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Stored size of the response's body. */
  keepBytes: number;
}

/** The reason why an exchange did not complete. */
export type Problem = 'timeout' | 'network' | 'dns' | 'certificate' | 'unsafe' | 'protocol';

/** The response as far as it arrived. */
export interface Ending {
  status: number | null;
  headers: Record<string, string> | null;
  body: TruncatedBody;
  problem: Problem | null;
  /** A kept connection broke before any part of a response arrived on it. */
  isStale: boolean;
}

const parserOptions = { insecureHTTPParser: true, maxHeaderSize: outboundLimits.responseHeadBytes } as const;

/** Errors of Node's parser. */
const isParserError = ({ code = '' }: NodeJS.ErrnoException): boolean => code.startsWith('HPE_');

function problemOf(error: Error, socket: Socket | undefined): Problem {
  if (error instanceof LookupError) return error.problem;
  if (socket instanceof TLSSocket && socket.authorizationError) return 'certificate';
  // An incomplete response is a broken connection.
  return isParserError(error) && !('code' in error && error.code === 'HPE_INVALID_EOF_STATE')
    ? 'protocol'
    : 'network';
}

/** The first bytes on a connection, up to the end of the response's head. */
class HeadBytes {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    // Any number of interim responses may come before the final one.
    if (this.#length <= outboundLimits.recordedHeadBytes) this.#chunks.push(chunk);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** One character for each byte; empty if it exceeds the recorded size. */
  text(): string {
    return this.#length > outboundLimits.recordedHeadBytes
      ? ''
      : Buffer.concat(this.#chunks).toString('latin1');
  }
}

/** A connection on which the given response arrives, and nothing else. */
function recordedConnection(response: string): Duplex {
  const connection = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  connection.push(response, 'latin1');
  connection.push(null);
  return connection;
}

function open({ url, method, headers, body }: HttpRequest, agent: Agent): ClientRequest {
  const length = body === undefined ? undefined : String(Buffer.byteLength(body));
  return (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    ...parserOptions,
    agent,
    method,
    headers: { ...headers, ...(length !== undefined && { 'content-length': length }) },
  });
}

/** Sends the request and resolves when its response ends, breaks, exceeds the stored size, or the time is over. */
export function exchange(request: HttpRequest, agent: Agent, timeUp: AbortSignal): Promise<Ending> {
  return exchangeOver(() => open(request, agent), request, timeUp);
}

/** Never rejects. */
function exchangeOver(
  opened: () => ClientRequest,
  request: HttpRequest,
  timeUp: AbortSignal,
): Promise<Ending> {
  const body = new TruncatedBody(request.keepBytes);
  const head = new HeadBytes();
  const onData = (chunk: Buffer) => head.add(chunk);
  let [status, headers]: [number | null, Record<string, string> | null] = [null, null];
  let outgoing: ClientRequest | undefined;
  let response: IncomingMessage | undefined;
  let socket: Socket | undefined;

  return new Promise((resolve) => {
    const release = (keepsConnection: boolean) => {
      timeUp.removeEventListener('abort', onTimeUp);
      socket?.removeListener('data', onData);
      if (keepsConnection) return;
      outgoing?.destroy();
      // A request whose response has ended no longer closes its connection.
      socket?.destroy();
    };
    const end = (problem: Problem | null, { keepsConnection = false, isStale = false } = {}) => {
      release(keepsConnection);
      resolve({ status, headers, body, problem, isStale });
    };
    const onTimeUp = () => end('timeout');

    function onResponse(arrived: IncomingMessage): void {
      response = arrived;
      status = response.statusCode ?? null;
      headers = firstHeaders(response.headersDistinct);
      socket?.removeListener('data', onData);
      response.on('data', (chunk: Buffer) => {
        body.add(chunk);
        if (body.isCut) end(null);
      });
      response.on('end', () =>
        end(null, { keepsConnection: outgoing?.writableFinished === true && hasUsualForm(head.text()) }),
      );
      response.on('error', () => end('network'));
    }

    function onError(error: NodeJS.ErrnoException): void {
      // The parser refuses also repeated lengths that are equal.
      const repaired =
        status === null && isParserError(error) && error.code?.includes('CONTENT_LENGTH')
          ? withOneLength(head.text())
          : undefined;
      if (repaired !== undefined) {
        const reread = () =>
          requestHttp({ ...parserOptions, createConnection: () => recordedConnection(repaired) });
        release(false);
        resolve(exchangeOver(reread, { ...request, body: undefined }, timeUp));
        return;
      }
      // Emits what the parser has read before the error.
      response?.read();
      const isStale =
        outgoing?.reusedSocket === true && head.isEmpty && status === null && !isParserError(error);
      end(problemOf(error, socket), { isStale });
    }

    if (timeUp.aborted) return end('timeout');
    timeUp.addEventListener('abort', onTimeUp);
    try {
      outgoing = opened();
    } catch {
      return end('network');
    }
    outgoing.on('socket', (assigned) => {
      socket = assigned;
      // Before the parser reads them.
      socket.prependListener('data', onData);
    });
    outgoing.on('response', onResponse);
    outgoing.on('upgrade', () => end('protocol'));
    outgoing.on('error', onError);
    outgoing.end(request.body);
  });
}
