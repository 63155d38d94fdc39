/** A walk through the product: each step is one request, printed with its curl line, its answer and its time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';

export interface Access {
  baseUrl: string;
  keys: Record<string, string>;
  tenants: Record<'acme' | 'globex', { id: string; organizations: Record<string, string> }>;
  inbound?: { standard_webhooks: { endpointId: string; secret: string } };
  stripe?: { apiBase: string; secretKey: string };
  aws?: Record<'endpointUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string> & {
    buckets: Record<string, string>;
  };
  login?: { email: string; password: string; tenantId: string };
}

export interface StepRequest {
  method: string;
  path: string;
  /** Another server than the platform's own. */
  base?: string | undefined;
  /** Demo key that is sent; none when absent. */
  key?: string;
  /** A secret or session token that an earlier step answered; sent as bearer. */
  bearer?: unknown;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  /** The parts of a multipart form, and in its part `file` what has this name. */
  upload?: { parts: Record<string, string>; fileName: string; content: string | Uint8Array<ArrayBuffer> };
  /** Of an answer that does not end: leaves once this has come. The answer is its `text` then. */
  until?: string;
  /** Asks again, for some seconds, while the answer is like that: what is looked for comes a little later. */
  again?: (body: Record<string, unknown>) => boolean;
  /** The demo stops when the answer has another status. */
  expect: number;
  /** What to show of the answer; by default nothing. */
  show?: (body: Record<string, unknown>) => unknown;
}

export interface Tour {
  access: Access;
  /** Different in every run, so that the demo can be repeated on the same data. */
  tag: string;
  chapter(title: string): void;
  /** Makes one request, prints it, and answers its body. Throws when the status is not the expected one. */
  step(what: string, request: StepRequest): Promise<Record<string, unknown>>;
  finish(): void;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curlLine(
  url: string,
  { method, until, upload }: StepRequest,
  headers: Record<string, string>,
  body?: string,
): string {
  const options = until === undefined ? '-s' : '-sN';
  const parts = ['curl', method === 'GET' ? options : `${options} -X ${method}`, quote(url)];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) parts.push('-d', quote(body));
  for (const [name, value] of Object.entries(upload?.parts ?? {}))
    parts.push('-F', quote(`${name}=${value}`));
  if (upload) parts.push('-F', quote(`file=@${upload.fileName}`));
  return parts.join(' ');
}

function multipartOf({ parts, fileName, content }: NonNullable<StepRequest['upload']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  form.set('file', new Blob([content]), fileName);
  return form;
}

/** The text of an answer up to what is waited for. */
async function textUntil(response: Response, wanted: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(wanted)) break;
  }
  return text;
}

/** How long a step asks again, and how often. */
const [mostPatienceMs, pauseMs] = [15_000, 200];

async function send(
  url: string,
  { method, upload, until }: StepRequest,
  headers: Record<string, string>,
  body: string | undefined,
) {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(upload && { body: multipartOf(upload) }),
  });
  const text = await (until === undefined ? response.text() : textUntil(response, until));
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer = (text === '' ? {} : isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
  return { response, text, answer };
}

export function createTour(access: Access): Tour {
  const startedMs = performance.now();
  let steps = 0;
  return {
    access,
    tag: Date.now().toString(36),

    chapter(title) {
      console.log(`\n${styleText(['bold', 'cyan'], title)}`);
    },

    async step(what, request) {
      const headers: Record<string, string> = { ...request.headers };
      if (request.key) headers['X-Api-Key'] = access.keys[request.key] ?? '';
      if (request.bearer) headers.Authorization = `Bearer ${String(request.bearer)}`;
      if (request.body !== undefined) headers['Content-Type'] = 'application/json';
      const body = request.form
        ? new URLSearchParams(request.form).toString()
        : request.body === undefined
          ? undefined
          : JSON.stringify(request.body);
      if (request.form) headers['Content-Type'] = 'application/x-www-form-urlencoded';
      const url = `${request.base ?? access.baseUrl}${request.path}`;

      const beganMs = performance.now();
      let { response, text, answer } = await send(url, request, headers, body);
      while (request.again?.(answer) && performance.now() - beganMs < mostPatienceMs) {
        await sleep(pauseMs);
        ({ response, text, answer } = await send(url, request, headers, body));
      }
      const ms = Math.round(performance.now() - beganMs);

      steps += 1;
      const ok = response.status === request.expect;
      const mark = ok ? styleText('green', '✓') : styleText('red', '✗');
      console.log(`${mark} ${what} ${styleText('dim', `${response.status}, ${ms} ms`)}`);
      console.log(`  ${styleText('dim', curlLine(url, request, headers, body))}`);
      if (request.show) console.log(`  ${styleText('yellow', JSON.stringify(request.show(answer)))}`);
      if (!ok) throw new Error(`Expected ${request.expect}, got ${response.status}: ${text}`);
      return answer;
    },

    finish() {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      console.log(`\n${styleText('green', `${steps} steps in ${seconds} s.`)} Explore further:`);
      console.log(`  ${access.baseUrl}/docs/api`);
    },
  };
}
