/** Handles links in mails: unsubscribe and confirm an address. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { retryWhenStale, updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { findTenant, findUser } from '../identity/public.ts';
import { systemContext } from './changes.ts';
import { emailLimits } from './limits.ts';
import { claimsOf, isOpenLink, type LinkClaims, type SignedPurpose } from './links.ts';
import { type Contact, readContact, saveContact } from './settings/contact-store.ts';
import { withoutType } from './settings/settings.ts';
import { readPreferences, readSettings, savePreferences } from './settings/settings-store.ts';
import { htmlReply } from './texts/link-page.ts';

/** Time and id of the request. */
type LinkContext = Pick<ChangeContext, 'nowMs' | 'requestId'>;

type StoredContact = Omit<Contact, 'revision'>;

/** Throws NotFoundError if the link is invalid or its tenant was deleted. Recipients can unsubscribe from a closed tenant. */
async function openLink(
  token: string,
  purpose: SignedPurpose,
  nowMs: number,
): Promise<{ claims: LinkClaims; tenantName: string }> {
  const claims = await claimsOf(token, purpose);
  const tenant = claims && (await findTenant(claims));
  if (claims === undefined || tenant === undefined) throw new NotFoundError('Link');
  const { reader } = claims;
  const contact =
    purpose === 'confirm' && 'address' in reader ? await readContact(claims, reader.address) : undefined;
  const isOpen = tenant.isActive || purpose === 'unsubscribe';
  if (!isOpen || !isOpenLink(claims, contact, nowMs)) throw new NotFoundError('Link');
  const { senderName } = await readSettings(claims);
  return { claims, tenantName: senderName ?? tenant.name };
}

const mailsOf = ({ type }: LinkClaims): string =>
  type === null ? 'all notification mails' : `mails about “${type}”`;

/** The link in a mail is the only credential. */
interface LinkCaller {
  context: LinkContext;
}

interface Link {
  token: string;
}

/** Returns the unsubscribe page. Throws NotFoundError. */
export async function showUnsubscribe({ context }: LinkCaller, { token }: Link) {
  const { claims, tenantName } = await openLink(token, 'unsubscribe', context.nowMs);
  return htmlReply({
    title: 'Unsubscribe',
    text: `${tenantName} sends you ${mailsOf(claims)}.`,
    button: 'Unsubscribe',
  });
}

async function unsubscribeUser(claims: LinkClaims, userId: string, at: LinkContext): Promise<void> {
  const { type } = claims;
  // Preferences of a deleted user must not be created again.
  if ((await findUser(claims, userId)) === undefined) return;
  const context = { ...at, principal: { subject: `user:${userId}` } };
  await updateWithRetry(
    () => readPreferences(claims, userId),
    undefined,
    async (before) => {
      const { mode, types } = before;
      const after = type === null ? { mode: 'off' as const, types: {} } : withoutType(before, type);
      // A link can be sent any number of times, and each change is an event.
      if (isDeepStrictEqual(after, { mode, types })) return;
      await savePreferences(claims, userId, before, after, context);
    },
  );
}

/** Changes the contact of an address unless it has that state. Retries if another request has changed it. */
async function changeContact(
  claims: LinkClaims,
  address: string,
  at: LinkContext,
  change: (contact: StoredContact) => StoredContact,
): Promise<void> {
  await retryWhenStale(async () => {
    const before = await readContact(claims, address);
    const { revision: _, ...contact } = before ?? {
      ...{ address, state: 'asked' as const, askedAtMs: at.nowMs, typesOff: [], revision: 0 },
    };
    const after = change(contact);
    if (before !== undefined && isDeepStrictEqual(after, contact)) return;
    await saveContact(claims, before, after, { ...systemContext(at.nowMs), ...at });
  });
}

/** With too many unsubscribed types, the address is unsubscribed from all mails. */
function withoutMails(contact: StoredContact, type: string | null): StoredContact {
  const typesOff = type === null ? contact.typesOff : [...new Set([...contact.typesOff, type])];
  const isAllOff = type === null || typesOff.length > emailLimits.types;
  return {
    ...contact,
    state: isAllOff ? 'unsubscribed' : contact.state,
    typesOff: isAllOff ? [] : typesOff,
  };
}

/** Unsubscribes the reader of a link. Throws NotFoundError. */
export async function unsubscribe({ context: { nowMs, requestId } }: LinkCaller, { token }: Link) {
  const { claims, tenantName } = await openLink(token, 'unsubscribe', nowMs);
  const { reader } = claims;
  const at = { nowMs, requestId };
  if ('userId' in reader) await unsubscribeUser(claims, reader.userId, at);
  else await changeContact(claims, reader.address, at, (contact) => withoutMails(contact, claims.type));
  return htmlReply({ title: 'Unsubscribed', text: `${tenantName} no longer sends you ${mailsOf(claims)}.` });
}

/** Returns the page that confirms an address. Throws NotFoundError. */
export async function showConfirmation({ context }: LinkCaller, { token }: Link) {
  const { tenantName } = await openLink(token, 'confirm', context.nowMs);
  return htmlReply({
    title: 'Confirm your address',
    text: `${tenantName} wants to send notifications to this address.`,
    button: 'Confirm',
  });
}

/** Confirms the address of a link. Throws NotFoundError. */
export async function confirmAddress({ context: { nowMs, requestId } }: LinkCaller, { token }: Link) {
  const { claims, tenantName } = await openLink(token, 'confirm', nowMs);
  const { reader } = claims;
  if ('userId' in reader) throw new NotFoundError('Link');
  const { address } = reader;
  await changeContact(claims, address, { nowMs, requestId }, (contact) => ({
    ...contact,
    state: 'confirmed',
  }));
  return htmlReply({
    title: 'Address confirmed',
    text: `${tenantName} will send notifications to ${address}.`,
  });
}
