/** Addresses that are no user's: each is asked once whether it wants mails of a tenant, unless its domain is the tenant's. */
import { domainOf } from '../address.ts';
import type { Contact } from '../settings/contact-store.ts';
import type { EmailSettings } from '../settings/settings.ts';

export type ContactDecision =
  | { step: 'send' }
  | { step: 'skip'; reason: 'unconfirmed' | 'unsubscribed' }
  /** Asks first: this one is not sent. */
  | { step: 'ask' };

/** An address that did not answer is asked again after so long. */
const reminderDays = 30;

/** What is done with a notification of a type for an address. Pure. */
export function contactDecision(
  address: string,
  type: string,
  contact: Omit<Contact, 'revision'> | undefined,
  { domains }: Pick<EmailSettings, 'domains'>,
  nowMs: number,
): ContactDecision {
  const isOff = contact?.state === 'unsubscribed' || contact?.typesOff.includes(type);
  if (isOff) return { step: 'skip', reason: 'unsubscribed' };
  const isOwnDomain = domains.some(
    ({ name, verifiedAtMs }) => verifiedAtMs !== null && name === domainOf(address),
  );
  if (isOwnDomain || contact?.state === 'confirmed') return { step: 'send' };
  const reminderMs = (contact?.askedAtMs ?? 0) + reminderDays * 86_400_000;
  return contact === undefined || reminderMs <= nowMs
    ? { step: 'ask' }
    : { step: 'skip', reason: 'unconfirmed' };
}
