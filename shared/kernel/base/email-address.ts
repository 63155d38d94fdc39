/** Validates and normalizes e-mail addresses: the one definition of an address. Pure. */
import { domainToASCII } from 'node:url';

/** Maximum lengths of RFC 5321, in ASCII. */
export const addressLimits = { address: 254, localPart: 64, domain: 253 } as const;

/** Maximum length of an address as it is written, with an international domain in its own letters. */
export const maxWrittenAddress = 320;

// Quoted and non-ASCII local parts are rejected, because SES delivers to neither.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * Returns a domain in lower case, international ones as punycode; undefined for a domain without a dot, and for one that
 * is not valid.
 */
export function normalizeDomain(text: string): string | undefined {
  // Of ASCII text, the conversion would read 1.2.3 as an IP address.
  const domain = isAscii(text) ? text.toLowerCase() : domainToASCII(text);
  if (domain.length > addressLimits.domain) return undefined;
  const labels = domain.split('.');
  const isNamed = labels.length > 1 && labels.every((part) => label.test(part));
  return isNamed && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined;
}

/**
 * Returns the address in the form in which it is compared and stored: lower case, with the domain in ASCII. Undefined for
 * an invalid address, and for one with a display name.
 */
export function normalizeAddress(text: string): string | undefined {
  if (text.length > maxWrittenAddress) return undefined;
  const written = text.trim();
  const at = written.lastIndexOf('@');
  const local = written.slice(0, Math.max(at, 0));
  const domain = normalizeDomain(written.slice(at + 1));
  if (domain === undefined || local.length > addressLimits.localPart || !localPart.test(local))
    return undefined;
  // After the check: the lower case of the Kelvin sign is the letter k.
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length <= addressLimits.address ? address : undefined;
}

/** The domain of a normalized address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The form in which a text that may be an address is compared with addresses. */
export const comparedAddress = (text: string): string => normalizeAddress(text) ?? text.trim().toLowerCase();
