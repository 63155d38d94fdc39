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
  it('accept one value or several, by the kind of the field', () => {
    const query = { cf_amount: '-5', cf_priceIn: '1.5, 2,', cf_paid: ' Enabled ', page: '1' };
    expect(customFilters(query, fields)).toEqual({ cf_amount: [-5], cf_price: [1.5, 2], cf_paid: [true] });
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
    ['cf_paid', 'y', 'must be true or false'],
    ['cf_amount', '1.5', 'must be a whole number'],
    ['cf_amount', '99999999999999999999', 'must be a whole number'],
    ['cf_amountIn', '1,two', 'must be a whole number'],
    ['cf_price', 'Infinity', 'must be a number'],
    ['cf_price', '0x10', 'must be a number'],
  ])('refuse %s=%s', (parameter, text, problem) => {
    expect(problems({ [parameter]: text })).toEqual({ [parameter]: problem });
  });

  it.each([
    ['cf_nope', 'cf_note'],
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
