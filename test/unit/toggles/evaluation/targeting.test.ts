import { describe, expect, it } from 'vitest';
import {
  findCycle,
  isNameTaken,
  type Segment,
  segmentsProblem,
} from '../../../../shared/modules/toggles/evaluation/segments.ts';
import {
  killSwitchProblem,
  targetingProblem,
} from '../../../../shared/modules/toggles/evaluation/targeting.ts';
import { nestedGroups } from '../../../support/builders/rules.ts';

const isOne = { field: 'a', operator: '=', value: 1 };
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const variant = (name: string, weight: unknown, value: unknown = true) => ({ name, value, weight });
const forbidden: unknown = JSON.parse('{"__proto__":1}');
const problem = (rule: unknown) => targetingProblem('boolean', [rule]);

describe('rules', () => {
  it.each([
    { value: true },
    { name: 'a', condition: { field: 'plan', operator: '=', value: 'pro' }, value: false },
    { condition: null, segments: ['s'], percentage: 12.345, salt: 'x', value: true },
    { variants: [variant('a', 33.333), variant('b', 33.333), variant('c', 33.334)] },
    { variants: [variant('a', 0.1), variant('b', 0.2), variant('c', 99.7)] },
    { variants: [variant('a', 100), variant('b', 0)] },
    { condition: nestedGroups(99), value: true },
    { condition: { ...isOne, value: deep(99) }, value: true },
    { name: '😀'.repeat(100), salt: '😀'.repeat(100), value: true },
    { variants: [variant('😀'.repeat(100), 100)] },
  ])('%# are accepted', (rule) => {
    expect(problem(rule)).toBeUndefined();
  });

  it.each<[unknown, string, RegExp]>([
    ['x', 'rules[0]', /must be an object/],
    [{ value: true, when: 1 }, 'rules[0].when', /is not a field of a rule/],
    [{}, 'rules[0].value', /is required/],
    [{ value: 'on' }, 'rules[0].value', /must be a boolean/],
    [{ value: null }, 'rules[0].value', /must be a boolean/],
    [{ name: '', value: true }, 'rules[0].name', /1 to 100 characters/],
    [{ salt: 7, value: true }, 'rules[0].salt', /1 to 100 characters/],
    [{ name: '😀'.repeat(101), value: true }, 'rules[0].name', /1 to 100 characters/],
    [{ condition: 'plan = pro', value: true }, 'rules[0].condition', /a condition must be an object/],
    [{ condition: 0, value: true }, 'rules[0].condition', /must be a condition or null/],
    [{ condition: { ...isOne, operator: 'LIKE' }, value: true }, 'rules[0].condition', /unknown operator/],
    [
      { condition: { ...isOne, value: forbidden }, value: true },
      'rules[0].condition',
      /"__proto__" may not be/,
    ],
    [{ condition: nestedGroups(100), value: true }, 'rules[0].condition', /at most 100 levels/],
    [{ condition: { ...isOne, value: deep(100) }, value: true }, 'rules[0].condition', /at most 99 levels/],
    [{ condition: { ...isOne, more: deep(100) }, value: true }, 'rules[0].condition', /at most 99 levels/],
    [{ segments: 'all', value: true }, 'rules[0].segments', /list of at most 10 segment ids/],
    [{ segments: ['a', 'A'], value: true }, 'rules[0].segments', /each segment once/],
    [{ percentage: 101, value: true }, 'rules[0].percentage', /between 0 and 100/],
    [{ percentage: -1, value: true }, 'rules[0].percentage', /between 0 and 100/],
    [{ percentage: '10', value: true }, 'rules[0].percentage', /between 0 and 100/],
    [{ percentage: 0.0001, value: true }, 'rules[0].percentage', /three decimals/],
    [{ value: true, variants: [variant('a', 100)] }, 'rules[0].value', /absent if there are variants/],
    [{ variants: [] }, 'rules[0].variants', /1 to 50 variants/],
    [{ variants: [null] }, 'rules[0].variants[0]', /must be an object/],
    [{ variants: [{ ...variant('a', 100), wieght: 1 }] }, 'rules[0].variants[0].wieght', /is not a field/],
    [{ variants: [variant('a', 50), variant('a', 50)] }, 'rules[0].variants[1].name', /must differ/],
    [{ variants: [variant('a', 100, 'on')] }, 'rules[0].variants[0].value', /must be a boolean/],
    [{ variants: [variant('a', '100')] }, 'rules[0].variants[0].weight', /between 0 and 50000/],
    [{ variants: [variant('a', 0), variant('b', 0)] }, 'rules[0].variants', /one weight above 0/],
    [{ groupId: '', value: true }, 'rules[0].groupId', /1 to 200 characters/],
    [{ stickiness: 7, value: true }, 'rules[0].stickiness', /1 to 200 characters/],
  ])('%# are refused with the name of the field', (rule, field, message) => {
    expect(problem(rule)).toEqual({ [field]: expect.stringMatching(message) });
  });

  it('are refused if they are not a list, too many, too large or have too many segments', () => {
    const segments = (rule: number) => Array.from({ length: 10 }, (_, index) => `${rule}-${index}`);
    const many = [1, 2, 3].map((rule) => ({ value: true, segments: segments(rule) }));
    for (const [type, rules, message] of [
      ['boolean', {}, 'must be a list of rules'],
      ['boolean', Array(51).fill({ value: true }), 'must have at most 50 rules'],
      ['string', Array(40).fill({ value: 'x'.repeat(1_000) }), 'must have at most 32768 bytes as JSON'],
      ['boolean', many, 'must use at most 20 different segments'],
    ] as const)
      expect(targetingProblem(type, rules)).toEqual({ rules: message });
  });

  it('can have values of the maximum depth of callers’ JSON', () => {
    expect(targetingProblem('json', [{ value: deep(99) }])).toBeUndefined();
    expect(targetingProblem('json', [{ value: deep(100) }])).toEqual({
      'rules[0].value': 'must nest at most 99 levels',
    });
  });
});

it('rules, variants and kill switches have values of at most 24 KB, like overrides', () => {
  const [fitting, large] = ['x'.repeat(24_574), 'x'.repeat(24_575)];
  const message = 'must have at most 24576 bytes as JSON';
  expect(targetingProblem('string', [{ value: fitting }])).toBeUndefined();
  expect(targetingProblem('string', [{ value: large }])).toEqual({ 'rules[0].value': message });
  const variants = [variant('a', 100, large)];
  expect(targetingProblem('string', [{ variants }])).toEqual({ 'rules[0].variants[0].value': message });
  expect(killSwitchProblem('string', { active: true, value: fitting })).toBeUndefined();
  const tooLarge = killSwitchProblem('string', { active: true, value: large });
  expect(tooLarge).toEqual({ 'killSwitch.value': message });
});

it('a kill switch has a value of the toggle’s type', () => {
  expect(killSwitchProblem('number', { active: true })).toBeUndefined();
  expect(killSwitchProblem('number', { active: true, value: 0 })).toBeUndefined();
  const problems = killSwitchProblem('number', { active: true, value: 'x' });
  expect(problems).toEqual({ 'killSwitch.value': 'must be a number' });
});

describe('segments', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const segment = (id: string, ...segments: string[]): Segment => ({
    ...{ id, name: `Name ${id}`, description: null, condition: null, segments },
    ...{ createdAt: at, updatedAt: at, revision: 1 },
  });

  it('that include themselves, directly or through others, form a cycle', () => {
    expect(findCycle([segment('a', 'a')], 'a')).toEqual(['Name a', 'Name a']);
    const three = [segment('a', 'b'), segment('b', 'c'), segment('c', 'a')];
    expect(findCycle(three, 'a')).toEqual(['Name a', 'Name b', 'Name c', 'Name a']);
    expect(segmentsProblem(three, 'b', [])).toEqual({
      segments: 'must not form a cycle: Name b → Name c → Name a → Name b',
    });
  });

  it('that share one form no cycle', () => {
    const diamond = [segment('a', 'b', 'c'), segment('b', 'd'), segment('c', 'd'), segment('d')];
    expect(findCycle(diamond, 'a')).toBeUndefined();
    expect(segmentsProblem(diamond, 'a', [])).toBeUndefined();
  });

  it('include segments of their scope and global ones, and have unique names', () => {
    expect(segmentsProblem([segment('a', 'g')], 'a', [segment('g')])).toBeUndefined();
    expect(segmentsProblem([segment('a', 'x')], 'a', [])).toEqual({
      'segments[0]': 'must be the id of a segment that this segment may include',
    });
    for (const name of ['Name a', 'NAME A', 'Name\u200b a', '\uff2eame a']) {
      const twin = { ...segment('b'), name };
      expect(isNameTaken(twin, [segment('a'), twin])).toBe(true);
    }
  });

  it('are limited in number and size', () => {
    const many = Array.from({ length: 101 }, (_, index) => segment(`s${index}`));
    expect(segmentsProblem(many, 's0', [])).toHaveProperty('name');
    const large = Array.from({ length: 8 }, (_, index) => ({
      ...segment(`s${index}`),
      condition: { field: 'a', operator: '=', value: 'x'.repeat(15_000) },
    }));
    expect(segmentsProblem(large, 's0', [])).toHaveProperty('condition');
  });
});
