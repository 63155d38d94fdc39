/** Validates the text of a webhook's URL. The address of its host is checked when connecting. */

import { stripEnd } from '../base/linear-text.ts';
import { setting } from '../settings/settings.ts';
import { isPublicAddress, literalAddress } from './address.ts';

const localNames = new Set(['localhost', 'ip6-localhost', 'ip6-loopback', 'broadcasthost']);
const localSuffixes = ['.localhost', '.internal', '.local'];

/** Whether webhooks may be sent to private addresses, for development and tests. */
export function allowsPrivateWebhooks(): boolean {
  return setting('ALLOW_PRIVATE_WEBHOOKS') === 'true';
}

function isLocalName(name: string): boolean {
  return localNames.has(name) || localSuffixes.some((suffix) => name.endsWith(suffix));
}

/**
 * The problem of the URL, which completes a sentence; undefined when it is valid. `allowPrivate` only disables the
 * check of the address.
 */
export function webhookUrlProblem(
  url: string,
  { allowPrivate }: { allowPrivate: boolean },
): string | undefined {
  const parsed = URL.parse(url);
  // The parser accepts blanks, control characters and missing slashes; the stored URL would then differ from the
  // called one.
  if (parsed === null || /[\s\p{Cc}\\]/u.test(url)) return 'must be a valid URL';
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    return 'must begin with https:// or http://';
  if (!/^https?:\/\/[^/?#]/i.test(url)) return 'must be a valid URL with a host';
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain a user name or a password';
  if (parsed.port === '0') return 'must have a port from 1 to 65535';
  // The parser has normalized other spellings of names and IPv4 addresses (0x7f.1, 2130706433).
  const host = stripEnd(parsed.hostname, '.');
  if (host === '') return 'must be a valid URL with a host';
  if (allowPrivate) return undefined;
  const address = literalAddress(host);
  const isPublic = address === undefined ? !isLocalName(host) : isPublicAddress(address);
  return isPublic ? undefined : 'must lead to a public address, not to a local, private or reserved one';
}
