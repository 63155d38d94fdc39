import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../shared/kernel/base/patterns.ts';
import { warningsOfRules } from '../../../shared/modules/rules/authoring/rule-expressions.ts';
import { actionWarnings, conditionWarnings } from '../../../shared/modules/rules/authoring/warnings.ts';
import { nestedGroups } from '../../support/builders/rules.ts';

beforeAll(loadPatternEngine);

const on = (operator: string, value: unknown) => ({ field: 'a', operator, value });

describe('a condition has warnings', () => {
  it.each<[unknown, RegExp]>([
    [on('IN', 'a'), /never holds/],
    [on('NOT_IN', 'a'), /always holds/],
    [on('MATCHES', '('), /not a valid RE2 pattern/],
    [on('MATCHES', '(a+)+'), /never matches/],
    [on('MATCHES', 'x'.repeat(201)), /more than 200 characters/],
    [on('MATCHES', 5), /needs a pattern/],
    [on('MATCHES', '^.{0,1000}$'), /texts of at most 1701 characters/],
    [on('SEMVER_GT', '1.4'), /needs a version such as 1.4.0; it never holds/],
    [on('IN_CIDR', ['10.0.0.0/8', 'office']), /needs an address, a range/],
    [
      { field: 'lines', operator: 'ANY', condition: { operator: 'OR', rules: [on('IN', 'a')] } },
      /^condition\.rules\[0\]: IN needs a list/,
    ],
    [on('=', '{{total}}'), /\{\{total\}\} is unknown in conditions/],
    [on('IN', ['{{user.id}}', 'a']), /in a list .* is not replaced/],
    [on('=', '{{user.id}}-a'), /beside other text is not replaced/],
    [{ operator: 'AND', rules: [on('=', 1), on('IN', 'a')] }, /^rules\[1\]: IN needs a list/],
    [nestedGroups(9_000, on('IN', 'a')), /^….*rules\[0\]: IN/],
  ])('%#', (condition, warning) => {
    expect(conditionWarnings(condition)).toEqual([expect.stringMatching(warning)]);
  });

  it.each([
    ...['{{user.email}}', '{{today}}', '{{tenantId}}', '{{{}'].map((value) => on('=', value)),
    ...['^SO-\\d+$', '{{user.id}}'].map((value) => on('MATCHES', value)),
    ...[on('IN', ['a']), on('SEMVER_LT', '2.0.0-rc.1'), on('IN_CIDR', '2001:db8::/32')],
    { field: 'a', operator: 'IN', compareToField: 'b' },
    { field: 'a', operator: 'IS_EMPTY' },
  ])('not without a problem: %j', (condition) => {
    expect(conditionWarnings(condition)).toEqual([]);
  });

  it('checks two hundred different patterns, and reports the limit', () => {
    const group = (from: number) => ({
      operator: 'OR',
      rules: Array.from({ length: 50 }, (_, index) => on('MATCHES', `^${from + index}$`)),
    });
    const groups = Array.from({ length: 40 }, (_, index) => group(index * 50));
    expect(conditionWarnings({ operator: 'OR', rules: groups })).toEqual([
      'rules[4].rules[0]: Only the first 200 patterns are checked.',
    ]);
    expect(conditionWarnings({ operator: 'OR', rules: groups.map(() => group(0)) })).toEqual([]);
  });

  it('at most fifty times', () => {
    expect(conditionWarnings({ operator: 'OR', rules: Array(51).fill(on('IN', 'a')) })).toHaveLength(50);
  });
});

describe('an action has warnings', () => {
  it('if its event cannot be published', () => {
    const emit = (eventName: string) => ({ type: 'EMIT_EVENT', config: { eventName } });
    const names = ['sales.order.flagged', 'order.flagged', 'auth.user.created', '{{eventName}}'];
    expect(actionWarnings('successActions', names.map(emit))).toEqual([
      expect.stringMatching(/^successActions\[1\]: .*<module>\.<entity>\.<action>/),
      expect.stringMatching(/^successActions\[2\]: .*own module auth/),
    ]);
    expect(actionWarnings('failureActions', null)).toEqual([]);
  });
});

describe('stored rules', () => {
  it('are listed with their texts that are neither names nor expressions', async () => {
    const set = (value: string) => ({ type: 'SET_FIELD', config: { field: 'tax', value } });
    const rule = { ruleId: 'TAX', successActions: [set('{{total * 2}}'), set('{{order total}}')] };
    expect(await warningsOfRules([rule])).toEqual([
      expect.stringMatching(
        /^Rule TAX, successActions\[1\]\.config\.value, position \d+: .*; \{\{order total\}\} is neither/,
      ),
    ]);
  });
});
