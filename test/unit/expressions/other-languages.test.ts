/** Expressions of GoRules ZEN and rules of JsonLogic have the results of their own engines. */
import { evaluateExpressionSync, evaluateUnaryExpressionSync } from '@gorules/zen-engine';
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadExpressions } from '../../../shared/kernel/expressions/engine.ts';
import { compareLanguages, evaluated } from '../../support/languages/compared.ts';
import { jsonLogicToOurs } from '../../support/languages/json-logic.ts';
import { unaryZenToOurs, zenToOurs } from '../../support/languages/zen.ts';

const order = {
  total: 250.5,
  discount: 0.1,
  paid: true,
  note: null,
  reference: 'NO-1001-x',
  customer: { name: 'Kari Nordmann', country: 'NO', tags: ['vip', 'eu'], address: { city: 'Oslo' } },
  lines: [
    { sku: 'A-1', quantity: 2, price: 19.99, taxed: true },
    { sku: 'B-2', quantity: 1, price: 5, taxed: false },
    { sku: 'C-3', quantity: 12, price: 0.1, taxed: true },
  ],
  counts: [4, 8, 15, 16, 23, 42, 8],
  paidAt: '2026-03-14 15:09:26',
};

beforeAll(loadExpressions);

/** Every part of the language: operators, names, texts, lists, closures, dates, conversions. */
const zenExpressions = [
  'total * (1 - discount)',
  'total - total * discount / 3 > 240',
  '2 + 3 * 4 ^ 2 - -1',
  '-3 ^ 2',
  '2 ^ 3 ^ 2',
  '17 % 5 + 1.5e2',
  '0.7 + 0.1 == 0.8',
  '1.1 * 1.1',
  'paid and not (total < 100)',
  'not paid or total >= 250.5',
  'total > 1000 ? "large" : total > 100 ? "middle" : "small"',
  'note ?? customer.nickname ?? customer.name',
  'customer.address.city == "Oslo" and customer.country in ["NO", "SE"]',
  'customer.country not in ["DK", "FI"]',
  'total in [0..250.5]',
  'total in [0..250.5)',
  'total not in (250.5..300]',
  'customer.tags[0] + "/" + customer.tags[1]',
  'lines[1].sku',
  'customer.address.zip',
  `'it is ' + "quoted"`,
  'reference[0:1]',
  'reference[3:]',
  'reference[:6]',
  `\`\${upper(customer.name)} pays \${total}\``,
  'len(customer.name) + len(lines)',
  'lower(reference)',
  'trim("  both ends ")',
  'startsWith(reference, "NO-")',
  'endsWith(reference, "NO-")',
  'contains(reference, "1001")',
  'contains(customer.tags, "vip")',
  'matches(reference, "^[A-Z]{2}-[0-9]+-[a-z]$")',
  'extract(reference, "([A-Z]+)-([0-9]+)")',
  'split(reference, "-")',
  'sum(map(lines, #.quantity * #.price))',
  'sum(map(filter(lines, #.taxed), #.price))',
  'avg(counts)',
  'median(counts)',
  'mode(counts)',
  'min(counts) + max(counts)',
  'all(lines, #.price > 0)',
  'some(lines as line, line.quantity > 10)',
  'none(lines, #.sku == "Z-9")',
  'one(lines, #.taxed == false)',
  'count(counts, # == 8)',
  'filter(counts, # % 2 == 1)',
  'map([1..4], # * #)',
  'map((1..4), #)',
  'flatMap(lines, [#.sku, #.quantity])',
  'map(lines as line, map(customer.tags as tag, line.sku + tag))',
  `map(lines, {name: #.sku, [\`is-\${#.sku}\`]: #.taxed})`,
  'keys(customer.address)',
  'sum(values({x: total, y: discount}))',
  'merge([{a: 1, b: 2}, null, {b: 3}])',
  'merge([[1], null, [2, 3]])',
  'round(2.5) + round(-2.5) * 10 + round(3.14159, 3)',
  'floor(-1.5) + ceil(1.2) + trunc(7.99, 1) + abs(-4)',
  'string(total) + string(paid)',
  'number("12.50") + number(true)',
  'bool("false") or bool(1)',
  'isNumeric("1e3") and not isNumeric("x")',
  '[type(total), type(paid), type(note), type(lines), type(reference)]',
  'date("2026-03-14T15:09:26Z") - date("2026-03-01")',
  'date("2026-02-27") + duration("2d 3h")',
  'dateString(startOf(paidAt, "month")) + dateString(endOf(paidAt, "h"))',
  'dateString(startOf("2026-03-15", "w"))',
  'time("2026-03-14T15:09:26Z")',
  'year(paidAt) * 10000 + monthOfYear(paidAt) * 100 + dayOfMonth(paidAt)',
  'weekdayString(paidAt) + monthString(paidAt)',
  'd("2026-01-31", "Europe/Oslo").add("1M 2d 3h").format("%A %d %B %H:%M")',
  'd(paidAt).tz("America/New_York").startOf("quarter")',
  'd("2026-03-01").diff(d("2026-01-31"), "month") + d(paidAt).set("day", 1).weekday()',
  'd(paidAt).isAfter(d("2026-03-01"), "month") or d(paidAt) in [d("2026-03-01")..d("2026-04-01"))',
  '[dayOfWeek("2026-03-15"), dayOfYear(paidAt), weekOfYear("2027-01-02")]',
];

/** Tests of one value. */
const unaryExpressions: [string, unknown][] = [
  ['> 10 and <= 20', 20],
  ['< 0 or [5..7)', 7],
  ['1, 2, > 100', 2],
  ['"NO", "SE"', 'DK'],
  ['(0..1]', 0],
  ['!= 4 * 2', 8],
  ['startsWith($, "A")', 'A-1'],
  ['some($, # > 40)', [4, 42]],
  ['len($) == 3', 'abc'],
  ['true', false],
];

describe('the expressions of ZEN', () => {
  it.each(zenExpressions)('%s', (expression) => {
    expect(evaluated(zenToOurs(expression), order)).toEqual(evaluateExpressionSync(expression, order));
  });

  it.each(unaryExpressions)('%s tests %j', (expression, tested) => {
    expect(evaluated(unaryZenToOurs(expression), { tested })).toBe(
      evaluateUnaryExpressionSync(expression, { $: tested }),
    );
  });

  it('differ in a division by zero, which is an error here and null there', () => {
    const written = '1 / 0';
    const expected: unknown = evaluateExpressionSync(written, {});
    const comparison = compareLanguages([
      { written, translate: () => zenToOurs(written), data: {}, expected },
    ]);
    expect({ expected, different: comparison.different }).toEqual({ expected: null, different: [written] });
  });

  it.each([
    ['a = 5', 'assignments'],
    ['rand(10)', 'the function rand'],
    ['fuzzyMatch("a", "b")', 'the function fuzzyMatch'],
    ['mergeDeep([{a: {b: 1}}, {a: {c: 2}}])', 'the function mergeDeep'],
  ])('cannot be expressed: %s', (expression, reason) => {
    expect(() => zenToOurs(expression)).toThrow(reason);
  });
});

const logicRules: unknown[] = [
  { '==': [{ var: 'total' }, '250.5'] },
  { '==': [{ var: 'note' }, 0] },
  { '===': [{ var: 'total' }, '250.5'] },
  { '!=': [{ var: 'paid' }, 1] },
  { '!==': [{ var: 'customer.country' }, 'NO'] },
  { '<': [100, { var: 'total' }, 1_000] },
  { '<=': ['b', 'a'] },
  { '>': [{ var: 'absent' }, -1] },
  { '>=': ['10', 9] },
  { and: [{ var: 'paid' }, { var: 'customer.name' }] },
  { or: [{ var: 'note' }, '', 0, { var: 'discount' }] },
  { '!': [[]] },
  { '!!': ['0'] },
  { if: [{ '>': [{ var: 'total' }, 1_000] }, 'large', { '>': [{ var: 'total' }, 100] }, 'middle', 'small'] },
  { '?:': [{ var: 'paid' }, 1, 2] },
  { '+': [{ var: 'total' }, '2', 1] },
  { '-': [{ '*': [2, '3', 4] }, 5] },
  { '-': ['7'] },
  { '/': [{ '%': [17, 5] }, 4] },
  { max: [3, { var: 'counts.5' }, 7] },
  { min: [3, 1, 2] },
  { cat: [{ var: 'customer.name' }, ' ', { var: 'total' }, { var: 'note' }] },
  { substr: [{ var: 'reference' }, 3, 4] },
  { substr: [{ var: 'reference' }, -6, 4] },
  { substr: [{ var: 'reference' }, 0, -2] },
  { in: ['vip', { var: 'customer.tags' }] },
  { in: ['1001', { var: 'reference' }] },
  { in: ['x', { var: 'absent' }] },
  { merge: [[1, 2], 3, { var: 'customer.tags' }] },
  { missing: ['customer.name', 'customer.zip', 'note'] },
  { missing_some: [1, ['customer.zip', 'total']] },
  { missing_some: [2, ['customer.zip', 'absent', 'total']] },
  { filter: [{ var: 'counts' }, { '%': [{ var: '' }, 2] }] },
  { map: [{ var: 'lines' }, { '*': [{ var: 'quantity' }, 2] }] },
  { all: [{ var: 'lines' }, { '>': [{ var: 'price' }, 0] }] },
  { all: [[], true] },
  { some: [{ var: 'lines' }, { '>': [{ var: 'quantity' }, 10] }] },
  { none: [{ var: 'lines' }, { '==': [{ var: 'sku' }, 'Z-9'] }] },
  { reduce: [{ var: 'counts' }, { '+': [{ var: 'current' }, { var: 'accumulator' }] }, 100] },
  { reduce: [{ var: 'lines' }, { '+': [{ var: 'accumulator' }, { var: 'current.quantity' }] }, 0] },
  { var: ['customer.nickname', 'none'] },
  { var: 'lines.1.sku' },
  { var: '' },
];

describe('the rules of JsonLogic', () => {
  it.each(logicRules.map((rule) => [JSON.stringify(rule), rule] as const))('%s', (_, rule) => {
    const expected: unknown = jsonLogic.apply(rule as RulesLogic, order);
    expect(evaluated(jsonLogicToOurs(rule), { data: order })).toEqual(expected);
  });

  it.each([
    [{ reduce: [[1, 2], { '*': [{ var: 'current' }, { var: 'accumulator' }] }, 1] }, 'other than sums'],
    [{ var: { if: [true, 'a.b', 'c'] } }, 'computed paths'],
    [{ method: ['a', 'b'] }, 'the operator method'],
  ])('cannot be expressed: %j', (rule, reason) => {
    expect(() => jsonLogicToOurs(rule)).toThrow(reason);
  });
});
