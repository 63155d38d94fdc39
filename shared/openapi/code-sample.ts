/** A request as a curl command, to be copied into a shell where `BASE_URL` and `API_KEY` are set. */
import * as z from 'zod/mini';
import type { Endpoint } from '../http/contract.ts';
import { fieldsOf } from './schemas.ts';

function exampleValue(schema: z.core.$ZodType): string {
  const examples = z.globalRegistry.get(schema)?.examples;
  const [example = 'value'] = Array.isArray(examples) ? examples : [];
  return String(example);
}

/** Single quotes, which keep everything but themselves as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function bodyOptions({ body, bodyFormat, example }: Endpoint): string[] {
  if (body === undefined) return [];
  const value = example?.request ?? {};
  if (bodyFormat === 'stream') {
    // A value that begins with @ names a file, as for curl itself.
    return Object.entries(value).map(([name, part]) => `-F ${quoted(`${name}=${String(part)}`)}`);
  }
  if (bodyFormat !== 'form') {
    return ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(value))}`];
  }
  return Object.entries(value).map(([name, part]) => `--data-urlencode ${quoted(`${name}=${String(part)}`)}`);
}

/** The request that the endpoint's example describes. */
export function curlSample(endpoint: Endpoint): string {
  const { method, path, params, query, auth } = endpoint;
  let target = path;
  for (const { name, schema } of params ? fieldsOf(params) : []) {
    target = target.replace(`{${name}}`, encodeURIComponent(exampleValue(schema)));
  }
  const needed = (query ? fieldsOf(query) : []).filter(({ required }) => required);
  const values = Object.fromEntries(needed.map(({ name, schema }) => [name, exampleValue(schema)]));
  const search = new URLSearchParams(values).toString();
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${target}${search && '?'}${search}"`,
  ];
  if (auth !== 'none') lines.push('-H "X-Api-Key: $API_KEY"');
  lines.push(...bodyOptions(endpoint));
  return lines.join(' \\\n  ');
}
