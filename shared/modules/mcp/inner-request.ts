/** Converts the arguments of a tool to a request of the API. Pure. */
import * as z from 'zod/mini';
import { toJson } from '../../kernel/base/json.ts';
import { parseCallerJson } from '../../kernel/http/caller-json.ts';
import { InvalidArgumentError } from './errors.ts';
import type { Operation } from './operation.ts';

const plain = z.union([z.string(), z.number(), z.bigint(), z.boolean()]);

/** Some clients send an object as the text of its JSON. */
function parsedText(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return parseCallerJson(given);
  } catch {
    return given;
  }
}

/** Like it, without what is null: clients that take every argument for required send null for those that are left out. */
export function objectOf(given: unknown): unknown {
  const value = parsedText(given ?? {});
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

const objectWith = <Value extends z.ZodMiniType>(values: Value) =>
  z.optional(z.pipe(z.transform(objectOf), z.record(z.string(), values)));

/** The arguments of a call of an operation. */
export const CallArguments = z.object({
  params: objectWith(plain),
  query: objectWith(z.union([plain, z.array(plain)])),
  body: z.optional(z.unknown()),
  headers: objectWith(z.string()),
  cursor: z.optional(z.string()),
});
export type CallArguments = z.infer<typeof CallArguments>;

/** The arguments in their type. Throws InvalidArgumentError. */
export function callArgumentsOf(given: unknown): CallArguments {
  const parsed = CallArguments.safeParse(objectOf(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidArgumentError(
    `Correct the argument \`${issue?.path.join('.') ?? ''}\` and call again: \`params\`, \`query\` and \`headers\` are ` +
      'objects of plain values, `cursor` is a text.',
  );
}

export interface InnerRequest {
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: string | FormData | URLSearchParams;
}

/** Headers that a tool may not set: credentials, and what belongs to the connection or to the public host. */
const refusedHeader =
  /^(authorization|cookie|host|origin|referer|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|x-api-key|(sec|proxy|mcp|x-origin|x-viewer|x-forwarded|x-amz|x-amzn)-.*)$/i;

function headersOf({ name }: Operation, { headers = {} }: CallArguments): Record<string, string> {
  const refused = Object.keys(headers).find((header) => refusedHeader.test(header));
  if (refused !== undefined)
    throw new InvalidArgumentError(`Leave out the header \`${refused}\` and call \`${name}\` again.`);
  return Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
}

/** Throws InvalidArgumentError for headers that HTTP cannot send: line breaks, for instance, and letters beyond Latin-1. */
export function assertSendable({ name }: Operation, headers: Readonly<Record<string, string>>): void {
  for (const [header, value] of Object.entries(headers)) {
    try {
      new Headers([[header, value]]);
    } catch {
      throw new InvalidArgumentError(`Correct the header \`${header}\` and call \`${name}\` again.`);
    }
  }
}

function pathOf({ name, path }: Operation, { params = {} }: CallArguments): string {
  return path.replaceAll(/\{(\w+)\+?\}/g, (_, parameter: string) => {
    const value = String(params[parameter] ?? '');
    // A segment of dots alone would select another path, and UTF-8 has no lone surrogates.
    if (/^\.*$/.test(value) || !value.isWellFormed())
      throw new InvalidArgumentError(`Add \`params.${parameter}\` and call \`${name}\` again.`);
    return encodeURIComponent(value);
  });
}

function queryOf({ query = {} }: CallArguments): string {
  const values = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return values.length === 0 ? '' : `?${new URLSearchParams(values)}`;
}

const FileField = z.object({
  filename: z.string(),
  contentType: z.optional(z.string()),
  base64: z.optional(z.string()),
  text: z.optional(z.string()),
});

const Fields = z.record(z.string(), z.unknown());

const fieldText = (value: unknown): string => (typeof value === 'string' ? value : toJson(value));

function fieldsOf({ name }: Operation, body: unknown): Record<string, unknown> {
  const fields = Fields.safeParse(parsedText(body));
  if (fields.success) return fields.data;
  throw new InvalidArgumentError(`Send \`body\` as an object of form fields and call \`${name}\` again.`);
}

function formOf(operation: Operation, body: unknown): FormData {
  const form = new FormData();
  const fields = Object.entries(fieldsOf(operation, body));
  // Fields come before files: the API reads a form as it arrives.
  for (const [name, value] of fields)
    if (!FileField.safeParse(value).success) form.append(name, fieldText(value));
  for (const [name, value] of fields) {
    const file = FileField.safeParse(value).data;
    if (file === undefined) continue;
    const { filename, contentType: type = 'application/octet-stream', base64, text = '' } = file;
    const content = base64 === undefined ? text : new Uint8Array(Buffer.from(base64, 'base64'));
    form.append(name, new File([content], filename, { type }));
  }
  return form;
}

function bodyOf(operation: Operation, { body }: CallArguments): Pick<InnerRequest, 'body'> {
  if (operation.body === undefined) return {};
  if (operation.body === 'stream') return { body: formOf(operation, body) };
  if (operation.body === 'form') {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fieldsOf(operation, body)))
      form.append(name, fieldText(value));
    return { body: form };
  }
  if (body === undefined) return {};
  // No operation takes a JSON text: it is that of an object.
  return { body: typeof body === 'string' ? body : toJson(body) };
}

/** The request of a call. Throws InvalidArgumentError. */
export function innerRequestOf(operation: Operation, call: CallArguments): InnerRequest {
  const content = bodyOf(operation, call);
  return {
    target: pathOf(operation, call) + queryOf(call),
    headers: {
      ...(typeof content.body === 'string' && { 'content-type': 'application/json' }),
      ...headersOf(operation, call),
    },
    ...content,
  };
}
