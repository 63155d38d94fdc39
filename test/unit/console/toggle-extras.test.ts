import { describe, expect, it } from 'vitest';
import {
  entryNameProblem,
  entryValueProblem,
  extrasIn,
  extrasOf,
} from '../../../lib/console/toggles/toggle-extras.ts';

describe('prerequisites and metadata in a form', () => {
  it('are the same after a round trip', () => {
    const extras = {
      prerequisites: [
        { identifier: 'a', value: true },
        { identifier: 'b', value: 'text' },
        { identifier: 'c', value: -1.5 },
        { identifier: 'd', value: 9_007_199_254_740_993n },
        { identifier: 'e', value: { x: [1] } },
        { identifier: 'f', value: null },
      ],
      metadata: { team: 'checkout', ticket: 17, beta: false },
    };
    expect(extrasIn(extrasOf(extras))).toEqual(extras);
  });

  it.each([
    ['number', '17', true],
    ['number', '-1.5', true],
    ['number', '', false],
    ['number', 'x', false],
    ['number', '1e999', false],
    ['string', '', true],
    ['boolean', 'true', true],
  ] as const)('a %s %j of metadata is valid: %s', (kind, value, isValid) => {
    expect(entryValueProblem({ name: 'x', kind, value }) === undefined).toBe(isValid);
  });

  it('need distinct names', () => {
    const rows = ['a', ' a', 'b'].map((name) => ({ name, kind: 'string' as const, value: '' }));
    const accepted = ['a', 'b', ' '].filter((name) => entryNameProblem(name, rows) === undefined);
    expect(accepted).toEqual(['b']);
  });
});
