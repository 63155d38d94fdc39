/** Passwords: what is asked of them, and the only form in which they are stored. */

import { randomBytes, scrypt } from 'node:crypto';
import { isEqualInConstantTime } from '../../../kernel/secrets/constant-time.ts';

/** `log2Cost`, `blockSize` and `parallelism` are scrypt's N (as a power of two), r and p. */
interface Parameters {
  log2Cost: number;
  blockSize: number;
  parallelism: number;
}

/**
 * 32 MB and three passes, one of the settings of
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt. A hash names its own
 * parameters, so these can be raised: a user's hash follows at the next log-in.
 */
const current: Parameters = { log2Cost: 15, blockSize: 8, parallelism: 3 };
const hashBytes = 32;
const saltBytes = 16;

export const passwordLimits = { minLength: 8, maxLength: 256 } as const;

const demands: readonly { broken: (password: string) => boolean; reason: string }[] = [
  {
    broken: (password) => [...password].length < passwordLimits.minLength,
    reason: `must have at least ${passwordLimits.minLength} characters`,
  },
  {
    broken: (password) => [...password].length > passwordLimits.maxLength,
    reason: `must have at most ${passwordLimits.maxLength} characters`,
  },
  { broken: (password) => !/\p{Nd}/u.test(password), reason: 'must contain a digit' },
  { broken: (password) => !/\p{Lu}/u.test(password), reason: 'must contain an upper-case letter' },
  {
    broken: (password) => !/[^\p{L}\p{N}\s]/u.test(password),
    reason: 'must contain a special character',
  },
];

/** Everything that keeps a text from being a password, as ends of the sentence "The password …"; empty when nothing does. */
export function passwordProblems(password: string): string[] {
  return demands.filter(({ broken }) => broken(password)).map(({ reason }) => reason);
}

function derive(password: string, salt: Buffer, { log2Cost, blockSize, parallelism }: Parameters) {
  const cost = 2 ** log2Cost;
  // Node refuses to use more than 32 MB unless told, and counts a little more than scrypt's 128 · N · r bytes.
  const maxmem = 2 * 128 * cost * blockSize;
  const options = { cost, blockSize, parallelization: parallelism, maxmem };
  return new Promise<Buffer>((resolve, reject) => {
    // The same password may be typed as different code points on different machines.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$15$8$3$<salt>$<hash>`, a fresh salt each time. Takes about 0.2 s of CPU and 32 MB. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, current);
  const { log2Cost, blockSize, parallelism } = current;
  const texts = [salt, hash].map((bytes) => bytes.toString('base64url'));
  return ['scrypt', log2Cost, blockSize, parallelism, ...texts].join('$');
}

/** Throws when the text is not one that `hashPassword` answers: a stored hash that cannot be read is a bug. */
function parse(stored: string): { parameters: Parameters; salt: Buffer; hash: Buffer } {
  const [, ...parts] = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  const [log2Cost, blockSize, parallelism] = parts.map(Number);
  const [salt, hash] = parts.slice(3).map((text) => Buffer.from(text, 'base64url'));
  if (!log2Cost || !blockSize || !parallelism || !salt || hash?.length !== hashBytes) {
    throw new Error('A stored password hash has an unknown form.');
  }
  return { parameters: { log2Cost, blockSize, parallelism }, salt, hash };
}

/** Hashes like this one belong to no user; comparing with it takes as long as with a real one. */
const unknownUser = { parameters: current, salt: Buffer.alloc(saltBytes), hash: undefined };

/**
 * Does the password belong to the hash? Without a hash (`null`: no such user, or one without a password) the
 * answer is no, after the same work: how long it takes says nothing about who exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, salt, hash } = stored === null ? unknownUser : parse(stored);
  const derived = await derive(password, salt, parameters);
  return isEqualInConstantTime(derived, hash ?? Buffer.alloc(hashBytes)) && hash !== undefined;
}

/** Was the hash made with other parameters than those of today? */
export function needsRehash(stored: string): boolean {
  const { log2Cost, blockSize, parallelism } = parse(stored).parameters;
  return (
    log2Cost !== current.log2Cost || blockSize !== current.blockSize || parallelism !== current.parallelism
  );
}
