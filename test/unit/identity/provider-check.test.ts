/** What keeps people from signing in at a provider. */
import { expect, it } from 'vitest';
import { problemsOf } from '../../../shared/modules/identity/providers/provider-check.ts';

const metadata = {
  issuer: 'https://login.example.com',
  authorization_endpoint: 'https://login.example.com/authorize',
  token_endpoint: 'https://login.example.com/token',
  jwks_uri: 'https://login.example.com/jwks',
};
const key = { id: 'first', algorithm: 'RS256' };
const scopes = ['openid', 'groups'];

it.for([
  [{}, undefined],
  [
    { scopes_supported: ['openid', 'groups'], code_challenge_methods_supported: ['plain', 'S256'] },
    undefined,
  ],
  [{ authorization_endpoint: undefined }, 'The provider names no address for sign-ins.'],
  [{ token_endpoint: undefined }, 'The provider names no address for tokens.'],
  [{ response_types_supported: ['id_token'] }, 'The provider does not support the authorization code flow.'],
  [{ code_challenge_methods_supported: ['plain'] }, 'The provider does not support PKCE with S256.'],
  [{ scopes_supported: ['openid'] }, 'The provider does not offer the scopes groups.'],
] as const)('metadata with %o', ([more, problem]) => {
  const changed = JSON.parse(JSON.stringify({ ...metadata, ...more }));
  expect(problemsOf(changed, [key], { scopes })).toEqual(problem === undefined ? [] : [problem]);
});

it.for([
  [[], false],
  [[{ id: null, algorithm: null }], true],
  [[{ id: 'shared', algorithm: 'HS256' }], false],
  [[{ id: 'shared', algorithm: 'HS256' }, key], true],
] as const)('keys %o verify tokens: %s', ([keys, canVerify]) => {
  expect(problemsOf(metadata, keys, { scopes }).length).toBe(canVerify ? 0 : 1);
});
