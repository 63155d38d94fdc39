/** Runs the demo: each step is one request, printed with its curl command, its response and its time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { sampleOf } from '../../shared/catalog/samples.ts';
import { createPlatformClient, type PlatformClient } from '../../shared/clients/typescript/index.ts';
import { bodyOf } from '../../shared/kernel/samples/sample.ts';
import { pathOf } from '../../shared/kernel/samples/wire.ts';
import { curlLine, keepFile, type Sent, sentBy } from './curl.ts';
import { explorerOf } from './explorer.ts';

export interface Access {
  baseUrl: string;
  /** The control server, which shows e-mails. */
  controlUrl?: string;
  keys: Record<string, string>;
  tenants: Record<'acme' | 'globex', { id: string; organizations: Record<string, string> }>;
  inbound?: { standard_webhooks: { endpointId: string; secret: string } };
  stripe?: { apiBase: string; secretKey: string };
  aws?: Record<'endpointUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string> & {
    buckets: Record<string, string>;
  };
  login?: { email: string; password: string; tenantId: string };
}

/** A request of any kind, also to other servers, and also an invalid one. */
export interface StepRequest {
  method: string;
  path: string;
  /** Another server than the platform. */
  base?: string | undefined;
  /** Name of a demo key; undefined sends none. */
  key?: string;
  /** A secret or session token from an earlier response, sent as bearer token. */
  bearer?: unknown;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  /** The parts of a multipart form; its part `file` has the name of the file. */
  upload?: { parts: Record<string, string>; fileName: string; content: string | Uint8Array<ArrayBuffer> };
  /** For an endless response: stops when this text has arrived. The response is then the text so far. */
  until?: string;
  /**
   * Repeats the request while this returns true, because results arrive later. The demo stops if it still does after a
   * minute.
   */
  again?: (body: Record<string, unknown>) => boolean;
  /** The expected status; the demo stops at any other. */
  expect: number;
  /** The part of the response to print; nothing by default. */
  show?: (body: Record<string, unknown>) => unknown;
}

/** An operation's sample, sent with a demo key, and the changes of it. */
export interface SampleStep {
  key: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Fields that replace or extend those of the sample. */
  body?: Record<string, unknown>;
  show?: StepRequest['show'];
}

/** The result of a call of the typed client. */
interface Called {
  data?: unknown;
  error?: unknown;
  response: Response;
}

type DataOf<Answer extends Called> = Answer extends { error?: never } ? Answer['data'] : never;

export interface CallOptions<Data> {
  /** Repeats the request while this returns true. The demo stops if it still does after a minute. */
  again?: (data: Data) => boolean;
  /** The part of the response to print; nothing by default. */
  show?: (data: Data) => unknown;
}

export interface Tour {
  access: Access;
  /** Unique per run, so that the demo can be repeated on the same data. */
  tag: string;
  chapter(title: string): void;
  /** The typed client with a demo key, or with a secret or session token of an earlier response. */
  as(keyName: string): PlatformClient;
  withToken(token: string): PlatformClient;
  /** Makes one call of the typed client, prints it, and returns its data. Throws when it is refused. */
  call<Answer extends Called>(
    what: string,
    send: () => Promise<Answer>,
    options?: CallOptions<DataOf<Answer>>,
  ): Promise<DataOf<Answer>>;
  /** Makes one call that must be refused with this status. Throws otherwise. */
  refused<Answer extends Called>(
    what: string,
    status: number,
    send: () => Promise<Answer>,
    show?: (error: NonNullable<Answer['error']>) => unknown,
  ): Promise<void>;
  /** Makes one request of any kind, prints it, and returns its body. Throws when the status is not the expected one. */
  step(what: string, request: StepRequest): Promise<Record<string, unknown>>;
  /** Sends the sample of an operation, prints it, and returns the response's body. Throws unless it succeeds. */
  sample(what: string, operationId: string, step: SampleStep): Promise<Record<string, unknown>>;
  finish(): void;
}

/** Polling timeout and interval. A sync of some hundred rows takes several seconds on a busy machine. */
const [timeoutMs, pauseMs] = [60_000, 200];

/** Reads a response's text up to the awaited text. */
async function textUntil(response: Response, wanted: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(wanted)) break;
  }
  return text;
}

export interface TourOptions {
  /** Prints each request as curl. */
  isVerbose: boolean;
  /** Folder for uploaded files, so that printed requests can be repeated. */
  filesDir: string;
}

function requestOf(
  access: Access,
  { upload, ...request }: StepRequest,
  filesDir: string,
): Sent & { payload: string | FormData | undefined } {
  const { method, path, base = access.baseUrl, key, bearer, form, body, until } = request;
  const json = body === undefined ? undefined : JSON.stringify(body);
  const text = form ? new URLSearchParams(form).toString() : json;
  const headers = {
    ...request.headers,
    ...(key !== undefined && { 'X-Api-Key': access.keys[key] ?? '' }),
    ...(bearer !== undefined && { Authorization: `Bearer ${String(bearer)}` }),
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
  };
  const sent = { method, url: `${base}${path}`, headers, body: text, isStream: until !== undefined };
  if (!upload) return { ...sent, payload: text };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(upload.parts)) multipart.set(name, value);
  multipart.set('file', new Blob([upload.content]), upload.fileName);
  return {
    ...sent,
    form: { ...upload.parts, file: keepFile(filesDir, upload.fileName, upload.content) },
    payload: multipart,
  };
}

export function createTour(access: Access, { isVerbose, filesDir }: TourOptions): Tour {
  const startedMs = performance.now();
  const explorer = explorerOf(access.baseUrl);
  /** One operation of each chapter, by the chapter's title. */
  const links = new Map<string, string>();
  let [steps, title] = [0, ''];
  /** The client's last request. */
  let last: Sent | undefined;

  async function fetchRecorded(request: Request): Promise<Response> {
    last = await sentBy(request, filesDir);
    return fetch(request);
  }

  function withToken(token: string): PlatformClient {
    return createPlatformClient({ baseUrl: access.baseUrl, token, fetch: fetchRecorded });
  }

  function print(
    what: string,
    sent: Sent,
    status: number,
    isOk: boolean,
    beganMs: number,
    shown: unknown,
  ): void {
    steps += 1;
    const link = explorer(sent.method, sent.url);
    if (link !== undefined && !links.has(title)) links.set(title, link);
    const mark = isOk ? styleText('green', '✓') : styleText('red', '✗');
    const ms = Math.round(performance.now() - beganMs);
    console.log(`${mark} ${what} ${styleText('dim', `${status}, ${ms} ms`)}`);
    if (isVerbose) console.log(`  ${styleText('dim', curlLine(sent))}`);
    if (shown !== undefined) console.log(`  ${styleText('yellow', JSON.stringify(shown))}`);
  }

  /** Repeats the request until its response is as awaited, or the time is over. */
  async function patiently<Answer>(
    send: () => Promise<Answer>,
    again: (answer: Answer) => boolean,
    beganMs: number,
  ) {
    let answer = await send();
    while (again(answer) && performance.now() - beganMs < timeoutMs) {
      await sleep(pauseMs);
      answer = await send();
    }
    return answer;
  }

  async function made<Answer extends Called>(
    what: string,
    send: () => Promise<Answer>,
    isOk: (answer: Answer) => boolean,
    again: (answer: Answer) => boolean,
    show: (answer: Answer) => unknown,
  ): Promise<Answer> {
    const beganMs = performance.now();
    const answer = await patiently(send, (one) => isOk(one) && again(one), beganMs);
    const { status } = answer.response;
    const ok = isOk(answer) && !again(answer);
    if (last) print(what, last, status, ok, beganMs, ok ? show(answer) : answer.error);
    if (!ok) throw new Error(`${what}: got ${status}: ${JSON.stringify(answer.error ?? answer.data)}`);
    return answer;
  }

  const step: Tour['step'] = async (what, request) => {
    const { payload, ...sent } = requestOf(access, request, filesDir);
    const beganMs = performance.now();
    const { method, headers } = sent;
    const fetchOnce = () =>
      fetch(sent.url, { method, headers, ...(payload !== undefined && { body: payload }) });
    const send = async () => {
      let response = await fetchOnce();
      // The steps exceed the rate limit of a key: waits as the response says.
      if (response.status === 429 && request.expect !== 429) {
        await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
        response = await fetchOnce();
      }
      const text = await (request.until === undefined ? response.text() : textUntil(response, request.until));
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const answer = (text === '' ? {} : isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
      return { response, text, answer };
    };
    const again = ({ answer }: { answer: Record<string, unknown> }) => request.again?.(answer) ?? false;
    const { response, text, answer } = await patiently(send, again, beganMs);
    const ok = response.status === request.expect && !again({ answer });
    print(what, sent, response.status, ok, beganMs, request.show?.(answer));
    if (!ok) throw new Error(`Expected ${request.expect}, got ${response.status}: ${text}`);
    return answer;
  };

  return {
    access,
    tag: Date.now().toString(36),
    withToken,
    as: (keyName) => withToken(access.keys[keyName] ?? ''),

    chapter(name) {
      title = name;
      console.log(`\n${styleText(['bold', 'cyan'], name)}`);
    },

    async call<Answer extends Called>(
      what: string,
      send: () => Promise<Answer>,
      { again, show }: CallOptions<DataOf<Answer>> = {},
    ) {
      const dataOf = (answer: Answer) => answer.data as DataOf<Answer>;
      const answer = await made(
        what,
        send,
        ({ response }) => response.ok,
        (one) => again?.(dataOf(one)) ?? false,
        (one) => show?.(dataOf(one)),
      );
      return dataOf(answer);
    },

    async refused(what, status, send, show) {
      const isRefused = ({ response }: Called) => response.status === status;
      await made(
        what,
        send,
        isRefused,
        () => false,
        ({ error }) => error && show?.(error),
      );
    },

    step,

    sample(what, operationId, { key, headers, show, ...changes }) {
      const { endpoint, shown } = sampleOf(operationId);
      const body = { ...bodyOf(shown), ...changes.body };
      const path = pathOf(endpoint, { ...shown, ...changes });
      return step(what, {
        ...{ method: endpoint.method, path, key, expect: endpoint.success.status },
        ...(headers && { headers }),
        ...(endpoint.body && { body }),
        ...(show && { show }),
      });
    },

    finish() {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      console.log(`\n${styleText('green', `${steps} steps in ${seconds} s.`)} Continue in the API explorer:`);
      for (const [name, link] of links) console.log(`  ${name.padEnd(36)} ${styleText('cyan', link)}`);
      console.log(`  ${'The console'.padEnd(36)} ${styleText('cyan', `${access.baseUrl}/console/`)}`);
      const { login, keys } = access;
      console.log(
        login === undefined
          ? `  Sign in with the key ${keys.acmeAdmin}`
          : `  Sign in as ${login.email}, password ${login.password}, tenant ${login.tenantId}`,
      );
    },
  };
}
