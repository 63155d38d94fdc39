/** Requests in terms of contracts, converted for HTTP. */

import { toJson } from '../base/json.ts';
import type { EndpointSpec } from '../http/endpoint-spec.ts';
import type { SampleClient, SampleFile, SampleRequest, SampleSurroundings } from './sample.ts';

/** An HTTP request without credentials. */
export interface WireRequest {
  method: string;
  /** Including its query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

const boundary = 'boundary-of-a-sample';

const isFile = (value: unknown): value is SampleFile =>
  typeof value === 'object' && value !== null && 'fileName' in value && 'content' in value;

/** Values of a form's fields; other values than texts are sent as JSON. */
const fieldText = (value: unknown): string => (typeof value === 'string' ? value : toJson(value));

function multipart(parts: readonly (readonly [string, unknown])[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.flatMap(([name, value]) => {
    const file = isFile(value) ? `; filename="${value.fileName}"\r\ncontent-type: ${value.contentType}` : '';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    const content = isFile(value) ? value.content : fieldText(value);
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Uint8Array.from(Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]));
}

function encodeBody(
  format: EndpointSpec['bodyFormat'],
  body: NonNullable<SampleRequest['body']>,
): { type: string; bytes: string | Uint8Array<ArrayBuffer> } {
  if (typeof body === 'string') return { type: 'application/json', bytes: body };
  const fields = Object.entries(body);
  switch (format) {
    case 'stream':
      return { type: `multipart/form-data; boundary=${boundary}`, bytes: multipart(fields) };
    case 'form': {
      const form = new URLSearchParams(
        Object.fromEntries(fields.map(([name, value]) => [name, fieldText(value)])),
      );
      return { type: 'application/x-www-form-urlencoded', bytes: form.toString() };
    }
    default:
      return { type: 'application/json', bytes: toJson(body) };
  }
}

/** The path of a request with its parameters and query. Throws when a parameter is missing. */
export function pathOf(
  { path, operationId }: EndpointSpec,
  { params = {}, query = {} }: SampleRequest,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The sample of ${operationId} lacks the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

export function toWire(endpoint: EndpointSpec, request: SampleRequest): WireRequest {
  const { headers = {}, body } = request;
  const base = { method: endpoint.method, path: pathOf(endpoint, request) };
  if (body === undefined) return { ...base, headers: { ...headers } };
  const { type, bytes } = encodeBody(endpoint.bodyFormat, body);
  return { ...base, headers: { 'content-type': type, ...headers }, body: bytes };
}

/** The body in documents: a file by its name. Undefined for a request without a body, and for a raw one. */
export function shownBody({ body }: SampleRequest): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object') return undefined;
  const shown = Object.entries(body).map(([name, value]) => [
    name,
    isFile(value) ? `@${value.fileName}` : value,
  ]);
  return Object.fromEntries(shown);
}

/** The samples' client, on a function that sends requests with the caller's credentials. */
export function sampleClient(
  send: (request: WireRequest) => Promise<{ status: number; body: unknown }>,
  surroundings: SampleSurroundings,
): SampleClient {
  const exchange = async (endpoint: EndpointSpec, request: SampleRequest, isRefused: boolean) => {
    const { status, body } = await send(toWire(endpoint, request));
    if (status >= 400 !== isRefused) {
      const outcome = isRefused ? 'accepted' : 'refused';
      throw new Error(`${endpoint.operationId} was ${outcome} with ${status}: ${toJson(body)}`);
    }
    return typeof body === 'object' && body !== null ? { ...body } : {};
  };
  return {
    surroundings,
    call: (endpoint, request) => exchange(endpoint, request, false),
    refusal: (endpoint, request) => exchange(endpoint, request, true),
  };
}
