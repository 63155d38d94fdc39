/** Texts of all planes in every writing endpoint, and in reads. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { aFile, libraryPath } from '../../support/builders/attachments.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { type Method, send } from '../../support/clients/api.ts';

const recordsPath = '/api/entities/records';

/** The first and last characters of each UTF-8 length, and some of every assigned plane. */
const planes =
  'aé\u07ff\u0800日\ud7ff\ue000\ufffd\u{10000}😀\u{1d11e}\u{2f800}\u{30000}\u{e0001}\u{f0000}\u{10ffff}';

/** Repeats the text to this many characters. A limit that counts otherwise, or cuts, hits a surrogate pair. */
function textOf(characters: number): string {
  const repeated = [...planes.repeat(Math.ceil(characters / [...planes].length))]
    .slice(0, characters)
    .join('');
  return characters > 1 ? `x${[...repeated].slice(1).join('')}` : repeated;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Fills an example with texts of all planes, each of the maximum length; other values stay. */
function withPlanes(schema: z.core.$ZodType, example: unknown): unknown {
  const body: unknown = structuredClone(example);
  const places: { holder: Json; key: string }[] = [];
  const collect = (value: unknown): void => {
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) {
      if (typeof value[key] === 'string') places.push({ holder: value, key });
      collect(value[key]);
    }
  };
  collect(body);
  for (const { holder, key } of places) {
    const before = holder[key];
    for (const characters of [2_000, 1_000, 500, 255, 200, 150, 100, 50, 20]) {
      holder[key] = textOf(characters);
      if (z.safeParse(schema, body).success) break;
      holder[key] = before;
    }
  }
  return body;
}

const writes = (endpoints as readonly EndpointSpec[]).filter(
  ({ method, body, bodyFormat = 'json', operationId }) =>
    method !== 'GET' &&
    body !== undefined &&
    bodyFormat === 'json' &&
    isObject(sampleOf(operationId).shown.body),
);

let owner: TestCaller;
let admin: TestCaller;
beforeAll(async () => {
  owner = await aTenant();
  admin = await aSuperAdmin();
});

describe.concurrent('texts of all planes', () => {
  it.each(writes.map((spec) => [spec.operationId, spec] as const))(
    'are accepted by %s, or refused for their format',
    async (_, { operationId, method, path, body, superAdmin = false }) => {
      if (body === undefined) return;
      const { key } = superAdmin ? admin : owner;
      const text = JSON.stringify(withPlanes(body, sampleOf(operationId).shown.body));
      const id = randomUUID();
      const answer = await send(method as Method, path.replaceAll(/\{[^}]+\}/g, id), {
        body: text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id),
        headers: { 'x-api-key': key },
      });
      // 502 and 503 are errors of a provider or of a disabled part.
      expect([500, 502, 504], JSON.stringify(answer.body)).not.toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('must be valid Unicode');
    },
  );
});

/** Fields that people read as the name of a thing. */
const nameFields = ['name', 'ruleName', 'ruleId', 'setName', 'setId', 'title', 'label'];
const withNames = writes.flatMap(({ operationId, body }) => {
  const sample = sampleOf(operationId).shown.body;
  if (body === undefined || !isObject(sample)) return [];
  const accepts = (field: string, value: string) => z.safeParse(body, { ...sample, [field]: value }).success;
  return nameFields
    .filter((field) => typeof sample[field] === 'string' && !accepts(field, ''))
    .map((field) => [operationId, field, accepts] as const);
});

it.each(withNames)('%s refuses a %s without a visible character', (_, field, accepts) => {
  expect(accepts(field, ' \u200b ')).toBe(false);
});

interface Page {
  items: { id: string; externalId: string | null; fields: Json; [field: string]: unknown }[];
}

describe('any text of a record', () => {
  const list = (query: string) => owner.api.get<Page>(`${recordsPath}?entityType=${type}&${query}`);
  const type = 'text.record';

  it('is read unchanged, found by a search, and the same in every export', async () => {
    const texts = [planes, ...fc.sample(anyText({ minLength: 1, maxLength: 40 }), 20)].filter(
      (text) => !text.includes('__proto__'),
    );
    const fields = Object.fromEntries(texts.map((text, index) => [`f${index}`, text]));
    const named = { ...fields, [planes]: 'a key' };
    const mark = `mark😀${planes}`;
    const body = { entityType: type, externalId: mark, fields: named };
    const { status, body: created } = await owner.api.post(recordsPath, { body });
    expect(status, JSON.stringify(created)).toBe(201);
    const found = await list(`search=${encodeURIComponent(mark)}`);
    expect(found.body.items.map(({ fields: read, externalId }) => [read, externalId])).toEqual([
      [named, mark],
    ]);
    for (const format of ['csv', 'json', 'xml', 'markdown']) {
      const file = await owner.api.get(`${recordsPath}?entityType=${type}&format=${format}`);
      expect(JSON.stringify(file.body), format).toContain('mark😀');
      expect(JSON.stringify(file.body), format).not.toMatch(/\\ud[89a-f]/);
    }
  });

  it.each([508, 509, 510, 511, 512, 513])('may have a pair of surrogates at character %i', async (at) => {
    const note = `${'x'.repeat(at)}😀 fine`;
    const answer = await owner.api.post(recordsPath, { body: { entityType: type, fields: { note } } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  });
});

describe('texts of a form', () => {
  it('are stored, and refused with the name of the part if they are not UTF-8', async () => {
    const { id } = await aFile(owner.api, { tags: JSON.stringify([planes, 'b']) });
    expect((await owner.api.get(`${libraryPath}/${id}`)).body).toMatchObject({
      item: { tags: [planes, 'b'] },
    });
    const part = (name: string, value: Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`),
        value,
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      part('entityId', Buffer.from('a.b')),
      part('recordId', Buffer.from([0x61, 0xed, 0xa0, 0xbd])),
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--x--\r\n',
      ),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, body: answer } = await owner.api.post('/api/attachments', { body, headers });
    expect([status, answer.details]).toEqual([
      400,
      [{ field: 'recordId', message: 'must be valid Unicode' }],
    ]);
  });
});
