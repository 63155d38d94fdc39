import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CreateUser } from '../../../shared/modules/identity/users/contract.ts';
import {
  hashPassword,
  needsRehash,
  passwordLimits,
  passwordProblems,
  verifyPassword,
} from '../../../shared/modules/identity/users/password.ts';

describe('the password policy', () => {
  it.each(['Abcd123!', 'Ünïcode-1', 'PASSWORD 1!', '漢字漢字漢A1-', `A1!${'x'.repeat(253)}`])(
    'takes %s',
    (password) => {
      expect(passwordProblems(password)).toEqual([]);
    },
  );

  it.each([
    ['Abcdefg 1', 'must contain a special character'],
    ['Abcdefg1!\0', 'must not contain the character U+0000'],
    [`A1!${'x'.repeat(254)}`, 'must have at most 256 characters'],
    [
      'abcdefgh',
      'must contain a digit',
      'must contain an upper-case letter',
      'must contain a special character',
    ],
    ['', expect.stringContaining('8 characters'), expect.anything(), expect.anything(), expect.anything()],
  ])('refuses %j with the reasons', (password, ...reasons) => {
    expect(passwordProblems(password)).toEqual(reasons);
  });

  it('counts characters, not code units', () => {
    expect(passwordProblems('😀😀A1')).toEqual([`must have at least ${passwordLimits.minLength} characters`]);
    expect(passwordProblems('😀😀😀😀😀😀A1')).toEqual([]);
    const password = `A1!${'😀'.repeat(253)}`;
    expect(CreateUser.safeParse({ email: 'ada@example.com', password }).success).toBe(true);
    expect(CreateUser.safeParse({ email: 'ada@example.com', password: `${password}x` }).success).toBe(false);
  });
});

describe('a password hash', () => {
  const old = (password: string) => {
    const salt = Buffer.alloc(16, 7);
    const hash = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
    return `scrypt$10$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  };

  it('contains its parameters, and differs each time', async () => {
    const [one, two] = await Promise.all([hashPassword('Analytical-1'), hashPassword('Analytical-1')]);
    expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(needsRehash(one)).toBe(false);
  });

  it('is the scrypt hash of the password with these parameters', async () => {
    const [, , , , salt = '', hash] = (await hashPassword('Analytical-1')).split('$');
    const options = { N: 32_768, r: 8, p: 3, maxmem: 128 * 1024 * 1024 };
    const expected = scryptSync('Analytical-1', Buffer.from(salt, 'base64url'), 32, options);
    expect(hash).toBe(expected.toString('base64url'));
  });

  it('matches its password only, in any Unicode form', async () => {
    const stored = await hashPassword('Café-Noir1'.normalize('NFC'));
    expect(await verifyPassword('Café-Noir1'.normalize('NFD'), stored)).toBe(true);
    expect(await verifyPassword('Cafe-Noir1', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('does not match its password with zero bytes at the end, which scrypt ignores', async () => {
    expect(await verifyPassword('Analytical-1\0', await hashPassword('Analytical-1'))).toBe(false);
  });

  it('with weaker parameters still verifies, and is marked for replacement', async () => {
    expect(await verifyPassword('Analytical-1', old('Analytical-1'))).toBe(true);
    expect(await verifyPassword('Analytical-2', old('Analytical-1'))).toBe(false);
    expect(needsRehash(old('Analytical-1'))).toBe(true);
  });

  it('of an unknown user matches no password', async () => {
    expect(await verifyPassword('Analytical-1', null)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });

  it.each([
    ...['', 'Analytical-1', 'bcrypt$10$8$1$AAAA$AAAA', 'scrypt$15$8$3$AAAA$AAAA'],
    'scrypt$0$8$3$AAAA$AAAA',
  ])('with the value %j is an error, not a wrong password', async (stored) => {
    await expect(verifyPassword('Analytical-1', stored)).rejects.toThrow(/unknown form/);
  });
});
