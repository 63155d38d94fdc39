import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { customFilters, type FilteredField } from '../../../shared/modules/entities/custom-filters.ts';

const fields: FilteredField[] = [
  { key: 'note', kind: 'text' },
  { key: 'paid', kind: 'boolean' },
  { key: 'amount', kind: 'integer' },
  { key: 'price', kind: 'currency' },
  { key: 'step', kind: 'integer', options: ['1', '2'].map((value) => ({ value, label: value })) },
];

function problems(query: Record<string, string>, known = fields) {
  try {
    customFilters(query, known);
    return {};
  } catch (error) {
    if (error instanceof InvalidInputError) return error.details ?? {};
    throw error;
  }
}

describe('filters on custom fields', () => {
  it.each([
    ['1', true],
    ['TRUE', true],
    ['Enabled', true],
    [' on ', true],
    ['0', false],
    ['No', false],
    ['disable', false],
  ])('parse %j as a boolean', (text, value) => {
    expect(customFilters({ cf_paid: text }, fields)).toEqual({ cf_paid: [value] });
  });

  it('accept one value or several, by the kind of the field', () => {
    expect(customFilters({ cf_amount: '-5', cf_priceIn: '1.5, 2,', page: '1' }, fields)).toEqual({
      cf_amount: [-5],
      cf_price: [1.5, 2],
    });
  });

  it.each([
    ['cf_note', ' a, b', [' a, b']],
    ['cf_noteIn', '"a, ""b""", c ', ['a, "b"', 'c']],
    ['cf:note', 'a', ['a']],
    ['cf:noteIn', 'a,b', ['a', 'b']],
  ])('keep texts: %s=%s', (parameter, text, values) => {
    expect(customFilters({ [parameter]: text }, fields)).toEqual({ cf_note: values });
  });

  it('compare the options of a number as texts', () => {
    expect(customFilters({ cf_step: '2' }, fields)).toEqual({ cf_step: [2] });
    expect(problems({ cf_step: '3' })).toEqual({ cf_step: 'must be one of: 1, 2' });
  });

  it.each(['cf_amountIn', 'cf_note'])('without a value, such as %s, have no effect', (parameter) => {
    expect(customFilters({ [parameter]: ' ' }, fields)).toEqual({});
  });

  it.each([
    [{ cf_paid: 'junk' }, { cf_paid: 'must be true or false' }],
    [{ cf_paid: 'y' }, { cf_paid: 'must be true or false' }],
    [{ cf_amount: 'abc' }, { cf_amount: 'must be a whole number' }],
    [{ cf_amount: '1.5' }, { cf_amount: 'must be a whole number' }],
    [{ cf_amount: '99999999999999999999' }, { cf_amount: 'must be a whole number' }],
    [{ cf_amountIn: '1,two' }, { cf_amountIn: 'must be a whole number' }],
    [{ cf_price: 'Infinity' }, { cf_price: 'must be a number' }],
    [{ cf_price: '0x10' }, { cf_price: 'must be a number' }],
  ])('refuse %j', (query, expected) => {
    expect(problems(query)).toEqual(expected);
  });

  it.each([
    ['cf_nope', 'cf_note'],
    ['cf_amuont', 'cf_amount'],
    ['cf_paydIn', 'cf_paid'],
  ])('refuse %s and name %s', (parameter, nearest) => {
    expect(problems({ [parameter]: '1' })).toEqual({
      [parameter]: `is not a defined custom field; did you mean ${nearest}?`,
    });
  });

  it('are ignored without definitions', () => {
    expect(customFilters({ cf_nope: '1' }, [])).toEqual({});
  });

  it('refuse a field named like an object member', () => {
    expect(Object.keys(problems({ cf___proto__: '1' }))).toEqual(['cf___proto__']);
    expect(Object.keys(problems({ cf_constructor: '1' }))).toEqual(['cf_constructor']);
  });
});
