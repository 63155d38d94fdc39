/** Validates and normalizes e-mail addresses. Pure. */
import { hash } from 'node:crypto';
import { truncate } from '../../kernel/text/text.ts';
import { emailLimits } from './limits.ts';

// Quoted local parts and non-ASCII addresses are rejected, because SES delivers to neither.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the address in lower case, the form in which it is compared and stored; undefined for an invalid address. Limits
 * are those of RFC 5321.
 */
export function normalizeAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  if (address.length > emailLimits.address) return undefined;
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  if (local.length === 0 || local.length > emailLimits.localPart || !localPart.test(local)) return undefined;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((part) => label.test(part)) ? address : undefined;
}

/** Hashes an address for keys, which contain no plain addresses. */
export const hashAddress = (address: string): string => hash('sha256', address, 'hex');

/** Returns the domain of a normalized address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Converts a text for a header: one line without control characters, truncated. */
export function headerText(text: string, maxUnits: number = emailLimits.subject): string {
  return truncate(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), maxUnits, '…');
}
