import { describe, expect, it } from 'vitest';
import { bodyOf, formOf, problemOf, shownValue } from '../../../lib/console/own/own-values.ts';
import type { Kind, OwnResource } from '../../../shared/clients/typescript/own-resource.ts';

const field = (kind: Kind, initial?: unknown) => ({ kind, isRequired: false, hint: '', initial });
const resource: OwnResource = {
  ...{ name: 'suppliers', path: '/api/shop/suppliers', title: 'Supplier', plural: 'Suppliers' },
  auditedAs: 'shop.supplier',
  ...{ isExported: true, ids: 'path', columns: {}, titles: {}, filters: {}, sorts: [] },
  features: { list: null },
  fields: {
    name: field('text'),
    isActive: field('boolean', true),
    rating: field('number'),
    tags: field('list', []),
    size: field(['small', 'large']),
    settings: field('object'),
  },
};

describe('the form of a team’s own resource', () => {
  it('begins with the defaults of the fields', () => {
    const empty = { name: '', rating: '', tags: '', size: '', settings: '' };
    expect(formOf(resource)).toEqual({ ...empty, isActive: true });
  });

  it('shows a row, and makes the same values of it', () => {
    const values = {
      ...{ name: 'Oak', isActive: false, rating: 4, tags: ['a', 'b'], size: 'large' },
      settings: { deep: { level: 1 } },
    };
    const form = formOf(resource, { id: '1', ...values });
    expect(form).toMatchObject({ rating: '4', tags: 'a, b', settings: '{"deep":{"level":1}}' });
    expect(bodyOf(resource, form, {})).toEqual(values);
  });

  it('leaves empty fields out of a creation, and empties them in a change', () => {
    const form = { ...formOf(resource), name: ' Oak ' };
    expect(bodyOf(resource, form)).toEqual({ name: 'Oak', isActive: true, tags: [] });
    expect(bodyOf(resource, form, {})).toMatchObject({ rating: null, size: null, settings: null });
  });

  it('changes no field that was not changed, such as a list with commas in it', () => {
    const before = formOf(resource, { id: '1', name: ' Oak', isActive: true, tags: ['a, b'] });
    expect(bodyOf(resource, { ...before, rating: '5' }, before)).toEqual({ rating: 5 });
    const tags = { ...field('list'), isRequired: true };
    const required = { ...resource, fields: { ...resource.fields, tags } };
    expect(bodyOf(required, { ...before, rating: '5' }, before)).toEqual({ rating: 5 });
  });

  it.each<[Kind, string, string | undefined]>([
    ['number', '12', undefined],
    ['number', 'twelve', 'This must be a number.'],
    ['object', '{"a":1}', undefined],
    ['object', '', undefined],
    ['object', '[1]', 'This must be a JSON object.'],
    ['text', 'anything', undefined],
  ])('says what is wrong with a %s: %s', (kind, text, problem) => {
    expect(problemOf(field(kind), text)).toBe(problem);
  });

  it.each([
    [null, ''],
    [12n, '12'],
    [['a', ['b']], 'a, b'],
    [{ a: 1 }, '{"a":1}'],
  ])('shows a value as text, case %#', (value, text) => {
    expect(shownValue(value)).toBe(text);
  });
});
