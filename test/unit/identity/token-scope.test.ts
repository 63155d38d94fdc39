import { describe, expect, it } from 'vitest';
import { InvalidScopeError } from '../../../shared/modules/identity/oauth/errors.ts';
import { asksOnlyToRead } from '../../../shared/modules/identity/oauth/token-scope.ts';

describe('the scope of an application', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['read', true],
    ['read write', false],
    ['write', false],
    ['openid profile email', true],
    ['offline_access read write', false],
  ])('%j asks only to read: %s', (scope, expected) => {
    expect(asksOnlyToRead(scope)).toBe(expected);
  });

  it.each(['admin', 'openid admin', 'READ', 'read\twrite'])('%j is refused', (scope) => {
    expect(() => asksOnlyToRead(scope)).toThrow(InvalidScopeError);
  });
});
