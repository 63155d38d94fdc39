/** Decides whether an address without a user account receives mails of a tenant. */
import { domainOf } from '../../../kernel/base/email-address.ts';
import type { Contact } from '../settings/contact-store.ts';
import type { EmailSettings } from '../settings/settings.ts';

export type ContactDecision =
  | { step: 'send' }
  | { step: 'skip'; reason: 'unconfirmed' | 'unsubscribed' }
  /** Send a confirmation request instead of this mail. */
  | { step: 'ask' };

/** Days after which an unconfirmed address is asked again. */
const reminderDays = 30;

/** Whether the reader of an address has unsubscribed from mails of a type. */
export const isUnsubscribed = (
  contact: Pick<Contact, 'state' | 'typesOff'> | undefined,
  type: string,
): boolean => contact !== undefined && (contact.state === 'unsubscribed' || contact.typesOff.includes(type));

/** Decides what to do with a notification of a type for an address. Pure. */
export function contactDecision(
  address: string,
  type: string,
  contact: Omit<Contact, 'revision'> | undefined,
  { domains }: Pick<EmailSettings, 'domains'>,
  nowMs: number,
): ContactDecision {
  if (isUnsubscribed(contact, type)) return { step: 'skip', reason: 'unsubscribed' };
  const isOwnDomain = domains.some(
    ({ name, verifiedAtMs }) => verifiedAtMs !== null && name === domainOf(address),
  );
  if (isOwnDomain || contact?.state === 'confirmed') return { step: 'send' };
  const reminderMs = (contact?.askedAtMs ?? 0) + reminderDays * 86_400_000;
  return contact === undefined || reminderMs <= nowMs
    ? { step: 'ask' }
    : { step: 'skip', reason: 'unconfirmed' };
}
