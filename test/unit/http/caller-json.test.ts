import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { parseJson } from '../../../shared/kernel/base/json.ts';
import type { AppError } from '../../../shared/kernel/errors/app-error.ts';
import { jsonBody } from '../../../shared/kernel/http/body.ts';
import { anyName, findJsonProblem, parseCallerJson } from '../../../shared/kernel/http/caller-json.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { queryChoices } from '../../../shared/kernel/http/fields.ts';
import { formBody } from '../../../shared/kernel/http/form-body.ts';
import type { EndpointRequest, HttpEvent } from '../../../shared/kernel/http/types.ts';
import { parseInput } from '../../../shared/kernel/http/validate.ts';

const nested = (levels: number, core = ''): string => '['.repeat(levels) + core + ']'.repeat(levels);
const inObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('findJsonProblem', () => {
  it.each<[string, string, unknown]>([
    ['a hundred levels of lists', nested(100), undefined],
    ['a hundred levels of objects', inObjects(100), undefined],
    ['one level more', nested(101), { kind: 'too_deep', field: 'body' }],
    ['objects one level deeper', inObjects(101), { kind: 'too_deep', field: 'a' }],
    ['a deep field', `{"x":1,"fields":{"b":${nested(99)}}}`, { kind: 'too_deep', field: 'fields' }],
    ['200 000 levels', `{"a":${nested(200_000)}}`, { kind: 'too_deep', field: 'a' }],
    ['a text', '"😀"', undefined],
    ['a text that is a lone surrogate', '"\\ud83d"', { kind: 'not_unicode', field: 'body' }],
    ['such a text in a list', '{"a":[1,{"b":"\\ude00x"}]}', { kind: 'not_unicode', field: 'a[1].b' }],
    ['a key that is a lone surrogate', '{"a":{"\\ud83d":1}}', { kind: 'not_unicode', field: 'a' }],
    ['the largest numbers', '[1.7976931348623157e308,-1.7976931348623157e308,1e-400]', undefined],
    ['a number that would be stored as null', '{"a":[1e999]}', { kind: 'not_finite', field: 'a[0]' }],
    ['a negative one', '-1e999', { kind: 'not_finite', field: 'body' }],
    ['integers of any length', '[12345678901234567890,-9007199254740993,0.30000000000000004]', undefined],
    ['a long number with decimal places', '{"a":12345678901234567.5}', { kind: 'not_exact', field: 'a' }],
    ['a key of a prototype', '[{"__proto__":1}]', { kind: 'forbidden_name', field: '[0].__proto__' }],
    ['a text with that name', '["__proto__"]', undefined],
  ])('%s', (_, json, expected) => {
    expect(findJsonProblem(parseJson(json))).toEqual(expected);
  });

  it('allows fields of any depth if the contract allows it, at the top level only', () => {
    const rules = { deepFields: ['conditionExpression'] };
    const deep = nested(50_000);
    expect(findJsonProblem(JSON.parse(`{"conditionExpression":${deep}}`), rules)).toBeUndefined();
    expect(findJsonProblem(JSON.parse(`{"a":{"conditionExpression":${deep}}}`), rules)?.field).toBe('a');
    expect(findJsonProblem(JSON.parse(`[{"conditionExpression":${deep}}]`), rules)?.kind).toBe('too_deep');
    const inMapping = { deepFields: ['mapping.condition'] };
    expect(findJsonProblem(JSON.parse(`{"mapping":{"condition":${deep}}}`), inMapping)).toBeUndefined();
    expect(findJsonProblem(JSON.parse(`{"mapping":{"other":${deep}}}`), inMapping)?.field).toBe('mapping');
    expect(findJsonProblem(JSON.parse(`{"condition":${deep}}`), inMapping)?.kind).toBe('too_deep');
    expect(findJsonProblem(JSON.parse(`{"a":{"mapping":{"condition":${deep}}}}`), inMapping)?.field).toBe(
      'a',
    );
    const bad = findJsonProblem(JSON.parse(`{"conditionExpression":${nested(50_000, '"\\ud800"')}}`), rules);
    expect(bad?.kind).toBe('not_unicode');
    expect(bad?.field).toHaveLength(200);
  });

  it('accepts every JSON whose texts are Unicode', () => {
    const json = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value));
    // Generated keys include `__proto__`.
    const rules = { forbidden: anyName };
    fc.assert(fc.property(json, (text) => findJsonProblem(JSON.parse(text), rules) === undefined));
    fc.assert(fc.property(anyText(), (text) => parseCallerJson(JSON.stringify([text]))?.toString() === text));
  });
});

/** Reads and checks the body: returns the parsed body, or the error. */
async function read(
  spec: EndpointSpec,
  body: string | Buffer,
  contentType = 'application/json',
): Promise<unknown> {
  const isBase64Encoded = typeof body !== 'string';
  const headers = { 'content-type': contentType };
  const event = { body: body.toString(isBase64Encoded ? 'base64' : 'utf8'), headers, isBase64Encoded };
  const request = { event: event as unknown as HttpEvent } as EndpointRequest;
  const reader = spec.bodyFormat === 'form' ? formBody : jsonBody;
  try {
    for (const { before } of reader(spec)) await before?.(request);
    return request.event.body;
  } catch (error) {
    const { code, details } = error as AppError;
    return { code, ...details };
  }
}

const jsonEndpoints = (endpoints as readonly EndpointSpec[]).filter(
  ({ body, bodyFormat = 'json' }) => body !== undefined && bodyFormat === 'json',
);

const createRule = jsonEndpoints.find(({ operationId }) => operationId === 'createRule') as EndpointSpec;
const inCondition = (json: string) => `{"conditionExpression":${json}}`;

describe('every endpoint with a JSON body', () => {
  it.each<[string, string, string, object]>([
    [
      'more than a hundred levels, with the name of the field',
      `{"data":${nested(100)},"conditionExpression":1}`,
      'too_deep',
      { data: 'must nest at most 100 levels deep' },
    ],
    [
      'texts that are not Unicode, with the path of the field, before validation by the schema',
      '{"data":{"text":["a","\\udfff"]}}',
      'invalid_input',
      { 'data.text[1]': 'must be valid Unicode' },
    ],
    [
      'numbers that would be stored as null',
      '{"data":{"limits":[1,1e999]}}',
      'invalid_input',
      { 'data.limits[1]': 'must be a number of at most 1.8e308' },
    ],
  ])('refuses %s', async (_, body, code, details) => {
    for (const spec of jsonEndpoints)
      expect(await read(spec, body), spec.operationId).toEqual({ code, ...details });
  });

  it('accepts a hundred levels, and refuses numbers that would be stored as null in conditions', async () => {
    for (const spec of jsonEndpoints) {
      expect(await read(spec, `{"data":${nested(99)}}`), spec.operationId).toHaveProperty('data');
      const [deepField] = spec.deepFields ?? [];
      if (deepField === undefined || deepField.includes('.')) continue;
      expect(await read(spec, `{"${deepField}":{"value":-1e999}}`), spec.operationId).toHaveProperty(
        [`${deepField}.value`],
        'must be a number of at most 1.8e308',
      );
    }
  });

  it.each<[string, string, string, string?]>([
    ['of another type', '{}', 'content-type', 'text/plain'],
    ['of no type', '{}', 'content-type', ''],
    ['of another type, at any depth', nested(5_000), 'content-type', 'text/plain'],
    ['that is not JSON', '{', 'not valid JSON'],
    ['with an invalid escape in a name', '__proto__', 'not valid JSON'],
    ['with a prototype as a key', '{"a":[{"__proto__":{}}]}', '"__proto__"'],
    ['with an escaped one', '{"\\u005f_proto__":{}}', '"__proto__"'],
    ['with a prototype in a deep field', inCondition(nested(5_000, '{"__proto__":1}')), '"__proto__"'],
    ['that is not JSON in a deep field', inCondition(nested(5_000, 'x')), 'not valid JSON'],
  ])('refuses a body %s with 400', async (_, text, words, contentType = 'application/json') => {
    const headers = contentType === '' ? {} : { 'content-type': contentType };
    const request = { event: { body: text, headers } as unknown as HttpEvent } as EndpointRequest;
    const readAll = async () => {
      for (const { before } of jsonBody(createRule)) await before?.(request);
    };
    const error = await readAll().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'malformed_body', status: 400 });
    expect(String(error)).toContain(words);
  });

  it('accepts any deep field, and constructors that are plain data', async () => {
    expect(await read(createRule, inCondition(nested(18_000)))).toHaveProperty('conditionExpression');
    expect(await read(createRule, '{"constructor":{"prototype":1}}')).toEqual({
      constructor: { prototype: 1 },
    });
  });

  it('accepts conditions of any depth, and no other field', () => {
    const deep = jsonEndpoints.filter(({ deepFields }) => deepFields !== undefined);
    const fields = deep.map(({ operationId, deepFields }) => [operationId, deepFields] as const);
    expect(Object.fromEntries(fields)).toEqual({
      createJob: ['condition'],
      updateJob: ['condition'],
      createWebhook: ['condition'],
      updateWebhook: ['condition'],
      saveSyncMapping: ['mapping.condition'],
      updateSyncMapping: ['mapping.condition'],
      previewSyncImport: ['mapping.condition'],
      evaluateExpression: ['conditionExpression'],
      createRule: ['conditionExpression'],
      updateRule: ['conditionExpression'],
      validateRule: ['conditionExpression'],
      createSegment: ['condition'],
      updateSegment: ['condition'],
      setTargeting: ['rules'],
      setOverrideTargeting: ['rules'],
    });
  });
});

describe('forms', () => {
  const form = endpoints.find(({ bodyFormat }: EndpointSpec) => bodyFormat === 'form') as EndpointSpec;
  const multipart = (value: Buffer) =>
    Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n'),
      value,
      Buffer.from('\r\n--x--\r\n'),
    ]);

  it('keeps texts of all planes', async () => {
    const text = '😀\u{10ffff}\ufffdé';
    const encoded = `email=${encodeURIComponent(text)}`;
    const type = 'application/x-www-form-urlencoded';
    expect(await read(form, encoded, type)).toEqual({ email: text });
    expect(await read(form, multipart(Buffer.from(text)), 'multipart/form-data; boundary=x')).toEqual({
      email: text,
    });
  });

  it('refuses bytes that are not UTF-8, with the name of the field', async () => {
    const expected = { code: 'invalid_input', email: 'must be valid Unicode' };
    const type = 'application/x-www-form-urlencoded';
    expect(await read(form, 'a=1&email=%ED%A0%BD', type)).toEqual(expected);
    expect(await read(form, Buffer.from('email=\xff', 'latin1'), type)).toEqual(expected);
    const bytes = multipart(Buffer.from([0xed, 0xa0, 0xbd]));
    expect(await read(form, bytes, 'multipart/form-data; boundary=x')).toEqual(expected);
  });
});

describe('queries', () => {
  const check = (rawQueryString: string) =>
    parseInput({}, { pathParameters: {}, rawQueryString, body: undefined });

  it.each(['a=%F0%9F%98%80', 'a=100%', 'a=%zz+b', 'a=%EF%BF%BD', 'a', ''])('takes %s', async (query) => {
    await expect(check(query)).resolves.toBeDefined();
  });

  it.each([
    ['states=a,b', { states: ['a', 'b'] }],
    ['states=a&states=b', { states: ['a', 'b'] }],
    ['states=a&states=&states=b', { states: ['a', 'b'] }],
    ['name=a&name=b', { name: 'b' }],
  ])('reads %s as all values of a list, or the last of another field', async (rawQueryString, expected) => {
    const query = z.object({ states: z.optional(queryChoices(['a', 'b'])), name: z.optional(z.string()) });
    const { input } = await parseInput({ query }, { pathParameters: {}, rawQueryString, body: undefined });
    expect(input.query).toEqual(expected);
  });

  it.each([
    ['a=1&search=%ED%A0%BD', 'search'],
    ['search=%FF', 'search'],
    ['search=%F0%9F%98', 'search'],
  ])('refuses %s, which is not UTF-8', async (query, field) => {
    await expect(check(query)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { [field]: 'must be valid Unicode' },
    });
  });
});

/** Files that parse JSON of others, each with its reason not to use `parseCallerJson`. */
const otherParsers: Readonly<Record<string, string>> = {
  'shared/kernel/base/json.ts': 'defines the parser',
  'shared/kernel/http/caller-json.ts': 'defines the check',
  'shared/kernel/auth/session-token.ts': 'claims, read by their names only',
  'shared/modules/payments/events/receive.ts': 'is checked when its signature is',
  'shared/kernel/conditions/stored-condition.ts': 'values written by the platform',
  'shared/kernel/table/journal.ts': 'values written by the platform',
  'shared/kernel/resources/rows.ts': 'values written by the platform',
  'shared/kernel/outbound/api-call.ts': 'responses, whose records toSourceItem checks one by one',
  'shared/modules/sync/adapters/file-format.ts': 'lines, which toSourceItem checks one by one',
  'shared/modules/sync/adapters/http-json.ts': 'results, of which only short texts are stored',
  'shared/modules/webhooks/deliveries/ad-hoc-request.ts': 'whether a text is JSON',
  'shared/kernel/queues/dead-letters.ts': 'policies of queues, as SQS returns them',
  'shared/kernel/queues/message.ts': 'messages of queues',
  'shared/modules/attachments/extraction/completion.ts': 'messages of Textract',
  'shared/modules/identity/oauth/client-document.ts': 'documents, of which each field is checked',
  'shared/modules/mcp/call.ts': 'responses of the platform, which are passed on',
  'shared/modules/mcp/pieces.ts': 'cursors, of which each field is checked',
  'shared/modules/email/links.ts': 'claims of a link, read as texts only',
  'shared/modules/email/sending/ses-event.ts': 'messages of SES',
  'shared/modules/email/texts/link-page.ts': 'errors of the platform, shown as a page',
  'shared/modules/platform/canary/canary.ts': 'responses of the platform, which are compared only',
};

/** Files that parse values written by the platform, by module. */
const readersOfOwnText = Object.entries({
  attachments: [
    'attachment-store',
    'extraction/word-index',
    'partitions/partition-store',
    'upload/direct-upload-store',
  ],
  audit: ['audit-store'],
  docs: ['description'],
  email: ['sending/mail-store'],
  entities: ['definition-store', 'record'],
  events: ['log/log-store', 'log/logged-event'],
  integrations: ['connection', 'logs'],
  mcp: ['server'],
  notifications: ['items'],
  payments: ['operations/operate', 'sessions/begin-once', 'views'],
  platform: ['console/upload'],
  progress: ['job-store'],
  rules: [
    ...['authoring/rule-reader', 'authoring/sealed-revision', 'execution/compiled-rule'],
    ...['log/logged-execution', 'sets/set-execution-service'],
  ],
  scheduler: ['job-store', 'reconcile', 'runs/run'],
  sync: [
    ...['adapters/file-read', 'adapters/s3-write', 'adapters/stripe-sync', 'batches/export-batch'],
    ...['mappings/mapping-store', 'runs/failure-store'],
  ],
  toggles: [
    ...['check-store', 'override-store', 'segment-store', 'toggle-store', 'ofrep/all-toggles-store'],
    'prerequisites/prerequisite-store',
  ],
  webhooks: ['deliveries/delivery', 'inbound/process'],
}).flatMap(([module, files]) => files.map((file) => `shared/modules/${module}/${file}.ts`));

describe('the code', () => {
  it('parses JSON of others with parseCallerJson only', () => {
    const files = ['shared/kernel', 'shared/modules', 'shared/extensions', 'functions'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name)),
    );
    const found = files.filter((file) => /\bparseJson(?:<.*>)?\(/.test(readFileSync(file, 'utf8')));
    expect(found.toSorted()).toEqual([...Object.keys(otherParsers), ...readersOfOwnText].toSorted());
  });
});
