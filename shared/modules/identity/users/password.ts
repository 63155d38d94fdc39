/** Validates, hashes and verifies passwords. */

import { randomBytes, scrypt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isEqualInConstantTime } from '../../../kernel/base/constant-time.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';

/** `log2Cost`, `blockSize` and `parallelism` are scrypt's N (as a power of two), r and p. */
interface Parameters {
  log2Cost: number;
  blockSize: number;
  parallelism: number;
}

/**
 * By default 32 MB and three passes, one of the settings of
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt. A hash contains
 * its parameters, so they can be raised: a user's hash is replaced at the next log-in.
 */
const current = (): Parameters => ({
  log2Cost: integerSetting('PASSWORD_HASH_COST'),
  blockSize: 8,
  parallelism: 3,
});
const hashBytes = 32;
const saltBytes = 16;

export const passwordLimits = { minLength: 8, maxLength: 256 } as const;

/** Scrypt pads a short password with zero bytes, so that it matches those with some at the end. */
const hasNul = (password: string): boolean => password.includes('\0');

const demands: readonly { broken: (password: string) => boolean; reason: string }[] = [
  {
    broken: (password) => [...password].length < passwordLimits.minLength,
    reason: `must have at least ${passwordLimits.minLength} characters`,
  },
  {
    broken: (password) => [...password].length > passwordLimits.maxLength,
    reason: `must have at most ${passwordLimits.maxLength} characters`,
  },
  { broken: hasNul, reason: 'must not contain the character U+0000' },
  { broken: (password) => !/\p{Nd}/u.test(password), reason: 'must contain a digit' },
  { broken: (password) => !/\p{Lu}/u.test(password), reason: 'must contain an upper-case letter' },
  {
    broken: (password) => !/[^\p{L}\p{N}\s]/u.test(password),
    reason: 'must contain a special character',
  },
];

/**
 * Why a text is not an acceptable password, as ends of the sentence "The password …"; empty if it is
 * acceptable.
 */
export function passwordProblems(password: string): string[] {
  return demands.filter(({ broken }) => broken(password)).map(({ reason }) => reason);
}

function derive(password: string, salt: Buffer, { log2Cost, blockSize, parallelism }: Parameters) {
  const cost = 2 ** log2Cost;
  // Node's default limit is 32 MB, and Node counts slightly more than scrypt's 128 · N · r bytes.
  const maxmem = 2 * 128 * cost * blockSize;
  const options = { cost, blockSize, parallelization: parallelism, maxmem };
  return new Promise<Buffer>((resolve, reject) => {
    // Different machines may encode the same password as different code points.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$15$8$3$<salt>$<hash>`, with a new salt each time. By default, takes about 0.2 s of CPU and 32 MB. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const parameters = current();
  const hash = await derive(password, salt, parameters);
  const { log2Cost, blockSize, parallelism } = parameters;
  const texts = [salt, hash].map((bytes) => bytes.toString('base64url'));
  return ['scrypt', log2Cost, blockSize, parallelism, ...texts].join('$');
}

/** Throws if the text is not a hash of `hashPassword`: an invalid stored hash is a defect. */
function parse(stored: string): { parameters: Parameters; salt: Buffer; hash: Buffer } {
  const [, ...parts] = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  const [log2Cost, blockSize, parallelism] = parts.map(Number);
  const [salt, hash] = parts.slice(3).map((text) => Buffer.from(text, 'base64url'));
  if (!log2Cost || !blockSize || !parallelism || !salt || hash?.length !== hashBytes) {
    throw new Error('A stored password hash has an unknown format.');
  }
  return { parameters: { log2Cost, blockSize, parallelism }, salt, hash };
}

/** A dummy that belongs to no user; comparing with it takes as long as with a real hash. */
const unknownUser = () => ({ parameters: current(), salt: Buffer.alloc(saltBytes), hash: undefined });

/**
 * Whether the password matches the hash. Without a hash (`null`: no such user, or a user without a password)
 * returns false after the same work, so that the duration does not reveal who exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, salt, hash } = stored === null ? unknownUser() : parse(stored);
  const derived = await derive(password, salt, parameters);
  const isEqual = isEqualInConstantTime(derived, hash ?? Buffer.alloc(hashBytes));
  return isEqual && hash !== undefined && !hasNul(password);
}

/** Whether the hash has outdated parameters. */
export function needsRehash(stored: string): boolean {
  return !isDeepStrictEqual(parse(stored).parameters, current());
}
