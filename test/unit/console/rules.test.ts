import { describe, expect, it } from 'vitest';
import {
  checkCondition,
  isShallow,
  memberPath,
  partProblemOf,
} from '../../../lib/console/conditions/condition-tree.ts';
import {
  actionProblemOf,
  actionsOf,
  draftsOf,
  newAction,
  retyped,
  settingOf,
  withSetting,
} from '../../../lib/console/rules/action-draft.ts';
import { moved } from '../../../lib/console/ui/moved.ts';
import { readableJson } from '../../../lib/console/ui/readable-json.ts';
import type { Action, Condition } from '../../../shared/clients/typescript/index.ts';

describe('a condition', () => {
  /** Negations around a comparison. */
  const nested = (levels: number): unknown =>
    JSON.parse(
      `${'{"operator":"NOT","rules":['.repeat(levels)}{"field":"a","operator":"=","value":1}${']}'.repeat(levels)}`,
    );

  it('is shown unless it nests too deep, up to the depth of the largest condition', () => {
    expect([nested(0), nested(100), null].every(isShallow)).toBe(true);
    expect([nested(201), nested(9_000)].some(isShallow)).toBe(false);
    expect(readableJson(nested(9_000))).toBe('This has too many levels to be shown here.');
  });

  const comparison: Condition = { field: 'a', operator: '=', value: 1 };

  it.each([
    [null, undefined, undefined, true],
    [null, undefined, 'Add a condition.', 'Add a condition.'],
    [comparison, undefined, 'Add a condition.', true],
    [null, 'This is no JSON.', 'Add a condition.', 'This is no JSON.'],
    [comparison, 'This is no JSON.', undefined, 'This is no JSON.'],
  ])(
    'of a form is saved unless the editor or the form objects, case %#',
    (condition, problem, required, result) => {
      expect(checkCondition({ condition, problem }, required)).toBe(result);
    },
  );
});

describe('the actions of a rule', () => {
  it.each<[string, Action]>([
    ['a message that looks like a number', { type: 'SHOW_INFO', config: { message: '42' } }],
    ['a number', { type: 'SET_FIELD', config: { field: 'total', value: 42 } }],
    ['a text that looks like a number', { type: 'SET_FIELD', config: { field: 'total', value: '42' } }],
    ['an empty text', { type: 'SET_FIELD', config: { field: 'note', value: '' } }],
    ['null', { type: 'SET_FIELD', config: { field: 'note', value: null } }],
    ['a list', { type: 'NOTIFY', config: { recipients: ['a@b.de', 'c@d.de'], message: 'x' } }],
    ['an object', { type: 'EMIT_EVENT', config: { eventName: 'a.b.c', payload: { by: '{{user.id}}' } } }],
    ['no settings', { type: 'BLOCK_TRANSITION', config: {} }],
  ])('are the same after editing: %s', (_, action) => {
    expect(actionsOf(draftsOf([action]))).toEqual([action]);
  });

  it('keep unknown settings', () => {
    const actions = JSON.parse('[{"type": "LOG", "config": {"message": "x", "later": {"deep": [1]}}}]');
    expect(actionsOf(draftsOf(actions))).toEqual(actions);
  });

  it('are null without actions', () => {
    expect(actionsOf(draftsOf(null))).toBeNull();
  });

  it('keep common settings when the type is changed', () => {
    const notify = { type: 'NOTIFY', config: { recipients: 'a@b.de', message: 'x' } } as const;
    const [draft = newAction('NOTIFY')] = draftsOf([notify]);
    const type = 'BLOCK_TRANSITION';
    const block = { type, description: '', required: [], optional: ['message'] };
    expect(actionsOf([retyped(draft, block)])).toEqual([{ type, config: { message: 'x' } }]);
  });

  it('lose a setting whose text is cleared', () => {
    const draft = withSetting(newAction('LOG'), 'message', 'x');
    expect(actionsOf([withSetting(draft, 'message', '')])).toEqual([{ type: 'LOG', config: {} }]);
  });
});

describe('an API error of a rule', () => {
  it.each([
    ['[1]: LOG needs config.message', 1, 'LOG needs config.message'],
    ['must be an array of actions or null', undefined, 'must be an array of actions or null'],
  ])('is shown at its action: %s', (text, index, message) => {
    expect(actionProblemOf(text)).toEqual({ index, message });
  });

  it.each([
    ['config.url must be an https address', 'url'],
    ['config.headers.host is not allowed', 'headers'],
    ['config must be an object', undefined],
  ])('is shown at its setting: %s', (message, name) => {
    expect(settingOf(message)).toBe(name);
  });

  it.each([
    ['rules[1].rules[0]: unknown operator "LIKE"', 'rules[1].rules[0]', 'unknown operator "LIKE"'],
    ['rules[1].condition.rules[0]: no', 'rules[1].condition.rules[0]', 'no'],
    ['unknown operator "x: y"', '', 'unknown operator "x: y"'],
  ])('is shown at its part of the condition: %s', (text, path, message) => {
    expect(partProblemOf(text)).toEqual({ path, message });
    expect(memberPath(memberPath('', 1), 0)).toBe('rules[1].rules[0]');
  });
});

describe('an entry of a list', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [1, 3, 'abc'],
    [1, -1, 'abc'],
  ])('moves from %i to %i', (from, to, order) => {
    expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(order);
  });
});
