/** An operation's example request as a curl command for a shell with `BASE_URL` and `API_KEY`. */
import { toJson } from '../../../kernel/base/json.ts';
import {
  type NamedExample,
  type OpenApiDocument,
  type Parameter,
  type PlacedOperation,
  type Reference,
  resolveReference,
} from './types.ts';

/** Quotes a text for the shell: single quotes keep every other character. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function bodyOptions(document: OpenApiDocument, { operation }: PlacedOperation): string[] {
  const [[type = '', media] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (media === undefined) return [];
  const [example] = Object.values(media.examples ?? {});
  const value = example && resolveReference<NamedExample>(document, example).value;
  if (typeof value === 'string') return [`-d ${quoted(value)}`];
  const parts = Object.entries(value ?? {}).map(([name, part]) => quoted(`${name}=${String(part)}`));
  // A part that begins with @ names a file, as in curl.
  if (type === 'multipart/form-data') return parts.map((part) => `-F ${part}`);
  if (type === 'application/x-www-form-urlencoded') return parts.map((part) => `--data-urlencode ${part}`);
  return ["-H 'content-type: application/json'", `-d ${quoted(toJson(value ?? {}))}`];
}

export function curlSample(document: OpenApiDocument, placed: PlacedOperation): string {
  const { method, path, operation } = placed;
  const parameters = (operation.parameters ?? [])
    .map((one: Parameter | Reference) => resolveReference<Parameter>(document, one))
    .flatMap(({ name, in: location, example }) =>
      example === undefined ? [] : [{ name, location, value: String(example) }],
    );
  const at = (location: Parameter['in']) => parameters.filter((one) => one.location === location);
  const filled = at('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(
    Object.fromEntries(at('query').map(({ name, value }) => [name, value])),
  ).toString();
  const target = query === '' ? filled : `${filled}?${query}`;
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$BASE_URL${target}"`];
  if ((operation.security ?? document.security).length > 0) lines.push('-H "X-Api-Key: $API_KEY"');
  for (const { name, value } of at('header')) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  lines.push(...bodyOptions(document, placed));
  return lines.join(' \\\n  ');
}
