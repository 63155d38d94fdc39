/** Keys and headers of e-mail addresses. Pure. */
import { hash } from 'node:crypto';
import { truncate } from '../../kernel/base/text.ts';
import { emailLimits } from './limits.ts';

/** Hashes an address for keys, which contain no plain addresses. */
export const hashAddress = (address: string): string => hash('sha256', address, 'hex');

/** Converts a text for a header: one line without control characters, truncated. */
export function headerText(text: string, maxUnits: number = emailLimits.subject): string {
  return truncate(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), maxUnits, '…');
}
