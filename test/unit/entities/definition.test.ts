import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import {
  brokenRule,
  type CustomValues,
  changedCustomValues,
  customValuesOf,
  type Definition,
  type FieldRule,
  newCustomValues,
  paramProblem,
  patternProblem,
} from '../../../shared/modules/entities/definition-store.ts';
import { entityTypeProblem } from '../../../shared/modules/entities/entity-type.ts';
import {
  type FieldKind,
  fieldKinds,
  filterValue,
  kindProblem,
} from '../../../shared/modules/entities/field-kind.ts';

const at = '2026-01-01T00:00:00.000Z';
const aDefinition = (more: Partial<Definition> = {}): Definition => ({
  ...{ id: 'id', entityType: 'sales.order', key: 'size', label: 'Size', kind: 'integer', multi: false },
  ...{ options: [], validation: [], attachment: null, createdAt: at, updatedAt: at, ...more },
});

function errorsOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof InvalidInputError ? { ...error.details } : error;
  }
}

describe('an entity type', () => {
  it.each(['sales.order', 'crm.contact_person', 'a.b1'])('may be %s', (type) => {
    expect(entityTypeProblem(type)).toBeUndefined();
  });

  it.each([
    ...['order', 'Sales.order', 'sales.', '.order', 'sales.order.line', '1sales.order', 'sales order'],
    'webhooks.webhook',
  ])('must not be %s', (type) => {
    expect(entityTypeProblem(type)).toBeTypeOf('string');
  });
});

describe('kinds', () => {
  it('validate any JSON value without throwing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fieldKinds), fc.jsonValue(), (kind, value) => {
        const problem = kindProblem(kind, value);
        expect(problem === undefined || typeof problem === 'string').toBe(true);
      }),
    );
  });

  it('match every stored number with a filter text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(filterValue('integer', String(value))).toBe(value);
      }),
    );
  });
});

describe('rules', () => {
  beforeAll(loadPatternEngine);

  const cases: [FieldRule, unknown, boolean][] = [
    [{ rule: 'required' }, 0, true],
    [{ rule: 'required' }, false, true],
    [{ rule: 'required' }, '', false],
    [{ rule: 'required' }, [], false],
    [{ rule: 'lt', param: 10 }, 9, true],
    [{ rule: 'lt', param: 10 }, 10, false],
    [{ rule: 'lte', param: 10 }, 10, true],
    [{ rule: 'gt', param: '2026-01-01' }, '2026-01-02', true],
    [{ rule: 'gt', param: '2026-01-01' }, '2026-01-01T12:00:00Z', false],
    [{ rule: 'lte', param: '2026-01-01' }, '2026-01-01T23:59:59Z', true],
    [{ rule: 'lte', param: '2026-01-01' }, '2026-01-02T00:00:00Z', false],
    [{ rule: 'lt', param: '2026-01-01' }, '2026-01-01T00:00:00Z', false],
    [{ rule: 'gte', param: '2026-01-01' }, '2026-01-01T00:00:00Z', true],
    [{ rule: 'gte', param: 1 }, [1, 2, 0], false],
    [{ rule: 'eq', param: 'a' }, 'a', true],
    [{ rule: 'ne', param: 'a' }, 'a', false],
    [{ rule: 'integer' }, 5.5, false],
    [{ rule: 'integer' }, '5.0', true],
    [{ rule: 'integer' }, ' ', false],
    [{ rule: 'integer' }, '0x10', false],
    [{ rule: 'float' }, 5.5, true],
    [{ rule: 'float' }, '-1.5e3', true],
    [{ rule: 'float' }, '  ', false],
    [{ rule: 'float' }, '1e999', false],
    [{ rule: 'date' }, 'tomorrow', false],
    [{ rule: 'regex', param: '^[a-z]+$' }, 'abc', true],
    [{ rule: 'regex', param: '^[a-z]+$' }, 'ABC', false],
    [{ rule: 'lt', param: 10 }, null, true],
  ];
  it.each(cases)('%j on %j: holds is %s', (rule, value, holds) => {
    expect(brokenRule([rule], value) === undefined).toBe(holds);
  });

  it('with a pattern that makes backtracking engines hang return at once', () => {
    const rule: FieldRule = { rule: 'regex', param: '^(a+)+$' };
    expect(brokenRule([rule], `${'a'.repeat(9_000)}b`)).toBeDefined();
  });

  it('compile a pattern once for all values of a list', () => {
    const rule: FieldRule = { rule: 'regex', param: '^(?:[a-z]{1,200}|[0-9]{1,200})-?$' };
    const startedMs = performance.now();
    expect(brokenRule([rule], Array(65_000).fill('a'))).toBeUndefined();
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  it('fail if a record has more text than its patterns can be applied to in some seconds', () => {
    const rule: FieldRule = { rule: 'regex', param: '^[a-z]+[a-z]{0,1000}$' };
    const values = Array(25).fill('a'.repeat(9_000));
    expect(brokenRule([rule], values.slice(0, 1))).toBeUndefined();
    expect(brokenRule([rule], values)).toBe('must match the pattern ^[a-z]+[a-z]{0,1000}$');
    expect(brokenRule([{ rule: 'regex', param: '^a+$' }], values)).toBeUndefined();
  });

  it('refuse patterns that cannot run in linear time', () => {
    expect(patternProblem('(?=a)b')).toBeDefined();
    expect(patternProblem('(a)\\1')).toBeDefined();
    expect(patternProblem('^[a-z]{3}$')).toBeUndefined();
  });
});

const lt = (param?: FieldRule['param']): FieldRule => ({ rule: 'lt', param });

describe('the parameter of a rule', () => {
  beforeAll(loadPatternEngine);

  it.each<[FieldRule, FieldKind, string | undefined]>([
    [lt(), 'integer', 'is required'],
    [lt(null), 'text', 'is required'],
    [{ rule: 'eq', param: '' }, 'text', 'is required'],
    [lt('many'), 'integer', 'must be a number'],
    [lt(true), 'float', 'must be a number'],
    [lt(' '), 'float', 'must be a number'],
    [{ rule: 'eq', param: 'yes' }, 'boolean', 'must be true or false'],
    [lt('1e400'), 'currency', 'must be a number'],
    [lt(10), 'date', 'must be a date such as 2026-03-01'],
    [lt('2026-02-30'), 'datetime', 'must be a date such as 2026-03-01'],
    [{ rule: 'regex', param: 5 }, 'text', 'must be a pattern of at most 500 characters'],
    [lt('10'), 'integer', undefined],
    [lt('2026-03-01'), 'datetime', undefined],
    [lt('m'), 'text', undefined],
    [{ rule: 'eq', param: true }, 'boolean', undefined],
    [{ rule: 'required' }, 'integer', undefined],
  ])('%j of the kind %s: %s', (rule, kind, problem) => {
    expect(paramProblem(rule, kind)).toBe(problem);
  });
});

describe('custom values', () => {
  const required = aDefinition({ key: 'colour', kind: 'text', validation: [{ rule: 'required' }] });

  it('are parsed in every format, also with names of prototype members', () => {
    const body = '{"customFields":{"a":1,"__proto__":{"b":2}},"cf_c":3,"cf:d":4,"customValues":{"e":5}}';
    expect({ ...customValuesOf(JSON.parse(body)) }).toMatchObject({ a: 1, c: 3, d: 4, e: 5 });
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });

  it('are all validated, each error under cf_ and its key', () => {
    const create = () => newCustomValues([aDefinition(), required], { size: 'x', weight: 1 });
    expect(errorsOf(create)).toEqual({
      cf_weight: 'is not a defined custom field',
      cf_size: 'must be a whole number',
      cf_colour: 'is required',
    });
  });

  it('of numbers are compared with options as texts', () => {
    const options = ['1', '2'].map((value) => ({ value, label: value }));
    const definitions = [aDefinition({ options })];
    expect(newCustomValues(definitions, { size: 2 })).toEqual({ size: 2 });
    const problem = { cf_size: 'must be one of: 1, 2' };
    expect(errorsOf(() => newCustomValues(definitions, { size: 3 }))).toEqual(problem);
  });

  it.each([
    [{}, { size: 'old' }],
    [{ colour: 'red' }, { size: 'old', colour: 'red' }],
    [{ size: '' }, {}],
    [{ size: 5 }, { size: 5 }],
  ])('that were stored under an older definition do not prevent the change %j', (given, after) => {
    expect(changedCustomValues([aDefinition(), required], { size: 'old' }, given)).toEqual(after);
  });

  it.each<CustomValues>([{ size: 'old' }, { colour: '' }, { colour: null }, { other: 1 }])(
    'that a change contains are validated: %j',
    (given) => {
      const change = () => changedCustomValues([aDefinition(), required], { size: 'old' }, given);
      expect(Object.keys(Object(errorsOf(change)))).toEqual(Object.keys(given).map((key) => `cf_${key}`));
    },
  );
});
