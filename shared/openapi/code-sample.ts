/** A request as a curl command, to be copied into a shell where `BASE_URL` and `API_KEY` are set. */
import type { EndpointSpec } from '../http/contract.ts';
import type { SampleRequest } from '../samples/sample.ts';
import { pathOf, shownBody } from '../samples/wire.ts';

/** Single quotes, which keep everything but themselves as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function bodyOptions({ body, bodyFormat }: EndpointSpec, request: SampleRequest): string[] {
  if (body === undefined) return [];
  if (typeof request.body === 'string') return [`-d ${quoted(request.body)}`];
  const value = shownBody(request) ?? {};
  const parts = Object.entries(value).map(([name, part]) => quoted(`${name}=${String(part)}`));
  // A part that begins with @ names a file, as for curl itself.
  if (bodyFormat === 'stream') return parts.map((part) => `-F ${part}`);
  if (bodyFormat === 'form') return parts.map((part) => `--data-urlencode ${part}`);
  return ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(value))}`];
}

/** The sample of the endpoint; without one, its path with the names of the parameters. */
export function curlSample(endpoint: EndpointSpec, sample: SampleRequest | undefined): string {
  const { method, auth, path } = endpoint;
  const target = sample === undefined ? path : pathOf(endpoint, sample);
  const request = sample ?? {};
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${target}"`];
  if (auth !== 'none') lines.push('-H "X-Api-Key: $API_KEY"');
  for (const [name, value] of Object.entries(request.headers ?? {}))
    lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  lines.push(...bodyOptions(endpoint, request));
  return lines.join(' \\\n  ');
}
