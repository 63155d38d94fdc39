import { jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  claimedSessionId,
  isValidToken,
  newSessionId,
  newSigningKey,
  sessionLimits,
  signSessionToken,
} from '../../../shared/kernel/auth/session-token.ts';

const nowMs = Date.parse('2026-03-01T09:30:00.500Z');
const signingKey = newSigningKey();
const claims = {
  userId: 'c0a8012e-6a0a-4f0e-9b63-6f2f0a3f1d55',
  sid: newSessionId(),
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  orgId: null,
  email: 'ä@example.org',
};
const token = signSessionToken(claims, signingKey, nowMs);
const secret = Buffer.from(signingKey, 'base64url');
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a session token', () => {
  it('is a JWT with the claims of the session that an independent library verifies', async () => {
    const { payload, protectedHeader } = await jwtVerify(token, secret, { currentDate: new Date(nowMs) });
    const iat = Math.floor(nowMs / 1000);
    const { userId, ...rest } = claims;
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toEqual({ ...rest, sub: userId, iat, exp: iat + sessionLimits.tokenSeconds });
  });

  it('is accepted if the independent library has signed it with the same key', async () => {
    const signed = await new SignJWT({ sid: claims.sid })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(nowMs / 1000) + 1)
      .sign(secret);
    expect(isValidToken(signed, signingKey, nowMs)).toBe(true);
  });

  it('contains its session, readable before verification', () => {
    expect(claimedSessionId(token)).toBe(claims.sid);
  });

  it('expires at the end of its last second', () => {
    const endMs = (Math.floor(nowMs / 1000) + sessionLimits.tokenSeconds) * 1000;
    expect(isValidToken(token, signingKey, endMs - 1)).toBe(true);
    expect(isValidToken(token, signingKey, endMs)).toBe(false);
  });

  const [head = '', payload = '', signature = ''] = token.split('.');
  it.each([
    ['another session signed it', signSessionToken(claims, newSigningKey(), nowMs)],
    ['its claims were changed', `${head}.${part({ sid: claims.sid, exp: 9_999_999_999 })}.${signature}`],
    ['its algorithm is none', `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    ['its header was changed', `${part({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`],
    ['its signature is missing', `${head}.${payload}`],
    ['its signature is truncated', token.slice(0, -1)],
    ['its signature has another encoding', `${token}=`],
    ['it has a fourth part', `${token}.x`],
    ['it is empty', ''],
  ])('is refused if %s', (_reason, forged) => {
    expect(isValidToken(forged, signingKey, nowMs)).toBe(false);
  });

  it.each(['', '.', 'a.b.c', 'pmk_0123abcd', `x.${part(null)}.y`, `x.${part({ sid: 7 })}.y`])(
    'is not found in %j',
    (text) => {
      expect(claimedSessionId(text)).toBeUndefined();
    },
  );
});
