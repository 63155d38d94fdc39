import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '../../../shared/catalog/samples.ts';
import * as client from '../../../shared/clients/typescript/json.ts';
import { canonicalJson, numberOfText, parseJson, toJson } from '../../../shared/kernel/base/json.ts';
import { AppError } from '../../../shared/kernel/errors/app-error.ts';
import { parseCallerJson } from '../../../shared/kernel/http/caller-json.ts';
import { parseInput } from '../../../shared/kernel/http/validate.ts';
import { objectIn } from '../../../shared/kernel/outbound/api-call.ts';
import { parseMessage } from '../../../shared/kernel/queues/message.ts';
import { readLine } from '../../../shared/modules/sync/adapters/file-format.ts';
import { payloadOf } from '../../../shared/modules/webhooks/inbound/adapter.ts';

const digits = '9007199254740993';
const long = 9_007_199_254_740_993n;

describe('JSON', () => {
  it.each<[string, unknown]>([
    [digits, long],
    [`-${digits}`, -long],
    [`[[{"a":${digits}}]]`, [[{ a: long }]]],
    [`{"id": ${digits} ,"n":1}`, { id: long, n: 1 }],
    [`["\\"", ${digits}, "${digits}", "[${digits}]"]`, ['"', long, digits, `[${digits}]`]],
    [`["\\\\",${digits}]`, ['\\', long]],
    [`{"${digits}":${digits}}`, { [digits]: long }],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9007199254740991', 9_007_199_254_740_991],
    ['1'.repeat(309), BigInt('1'.repeat(309))],
    ['[0.1,1.0,-2.50,0.30000000000000004,1e3,1e25]', [0.1, 1, -2.5, 0.30000000000000004, 1_000, 1e25]],
    ['9007199254740993.0', long],
    ['1.524831183200260097e18', 1_524_831_183_200_260_097n],
    ['152483118320026009700E-2', 1_524_831_183_200_260_097n],
    ['12345678901234567.5', Number.NaN],
    ['1'.repeat(400), Number.POSITIVE_INFINITY],
  ])('%s is read exactly', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ...[
      `0${digits}`,
      `+${digits}`,
      `${digits}x`,
      `[${digits}`,
      `[1 ${digits}]`,
      `"${digits}`,
      `{${digits}:1}`,
    ],
  ])('%s is not JSON', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it.each([
    ['the platform', parseJson, toJson],
    ['the client', client.parseJson, client.toJson],
  ])('of %s keeps every digit of any integers, in any places', (_, parse, write) => {
    const scalars = fc.oneof(fc.bigInt(), fc.maxSafeInteger(), fc.string(), fc.constant(`,${digits},`));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        scalars,
        fc.array(tie('tree')),
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree')),
      ),
    }));
    const written = (value: unknown): string =>
      JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one));
    fc.assert(
      fc.property(tree, (value) => {
        expect(write(parse(written(value)))).toBe(written(value));
      }),
    );
  });

  it('keeps them at any depth, with sorted keys, and indented', () => {
    const deep = `${'['.repeat(20_000)}${digits}${']'.repeat(20_000)}`;
    expect(toJson(parseJson(deep))).toBe(deep);
    expect(canonicalJson(parseJson(`{"b":${digits},"a":1}`))).toBe(`{"a":1,"b":${digits}}`);
    expect(toJson({ id: long }, 2)).toBe(`{\n  "id": ${digits}\n}`);
  });

  it('writes them beside dates, absent values and a key named toJSON, and leaves the value as it was', () => {
    const value = { at: new Date(0), none: undefined, toJSON: long, list: [undefined, { id: long }] };
    const written = `{"at":"1970-01-01T00:00:00.000Z","toJSON":${digits},"list":[null,{"id":${digits}}]}`;
    expect(toJson(value)).toBe(written);
    expect(value.list).toEqual([undefined, { id: long }]);
  });

  it('refuses a value that contains itself', () => {
    const value: unknown[] = [];
    value.push(value);
    expect(() => toJson(value)).toThrow(TypeError);
  });

  it('reads decimal texts the same way', () => {
    const read = { '12': 12, [` ${digits} `]: long, [`+${digits}`]: long, '1.5': 1.5, x: Number.NaN };
    expect(Object.keys(read).map(numberOfText)).toEqual(Object.values(read));
  });
});

describe('every reader of JSON from outside', () => {
  const json = `{"id":${digits},"list":[-${digits}],"text":"${digits}"}`;
  const message = `{"v":1,"id":"a","type":"a.b.c","tenantId":null,"organizationId":null,"idempotencyKey":"a","data":${json}}`;
  const raw = { bytes: Buffer.from(json), endOffset: json.length, lineEndOffset: json.length };

  it.each<[string, () => unknown]>([
    ['a request', () => parseCallerJson(json)],
    ['a message of a queue', () => parseMessage(message).data],
    ['a response of a service', () => objectIn('The API', { status: 200, body: json, isUtf8: true })],
    ['a line of a file', () => readLine(raw, { idField: 'id', number: 1, maxBytes: 1_000 })?.data],
    ['an inbound message', () => payloadOf({ headers: {}, body: Buffer.from(json) })],
  ])('keeps every digit of %s', (_, read) => {
    expect(toJson(read())).toBe(json);
  });

  it('takes a number as the id of a record with every digit', () => {
    expect(readLine(raw, { idField: 'id', number: 1, maxBytes: 1_000 })).toMatchObject({
      externalId: digits,
    });
  });
});

/** The body with one of its values replaced, for each of its values. */
function* withLong(
  value: unknown,
  wrap: (value: unknown) => unknown,
  path: string,
): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, wrap(long)];
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    const replace = (next: unknown): unknown =>
      wrap(Array.isArray(value) ? value.with(Number(key), next) : { ...value, [key]: next });
    yield* withLong(child, replace, `${path}.${key}`);
  }
  if (!Array.isArray(value)) yield [`${path}.more`, wrap({ ...value, more: long })];
}

const bodies = samples.filter(
  ({ endpoint: { body, bodyFormat = 'json' }, shown }) =>
    body !== undefined && bodyFormat === 'json' && typeof shown.body === 'object',
);

describe('a long integer at any place of a body', () => {
  it.each(bodies.map((sample) => [sample.name, sample] as const))(
    'of %s keeps its digits, is refused by its field, or is ignored with a warning',
    async (_, { endpoint, shown }) => {
      for (const [path, body] of withLong(shown.body, (value) => value, 'body')) {
        const event = { pathParameters: { ...shown.params }, rawQueryString: '', body };
        const parsed = await parseInput({ ...endpoint, params: undefined, query: undefined }, event).catch(
          (error: unknown) => error,
        );
        if (parsed instanceof AppError) continue;
        const { input, warnings } = parsed as Awaited<ReturnType<typeof parseInput>>;
        const isKept = toJson(input.body).includes(digits);
        expect(isKept || warnings.length > 0, `${path}: ${toJson(input.body)}`).toBe(true);
      }
    },
  );
});
