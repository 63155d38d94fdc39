/** Code that reads, writes, compares and exports JSON does not use the call stack for depth. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, toJson } from '../../../shared/kernel/base/json.ts';
import { requestHashOf } from '../../../shared/kernel/http/idempotency.ts';
import {
  columnsOf,
  type ExportFormat,
  exportFiles,
  exportWriter,
} from '../../../shared/kernel/lists/export.ts';
import { etaOf } from '../../../shared/modules/progress/job.ts';
import { readLine, readRow } from '../../../shared/modules/sync/adapters/file-format.ts';
import { contentHash } from '../../../shared/modules/sync/batches/import-plan.ts';
import { transformed } from '../../../shared/modules/sync/mappings/transforms.ts';
import { NotVerifiedError, payloadOf } from '../../../shared/modules/webhooks/inbound/adapter.ts';
import { genericHmac } from '../../../shared/modules/webhooks/inbound/adapters/generic-hmac.ts';

const nestedText = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const nested = (levels: number): unknown => JSON.parse(nestedText(levels));

const fileOf = (format: ExportFormat, value: unknown): string => {
  const writer = exportWriter(format, columnsOf(['id', 'value']));
  return writer.begin() + writer.row({ id: 1, value }, 0) + writer.end(1);
};

describe('an export', () => {
  it.each(Object.keys(exportFiles) as ExportFormat[])(
    'as %s contains a value of 50 000 levels, without growth',
    (format) => {
      for (const value of [nested(50_000), { a: nested(50_000) }])
        expect(fileOf(format, value).length).toBeLessThan(101_000 + 300);
    },
  );

  it('as JSON does not grow with the depth of a value', () => {
    const value = JSON.parse(`${'['.repeat(100)}${'1,'.repeat(50_000)}1${']'.repeat(100)}`);
    const text = fileOf('json', value);
    expect(text.length).toBeLessThan(1.01 * toJson(value).length + 100);
    expect(JSON.parse(text)).toEqual([{ id: 1, value }]);
  });

  it('writes nested lists as one list', () => {
    expect(fileOf('markdown', [1, [2, [3, []]], [[4]]])).toContain('| 1, 2, 3, , 4 |');
  });
});

describe('the hash of content', () => {
  it('is the same for any order of keys, at any depth', () => {
    expect(contentHash({ a: 1, b: { d: 2, c: 3 } })).toBe(contentHash({ b: { c: 3, d: 2 }, a: 1 }));
    expect(contentHash({ a: nested(50_000) })).not.toBe(contentHash({ a: nested(50_001) }));
    expect(requestHashOf({ a: nested(50_000), b: null })).toBe(requestHashOf({ a: nested(50_000) }));
  });

  it('is that of JSON with sorted keys, as in stored hashes of records', () => {
    expect(contentHash({ b: [1, 'ü', null], a: { d: true, c: undefined } })).toBe(
      hash('sha256', '{"a":{"d":true},"b":[1,"ü",null]}', 'base64url').slice(0, 22),
    );
    const isSame = (value: unknown) =>
      isDeepStrictEqual(JSON.parse(canonicalJson(value)), JSON.parse(toJson(value)));
    fc.assert(fc.property(fc.jsonValue(), isSame));
  });
});

describe('a line of a file', () => {
  const options = { idField: 'id', number: 7, maxBytes: 1_000_000 };
  const record = (text: string) => ({
    ...{ bytes: Buffer.from(text), problem: undefined, endOffset: text.length, lineEndOffset: text.length },
  });
  const read = (text: string) => readLine(record(text), options);

  it.each([
    [nestedText(5_000), 'nests more than 100 levels deep at a.'],
    ['{"b":["\\ud83d"]}', 'has text that is not valid Unicode at a.b[0].'],
    ['[-1e999]', 'has a number that is too large at a[0].'],
  ])('is a failed item for %.20s', (json, problem) => {
    expect(read(`{"id":"1","a":${json}}`)).toEqual({ externalId: '1', error: `Line 7 ${problem}` });
    expect(read(`{"id":"1","a":${nestedText(99)}}`)).toHaveProperty('data');
  });

  it('can have cells with characters of all planes', () => {
    const head = { columns: ['id', 'a'], delimiter: ',' };
    expect(readRow(record('😀,\u{10ffff}\ufffd'), head, options)).toEqual({
      externalId: '😀',
      data: { id: '😀', a: '\u{10ffff}\ufffd' },
    });
  });
});

describe('JSON in a cell', () => {
  it('is refused over a hundred levels, if it is not Unicode, and if a number is too large', () => {
    const parse = (text: string) => transformed('json', text);
    expect(parse(nestedText(100))).toEqual(nested(100));
    expect(() => parse(nestedText(101))).toThrow('nests more than 100 levels deep');
    expect(() => parse('"\\ud83d"')).toThrow('is not valid Unicode');
    expect(() => parse('[1e999]')).toThrow('has a number that is too large');
    expect(() => parse('{')).toThrow('is not JSON');
  });
});

describe('a message of a provider', () => {
  const fieldsOf = (body: Buffer | string): unknown => {
    try {
      return payloadOf({ headers: {}, body: Buffer.from(body) });
    } catch (error) {
      return { ...(error as { details?: object }).details };
    }
  };

  it('is refused with its field if its JSON is invalid', () => {
    expect(fieldsOf(`{"a":${nestedText(100)}}`)).toEqual({ a: 'must nest at most 100 levels deep' });
    expect(fieldsOf('{"a":"\\udfff"}')).toEqual({ a: 'must be valid Unicode' });
    expect(fieldsOf(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual({ body: 'must be valid Unicode' });
    expect(fieldsOf('{"__proto__":1}')).toHaveProperty(['__proto__'], 1);
  });

  it('is not verified by a header named like an object member', () => {
    const settings = { signatureHeader: 'constructor' };
    const request = { headers: {}, body: Buffer.from('{}') };
    expect(() => genericHmac.verifyWebhook(request, { secret: 's', settings, nowSeconds: 0 })).toThrow(
      NotVerifiedError,
    );
  });
});

describe('the estimated end of progress', () => {
  it('is unknown beyond the maximum time', () => {
    const at = { startedAtMs: 0, nowMs: 1_000_000_000 };
    expect(etaOf({ processedCount: 1, totalCount: 9e15 }, at)).toBeNull();
    expect(etaOf({ processedCount: 500, totalCount: 1_000 }, at)).toBe(1_000_000);
  });
});
