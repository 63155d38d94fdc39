/** Bodies as they go over the wire: nearly right ones, and the one that the document shows. */
import fc from 'fast-check';
import { toJson } from '../../shared/http/json.ts';
import type { MediaType, Operation } from '../../shared/openapi/types.ts';
import { type Mutation, mutate, mutation } from './mutations.ts';
import { described, plainest, rawNumberMark, type ValueContext } from './values.ts';

/** JSON text in which the marked numbers stand as they are. */
function toText(value: unknown): string {
  return toJson(value).replaceAll(new RegExp(`"${rawNumberMark}([^"]+)"`, 'g'), '$1');
}

/** The text of a body as bytes, mostly unharmed. */
function damaged(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const damage = fc.oneof(
    plainest,
    { arbitrary: fc.constant('none' as const), weight: 15 },
    fc.constantFrom('truncate', 'append', 'bytes', 'bom', 'spaces', 'twice', 'empty' as const),
  );
  return fc.tuple(text, damage, fc.nat({ max: 400 })).map(([json, kind, at]) => {
    switch (kind) {
      case 'truncate':
        return Buffer.from(json.slice(0, at % (json.length + 1)));
      case 'append':
        return Buffer.from(`${json}]`);
      case 'bytes':
        return Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xfe])]);
      case 'bom':
        return Buffer.from(`\ufeff${json}`);
      case 'spaces':
        return Buffer.from(`\n\t ${json} \n`);
      case 'twice':
        return Buffer.from(json.replace(/^\{/, '{"id":1,"tenantId":null,'));
      case 'empty':
        return Buffer.alloc(0);
      default:
        return Buffer.from(json);
    }
  });
}

const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  plainest,
  { arbitrary: fc.constant<Mutation[]>([]), weight: 2 },
  { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }), weight: 3 },
);

export const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Ids in examples exist nowhere; existing ones take their place. */
function withKnownIds(values: fc.Arbitrary<unknown>, { ids }: ValueContext): fc.Arbitrary<unknown> {
  if (ids.length === 0) return values;
  return fc
    .tuple(values, fc.constantFrom(...ids))
    .map(([value, id]) => JSON.parse(JSON.stringify(value).replaceAll(uuidPattern, id)));
}

/** A value as the fields of a form. */
function toForm(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const text = (part: unknown): string => (typeof part === 'string' ? part.toWellFormed() : toText(part));
  const fields = Object.entries(value).map(([name, part]): [string, string] => [name, text(part)]);
  return new URLSearchParams(fields).toString();
}

export interface Body {
  contentType: string;
  bytes: Buffer;
}

const examplesOf = (content: MediaType | undefined): unknown[] =>
  Object.values(content?.examples ?? {}).map(({ value }) => value);

/** How a value of this type is written. */
const writerOf = (contentType: string) => (contentType === 'application/json' ? toText : toForm);

/** Bodies for an operation: as described, as in its examples, and damaged; undefined where it has none. */
export function bodyOf(
  method: string,
  operation: Operation,
  context: ValueContext,
): fc.Arbitrary<Body | undefined> {
  // CloudFront refuses a GET with a body itself, with a page of its own.
  if (method === 'GET') return fc.constant(undefined);
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const contentType = type ?? 'application/json';
  if (media === undefined) {
    // A body where none is expected must not matter.
    const unexpected = fc.constant({ contentType, bytes: Buffer.from('{"id":1}') });
    return fc.oneof(plainest, { arbitrary: fc.constant(undefined), weight: 9 }, unexpected);
  }
  const examples = examplesOf(media);
  const generated = described(media.schema, context);
  const values =
    examples.length === 0
      ? generated
      : fc.oneof(generated, withKnownIds(fc.constantFrom(...examples), context));
  const write = writerOf(contentType);
  const text = fc.tuple(values, mutations).map(([value, list]) => write(mutate(value, list)));
  return damaged(text).map((bytes) => ({ contentType, bytes }));
}
