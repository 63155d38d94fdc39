import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isFieldPath, valueAt, withValueAt } from '../../../shared/kernel/base/field-path.ts';
import { entityLimits } from '../../../shared/modules/entities/public-data.ts';
import {
  applyMapping,
  applyReverse,
  defaultMapping,
  fieldsOnto,
  idFieldOf,
  matchFieldOf,
  matchValueOf,
} from '../../../shared/modules/sync/mappings/mapping.ts';
import { Mapping, type MappingField } from '../../../shared/modules/sync/mappings/mapping-contract.ts';
import { mappingProblems } from '../../../shared/modules/sync/mappings/mapping-fields.ts';

const item = (data: Record<string, unknown>, externalId = '1') => ({ externalId, data: { id: 1, ...data } });
const field = (
  externalField: string,
  localField: string,
  more: Partial<MappingField> = {},
): MappingField => ({
  externalField,
  localField,
  ...more,
});

describe('without a mapping', () => {
  const ok = (fields: object, customFields: object = {}) => ({
    ok: true,
    externalId: '1',
    fields,
    customFields,
  });

  it('every field keeps its name, the id is the external id, and cf_ fields are custom fields', () => {
    const mapped = applyMapping(defaultMapping, item({ name: 'a', 'a.b': 2, cf_size: 'L' }));
    expect(mapped).toEqual(ok({ name: 'a', 'a.b': 2 }, { size: 'L' }));
  });

  it('exported records are imported unchanged', () => {
    const name = fc
      .string({ unit: fc.constantFrom(...'abc_.'), minLength: 1 })
      .filter((text) => !text.startsWith('cf_'));
    const values = fc.dictionary(name, fc.jsonValue());
    fc.assert(
      fc.property(values, values, (fields, customFields) => {
        const data = applyReverse(defaultMapping, { fields, customFields });
        expect(applyMapping(defaultMapping, item(data))).toEqual(ok({ ...fields }, { ...customFields }));
      }),
    );
  });

  it('accepts external ids up to the maximum length of a record, in any characters', () => {
    const imported = (externalId: string) => applyMapping(defaultMapping, { externalId, data: {} }).ok;
    expect(imported('😀'.repeat(entityLimits.externalId))).toBe(true);
    expect(imported('x'.repeat(entityLimits.externalId + 1))).toBe(false);
  });

  const known = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  const json = (names: readonly string[]) =>
    `{${['"x":1', ...names.map((name) => `"${name}":{"polluted":true}`)].join()}}`;

  it('keeps fields with names that JavaScript knows, in both directions', () => {
    const data = JSON.parse(json(known));
    const mapped = applyMapping(defaultMapping, { externalId: '1', data });
    const fields = mapped.ok ? mapped.fields : {};
    expect(JSON.stringify(fields)).toBe(json(known));
    expect(JSON.stringify(applyReverse(defaultMapping, { fields, customFields: {} }))).toBe(json(known));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(known)('maps a field named %s by its path, in both directions', (name) => {
    const mapping: Mapping = { fields: [field(`a.${name}`, `${name}.b`)] };
    expect(z.safeParse(Mapping, mapping).success).toBe(true);
    const [outside, inside] = [`{"a":{"${name}":5}}`, `{"${name}":{"b":5}}`];
    const mapped = applyMapping(mapping, { externalId: '1', data: JSON.parse(outside) });
    const fields = mapped.ok ? mapped.fields : {};
    expect(JSON.stringify(fields)).toBe(inside);
    expect(JSON.stringify(applyReverse(mapping, { fields, customFields: {} }))).toBe(outside);
    expect(applyMapping(mapping, { externalId: '1', data: { a: {} } })).toMatchObject({ fields: {} });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

const beyond = 'n must be between -9007199254740991 and 9007199254740991.';
const toNumber: Mapping = { fields: [field('n', 'n', { transform: 'number' })] };
const inObject: Mapping = { otherFields: 'keep', fields: [field('b', 'a.b')] };

describe('a mapping', () => {
  const mapping: Mapping = {
    fields: [
      field('Name', 'name', { transform: 'trim', required: true }),
      field('shipping.city', 'address.city'),
      field('country', 'address.country', { defaultValue: 'DE' }),
      field('Tags', 'tags', { transform: { name: 'split', separator: ',' } }),
      field('size', 'size', { mappingKind: 'custom_field' }),
      field('customer', 'customerId', { mappingKind: 'relation' }),
      field('src', 'source', { mappingKind: 'metadata' }),
      field('secret', 'secret', { mappingKind: 'ignore' }),
      field('sku', 'unused', { mappingKind: 'external_id' }),
    ],
  };
  const data = {
    ...{ Name: ' Ada ', shipping: { city: 'Bonn' }, country: '', Tags: 'a, b,,c', size: 'L' },
    ...{ customer: 17, src: 'file', secret: 'x', sku: 'S-1', other: 1 },
  };

  it('renames, transforms, assigns and omits fields', () => {
    const fields = {
      ...{ name: 'Ada', address: { city: 'Bonn', country: 'DE' }, tags: ['a', 'b', 'c'] },
      ...{ customerId: '17', metadata: { source: 'file' } },
    };
    const mapped = { ok: true, externalId: 'S-1', fields, customFields: { size: 'L' } };
    expect(applyMapping(mapping, item(data, 'S-1'))).toMatchObject(mapped);
    expect(idFieldOf(mapping)).toBe('sku');
    expect(idFieldOf({})).toBe('id');
  });

  it.each<[string, MappingField[], Record<string, unknown>, Record<string, unknown>]>([
    ['only the mapping fills', [field('b', 'a.b')], { b: 2 }, { b: 2, c: 1, d: { e: 1 } }],
    ['only the mapping fills deeply', [field('b', 'a.d.f')], { b: 2 }, { b: 1, c: 1, d: { e: 1, f: 2 } }],
    ['the source has', [field('b', 'a.b')], { a: { c: 3 }, b: 2 }, { c: 3, b: 2 }],
    ['is mapped as a whole', [field('x', 'a')], { x: { c: 2 } }, { c: 2 }],
    [
      'lacks an object on the way',
      [field('b', 'a.c.f'), field('x', 'a.b')],
      { b: 2, x: 3 },
      { c: { f: 2 }, b: 3 },
    ],
  ])('keeps other values of a record in an object that %s', (_, fields, given, a) => {
    const mapped = applyMapping({ otherFields: 'keep', fields }, item(given));
    const before = { a: { b: 1, c: 1, d: { e: 1 } }, other: true };
    expect(mapped.ok && fieldsOnto(before, mapped)).toEqual({ a });
    expect(before).toEqual({ a: { b: 1, c: 1, d: { e: 1 } }, other: true });
  });

  it('keeps unlisted fields with otherFields keep', () => {
    const mapped = applyMapping({ ...mapping, otherFields: 'keep' }, item(data));
    expect(mapped).toMatchObject({ fields: { id: 1, other: 1, name: 'Ada' } });
    expect(mapped.ok && Object.keys(mapped.fields)).not.toContain('secret');
  });

  it('keeps every digit of long integers: in listed fields as numbers, in others as texts', () => {
    const long = 9_007_199_254_740_993n;
    const listed: Mapping = { otherFields: 'keep', fields: [field('account', 'account')] };
    expect(applyMapping(listed, item({ account: long, owner: { ids: [long, 1] } }))).toMatchObject({
      fields: { account: long, owner: { ids: [String(long), 1] } },
    });
  });

  it('omits missing fields, and clears null fields', () => {
    const mapped = applyMapping({ fields: [field('a', 'a'), field('b', 'b')] }, item({ a: null }));
    expect(mapped).toMatchObject({ fields: { a: null }, customFields: {} });
    expect(mapped.ok && Object.hasOwn(mapped.fields, 'b')).toBe(false);
  });

  it.each([' ', undefined])('explains that a required field is %j', (Name) => {
    const error = 'Name is required.';
    expect(applyMapping(mapping, item({ ...data, Name }))).toMatchObject({ ok: false, error });
  });

  it.each<[string, Mapping, ReturnType<typeof item>, string]>([
    ['no number', toNumber, item({ n: 'x' }), 'n is not a number.'],
    ['a long number as text', toNumber, item({ n: '12345678901234567890' }), beyond],
    ['a long number', toNumber, item({ n: 9_007_199_254_740_993n }), beyond],
    ['an id that is too long', toNumber, item({}, 'x'.repeat(201)), 'id'],
    ['a value in the place of an object', inObject, item({ a: 1, b: 2 }), 'a'],
  ])('explains why an item cannot be mapped: %s', (_, of, given, error) => {
    expect(applyMapping(of, given)).toMatchObject({ ok: false, error: expect.stringContaining(error) });
  });

  it('is reversed for exports', () => {
    const mapped = applyMapping(mapping, item(data));
    if (!mapped.ok) throw new Error(mapped.error);
    expect(applyReverse(mapping, mapped)).toEqual({
      ...{ Name: 'Ada', shipping: { city: 'Bonn' }, country: 'DE', Tags: 'a,b,c' },
      ...{ size: 'L', customer: '17', src: 'file' },
    });
  });
});

describe('records are matched', () => {
  it.each<[Mapping, string | undefined, unknown, string | undefined]>([
    [{}, undefined, 'x', undefined],
    [{ matchStrategy: 'sku' }, 'sku', ' A-1 ', 'A-1'],
    [{ matchStrategy: 'sku', matchField: 'ean' }, 'ean', 123, '123'],
    [{ matchStrategy: 'email' }, 'email', ' Ada@X.example', 'ada@x.example'],
    [{ matchStrategy: 'email' }, 'email', '  ', undefined],
    [{ matchStrategy: 'email' }, 'email', null, undefined],
    [{ matchStrategy: 'custom', matchField: 'a.b' }, 'a.b', { c: 1 }, undefined],
  ])('by the field of the mapping %#', (mapping, path, value, wanted) => {
    expect(matchFieldOf(mapping)).toBe(path);
    expect(matchValueOf(mapping, path === undefined ? {} : { [path]: value })).toBe(wanted);
  });
});

describe('a saved mapping', () => {
  const isValid = (mapping: unknown) => z.safeParse(Mapping, mapping).success;

  it('keeps other fields', () => {
    const mapping = { fields: [{ externalField: 'a', localField: 'b', note: 'x' }], entityType: 'a.b' };
    expect(z.parse(Mapping, mapping)).toEqual(mapping);
    expect(isValid({})).toBe(true);
  });

  const split = (transform: unknown) => ({ fields: [{ externalField: 'a', localField: 'b', transform }] });
  it.each([
    [{ fields: [{ externalField: 'a' }] }],
    [split({ name: 'split' })],
    [split({ name: 'toString' })],
    [{ fields: [{ externalField: 'a', localField: 'b', mappingKind: 'other' }] }],
    [{ matchStrategy: 'name' }],
    [[]],
  ])('is refused if it is invalid: %j', (mapping) => {
    expect(isValid(mapping)).toBe(false);
  });

  it('is refused if its fields conflict', () => {
    const messages = (mapping: Mapping) =>
      mappingProblems(mapping).map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(messages({ fields: [field('a', 'x'), field('b', 'x.y'), field('c', 'z')] })).toEqual([
      'fields.1.localField is already written by a',
    ]);
    const custom = { mappingKind: 'custom_field' } as const;
    expect(messages({ fields: [field('a', 'x'), field('b', 'x', custom)] })).toEqual([]);
    expect(messages({ fields: [field('a', 'X y', custom)] })[0]).toContain('custom field');
    const id = { mappingKind: 'external_id' } as const;
    expect(messages({ fields: [field('a', 'x', id), field('b', 'x', id)] })).toEqual([
      'fields.1.mappingKind another field is already the external_id',
    ]);
  });
});

describe('paths', () => {
  const name = fc.string({ unit: fc.constantFrom(...'ab_'), minLength: 1, maxLength: 3 });
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('.'));

  it('written values are read back, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(path, fc.jsonValue())), path, fc.jsonValue(), (before, at, value) => {
        const start = before.reduce<Record<string, unknown>>(
          (data, [where, what]) => withValueAt(data, where, what) ?? data,
          {},
        );
        const copy = structuredClone(start);
        const changed = withValueAt(start, at, value);
        expect(start).toEqual(copy);
        if (changed === undefined) return;
        expect(valueAt(changed, at)).toEqual(value);
        const [first = ''] = at.split('.');
        for (const key of Object.keys(start)) if (key !== first) expect(changed[key]).toBe(start[key]);
      }),
    );
  });

  it('never access inherited object members', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'a', ''];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 5 }), (parts) => {
        const at = parts.join('.');
        expect(valueAt({ a: {} }, at)).toEqual(at === 'a' ? {} : undefined);
        withValueAt({ a: {} }, at, { polluted: true });
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      }),
    );
    expect(['a.b', 'a', '__proto__.x'].every((path) => isFieldPath(path, 10))).toBe(true);
    expect(['', Array(11).fill('a').join('.')].some((path) => isFieldPath(path, 10))).toBe(false);
  });

  it.each(['No.', 'Art.-Nr.', '.5', 'a..b', 'Price (incl. VAT)'])(
    'are the name of one field: %s',
    (column) => {
      const mapping: Mapping = { fields: [field(column, column)] };
      expect(z.safeParse(Mapping, mapping).success).toBe(true);
      const data = { [column]: 5 };
      expect(applyMapping(mapping, { externalId: '1', data })).toMatchObject({ fields: data });
      expect(applyReverse(mapping, { fields: data, customFields: {} })).toEqual(data);
    },
  );
});
