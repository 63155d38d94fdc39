import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import {
  isAllowedHref,
  movedAssignments,
  normalizeCustom,
  parseAssignments,
  parseCustomFields,
  parsePartitionCode,
  parseTags,
} from '../../../shared/modules/attachments/upload/form-parts.ts';
import type { Definition } from '../../../shared/modules/entities/definition-store.ts';

const fields = (attempt: () => unknown): string[] => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof InvalidInputError) return Object.keys(error.details ?? {});
    throw error;
  }
  return [];
};

describe('the tags of a form', () => {
  it('are distinct as names are: the first spelling stays', () => {
    const names = ['Caf\u00e9', 'cafe\u0301', 'CAF\u00c9', '\u200b', 'red'];
    expect(parseTags(JSON.stringify(names))).toEqual(['Caf\u00e9', 'red']);
  });

  it.each([
    ['["a", " b ", "", "a", 5, null]', ['a', 'b']],
    ['["A","a"]', ['A']],
    ['a, b ,,a', ['a', 'b']],
    ['[broken', ['[broken']],
    ['{"a":1}', []],
    ['"a,b"', ['a', 'b']],
    ['2026', ['2026']],
    ['1e3', ['1e3']],
    ['true', ['true']],
    ['null', []],
    ['', []],
    [undefined, []],
  ] as const)('%j are %j', (part, expected) => expect(parseTags(part)).toEqual(expected));

  it('are at most 50 of at most 100 characters', () => {
    const tags = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `t${index}`));
    expect(parseTags(tags(50))).toHaveLength(50);
    expect(fields(() => parseTags(tags(51)))).toEqual(['tags']);
    expect(parseTags(JSON.stringify(['😀'.repeat(100)]))).toHaveLength(1);
    expect(fields(() => parseTags(JSON.stringify(['a', 'b'.repeat(101)])))).toEqual(['tags[1]']);
  });

  it('are read without an error, for any content', () => {
    const aPart = fc.oneof(fc.string({ maxLength: 80 }), fc.json({ maxDepth: 2 }));
    fc.assert(fc.property(aPart, (part) => void fields(() => parseTags(part))));
  });
});

describe('the assignments of a form', () => {
  it.each([
    ['one object', '{"type":"order","id":"1"}', [{ type: 'order', id: '1' }]],
    ['nothing readable', '[{', []],
    ['another type', '"x"', []],
    ['entries without type or id', '[{"type":"a"},{"id":"1"},{"type":" ","id":"1"},null,5,[]]', []],
    ['a null address', '[{"type":"a","id":"1","href":null}]', [{ type: 'a', id: '1', href: null }]],
    ['a blank address', '[{"type":"a","id":"1","href":" "}]', [{ type: 'a', id: '1' }]],
    [
      'ids with separators',
      '[{"type":"a:b","id":"c"},{"type":"a","id":"b:c"}]',
      [
        { type: 'a:b', id: 'c' },
        { type: 'a', id: 'b:c' },
      ],
    ],
  ] as const)('with %s', (_, part, expected) => expect(parseAssignments(part)).toEqual(expected));

  it.each([
    ['type', 'x'.repeat(201)],
    ['id', 'x'.repeat(201)],
    ['href', `/${'x'.repeat(2_048)}`],
    ['label', 'x'.repeat(301)],
  ])('are refused with a %s over its limit', (field, text) => {
    const part = JSON.stringify([{ type: 'a', id: '1', [field]: text }]);
    expect(fields(() => parseAssignments(part))).toEqual([`assignments[0].${field}`]);
  });

  it('are at most 100', () => {
    const many = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ({ type: 'a', id: `${id}` })));
    expect(parseAssignments(many(100))).toHaveLength(100);
    expect(fields(() => parseAssignments(many(101)))).toEqual(['assignments']);
  });

  it('follow a file to another record, once each', () => {
    const order = (id: string, more = {}) => ({ type: 'order', id, ...more });
    const others = [order('2'), { type: 'person', id: '1' }];
    const about = { label: 'Order', href: '/1' };
    const move = { entityId: 'order', from: '1', to: '3' };
    expect(movedAssignments([order('1', about), ...others], move)).toEqual([order('3', about), ...others]);
    expect(movedAssignments([order('1'), order('3')], move)).toEqual([order('3')]);
  });
});

describe('an address', () => {
  it.each(['/orders/1', 'orders/1?a=b:c', '#top', 'https://example.com/a', 'HTTP://example.com', '?a=1:2'])(
    'may be %s',
    (href) => expect(isAllowedHref(href)).toBe(true),
  );
  it.each([
    'javascript:a()',
    'JaVaScRiPt:a()',
    'java\tscript:a()',
    ' javascript:a()',
    '\u0001javascript:a()',
  ])('may not be the script %j', (href) => expect(isAllowedHref(href)).toBe(false));
  it.each(['data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'https:example.com', '\\\\host\\share'])(
    'may not be %j',
    (href) => expect(isAllowedHref(href)).toBe(false),
  );
});

describe('the partition of a form', () => {
  it.each([
    ['my-part_1', 'my-part_1'],
    ['../my part/', 'mypart'],
    ['  ', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %s', (part, expected) => {
    expect(parsePartitionCode(part)).toBe(expected);
  });
});

describe('the custom fields of a form', () => {
  const aDefinition = (key: string, kind: Definition['kind'], multi = false): Definition => ({
    ...{ id: 'id', entityType: 'attachments.attachment', key, label: key, kind, multi },
    ...{ options: [], validation: [], attachment: null, createdAt: '', updatedAt: '' },
  });
  const sizes = aDefinition('sizes', 'integer', true);
  const definitions = [aDefinition('size', 'integer'), aDefinition('open', 'boolean'), sizes];
  const parse = (parts: Record<string, string>) =>
    parseCustomFields(new Map(Object.entries(parts)), definitions);

  it.each([
    [{ customFields: '{"size":5,"note":"x"}' }, { size: 5, note: 'x' }],
    [{ customFields: '[{"key":"size","value":5}]' }, {}],
    [{ customFields: '{broken' }, {}],
    [
      { cf_size: '5', 'cf:open': 'yes' },
      { size: 5, open: true },
    ],
    [{ cf_size: 'many' }, { size: 'many' }],
    [{ cf_sizes: '1, 2' }, { sizes: [1, 2] }],
    [{ cf_sizes: '[1,"2"]' }, { sizes: [1, 2] }],
    [{ customFields: '{"a":{"b":1},"c":[{"d":2},3]}' }, { a: '{"b":1}', c: ['{"d":2}', 3] }],
    [{ customFields: '{"id":9007199254740993}' }, { id: 9_007_199_254_740_993n }],
    [{ customFields: '{"ids":[12345678901234567890]}' }, { ids: [12_345_678_901_234_567_890n] }],
    [{ customFields: '{"a":{"id":9007199254740993}}' }, { a: '{"id":9007199254740993}' }],
    [{ cf_sizes: '[9007199254740993]' }, { sizes: [9_007_199_254_740_993n] }],
    [{ entityId: 'x', cf_: 'y' }, {}],
  ] as const)('%o are %o', (parts, expected) => {
    expect(parse(parts)).toEqual(expected);
  });

  it('are at most 64 KB', () => {
    expect(fields(() => normalizeCustom({ note: 'x'.repeat(65_536) }))).toEqual(['customFields']);
  });
});
