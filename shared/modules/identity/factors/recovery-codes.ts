/** Codes for users who have lost their second factor. Pure. */
import { hash, randomBytes } from 'node:crypto';
import { factorLimits } from './limits.ts';

/** 32 characters that people do not mistake for one another; 16 of them have 80 random bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const characters = 16;

function newCode(): string {
  const letters = [...randomBytes(characters)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: factorLimits.recoveryCodes }, newCode);

/** The only stored form of a code, whose case and separators do not matter. */
export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'hex');
