/** What is wrong with a webhook's URL, as far as the text alone tells. Where its name leads is seen at connect. */

import { setting } from '../settings/settings.ts';
import { stripEnd } from '../text/linear-text.ts';
import { isPublicAddress, literalAddress } from './address.ts';

const localNames = new Set(['localhost', 'ip6-localhost', 'ip6-loopback', 'broadcasthost']);
const localSuffixes = ['.localhost', '.internal', '.local'];

/** May webhooks be sent to private addresses? For development and tests. */
export function allowsPrivateWebhooks(): boolean {
  return setting('ALLOW_PRIVATE_WEBHOOKS') === 'true';
}

function isLocalName(name: string): boolean {
  return localNames.has(name) || localSuffixes.some((suffix) => name.endsWith(suffix));
}

/**
 * What is wrong with the URL, to follow its name in a sentence; undefined when nothing is. `allowPrivate` lifts
 * the rule about where the URL leads, no other.
 */
export function webhookUrlProblem(
  url: string,
  { allowPrivate }: { allowPrivate: boolean },
): string | undefined {
  const parsed = URL.parse(url);
  // The parser forgives blanks, control characters and missing slashes; what is stored would not be what is called.
  if (parsed === null || /[\s\p{Cc}\\]/u.test(url)) return 'must be a valid URL';
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    return 'must begin with https:// or http://';
  if (!/^https?:\/\/[^/?#]/i.test(url)) return 'must be a valid URL with a host';
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain a user name or a password';
  // The parser has turned other spellings of names and IPv4 addresses (0x7f.1, 2130706433) into the usual one.
  const host = stripEnd(parsed.hostname, '.');
  if (host === '') return 'must be a valid URL with a host';
  if (allowPrivate) return undefined;
  const address = literalAddress(host);
  const isPublic = address === undefined ? !isLocalName(host) : isPublicAddress(address);
  return isPublic ? undefined : 'must lead to a public address, not to a local, private or reserved one';
}
