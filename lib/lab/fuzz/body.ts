/** Generates request bodies: almost valid ones, and the documented example. */
import fc from 'fast-check';
import type { JsonSchema } from '../../../shared/kernel/contracts/json-schema.ts';
import {
  type MediaType,
  type Operation,
  resolveReference,
} from '../../../shared/modules/docs/openapi/types.ts';
import { fuzzFile, multipartType, toMultipart, toUrlEncoded } from './forms.ts';
import { hostileText } from './hostile-texts.ts';
import { hostileValue, toRawJson } from './hostile-values.ts';
import { type Mutation, mutate, mutation } from './mutations.ts';
import { described, plainest, type ValueContext } from './values.ts';

/** Encodes the text of a body, mostly without damage. */
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

/** Replaces ids of examples, which do not exist, by existing ids. */
function withKnownIds(values: fc.Arbitrary<unknown>, { ids }: ValueContext): fc.Arbitrary<unknown> {
  if (ids.length === 0) return values;
  return fc
    .tuple(values, fc.constantFrom(...ids))
    .map(([value, id]) => JSON.parse(JSON.stringify(value).replaceAll(uuidPattern, id)));
}

export interface Body {
  contentType: string;
  bytes: Buffer;
}

const examplesOf = (content: MediaType | undefined): unknown[] =>
  Object.values(content?.examples ?? {}).flatMap((example) => ('value' in example ? [example.value] : []));

/** For operations that accept any JSON, such as webhooks of providers. */
const anything: fc.Arbitrary<Body> = fc
  .record({
    contentType: fc.constantFrom('application/json', 'application/xml', 'text/plain', multipartType, 'x'),
    text: fc.oneof(hostileValue.map(toRawJson), hostileText),
  })
  .map(({ contentType, text }) => ({ contentType, bytes: Buffer.from(text) }));

/** Returns the names of file fields. */
function fileFieldsOf({ schema }: MediaType, { document }: ValueContext): string[] {
  const { properties = {} } = resolveReference<JsonSchema>(document, schema);
  return Object.entries(properties).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []));
}

/** Bodies of one content type: as described, as in its examples, and damaged. */
function bodyOfType(contentType: string, media: MediaType, context: ValueContext): fc.Arbitrary<Body> {
  if (contentType === '*/*') return anything;
  const examples = examplesOf(media);
  const generated = described(media.schema, context);
  const values =
    examples.length === 0
      ? generated
      : fc.oneof(generated, withKnownIds(fc.constantFrom(...examples), context));
  const mutated = fc.tuple(values, mutations).map(([value, list]) => mutate(value, list));
  if (contentType === 'multipart/form-data') {
    const fileFields = fileFieldsOf(media, context);
    const text = fc.tuple(mutated, fuzzFile).map(([value, file]) => toMultipart(value, fileFields, file));
    return damaged(text).map((bytes) => ({ contentType: multipartType, bytes }));
  }
  const write = contentType === 'application/json' ? toRawJson : toUrlEncoded;
  return damaged(mutated.map(write)).map((bytes) => ({ contentType, bytes }));
}

/** Bodies for an operation; undefined where it has none. */
export function bodyOf(
  method: string,
  operation: Operation,
  context: ValueContext,
): fc.Arbitrary<Body | undefined> {
  // CloudFront itself refuses a GET with a body, with its own error page.
  if (method === 'GET') return fc.constant(undefined);
  const types = Object.entries(operation.requestBody?.content ?? {});
  if (types.length > 0) {
    return fc.oneof(...types.map(([contentType, media]) => bodyOfType(contentType, media, context)));
  }
  // An unexpected body must be ignored.
  const unexpected = fc.constant({ contentType: 'application/json', bytes: Buffer.from('{"id":1}') });
  return fc.oneof(plainest, { arbitrary: fc.constant(undefined), weight: 9 }, unexpected);
}
