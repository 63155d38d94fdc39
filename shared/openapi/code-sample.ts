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

export function curlSample({ method, path, params, query, body, auth, example }: Endpoint): string {
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
  if (auth === 'caller') lines.push('-H "X-Api-Key: $API_KEY"');
  if (body) {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d ${quoted(JSON.stringify(example?.request ?? {}))}`);
  }
  return lines.join(' \\\n  ');
}
