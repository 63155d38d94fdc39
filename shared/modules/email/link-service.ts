/** What the links in mails do: end mails, and confirm an address. */
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { findTenant } from '../identity/directory/tenant-store.ts';
import { claimsOf, type LinkClaims, type LinkPurpose } from './links.ts';
import {
  readContact,
  readPreferences,
  readSettings,
  saveContact,
  savePreferences,
} from './settings/settings-store.ts';
import { htmlReply } from './texts/link-page.ts';

/** Types off at one address; more than that is an address that wants no mails. */
const maxTypesOff = 100;

/** Throws NotFoundError for a link that was not made here, or whose tenant is gone. */
async function openLink(
  token: string,
  purpose: LinkPurpose,
): Promise<{ claims: LinkClaims; tenantName: string }> {
  const claims = await claimsOf(token, purpose);
  const tenant = claims && (await findTenant(claims));
  if (claims === undefined || tenant === undefined) throw new NotFoundError('Link');
  const { senderName } = await readSettings(claims);
  return { claims, tenantName: senderName ?? tenant.name };
}

const mailsOf = ({ type }: LinkClaims): string =>
  type === null ? 'all mails of notifications' : `mails about “${type}”`;

/** The page that asks whether the reader wants to end mails. Throws NotFoundError. */
export async function showUnsubscribe({ token }: { token: string }) {
  const { claims, tenantName } = await openLink(token, 'unsubscribe');
  return htmlReply({
    title: 'End these mails',
    text: `${tenantName} sends you ${mailsOf(claims)}.`,
    button: 'End them',
  });
}

async function unsubscribeUser(claims: LinkClaims, userId: string, nowMs: number): Promise<void> {
  const { type } = claims;
  await updateWithRetry(
    () => readPreferences(claims, userId),
    undefined,
    (before) => {
      const { mode, types } = before;
      const after =
        type === null
          ? { mode: 'off' as const, types: {} }
          : { mode, types: { ...types, [type]: 'off' as const } };
      return savePreferences(claims, userId, before, after, nowMs);
    },
  );
}

async function unsubscribeAddress(claims: LinkClaims, address: string, nowMs: number): Promise<void> {
  const { type } = claims;
  const before = await readContact(claims, address);
  const contact = before ?? { address, state: 'asked' as const, askedAtMs: nowMs, typesOff: [] };
  const typesOff = type === null ? contact.typesOff : [...new Set([...contact.typesOff, type])];
  const isAllOff = type === null || typesOff.length > maxTypesOff;
  await saveContact(claims, {
    ...contact,
    state: isAllOff ? 'unsubscribed' : contact.state,
    typesOff: isAllOff ? [] : typesOff,
  });
}

/** Ends the mails that a link is about. Throws NotFoundError. */
export async function unsubscribe({ token }: { token: string }, nowMs: number) {
  const { claims, tenantName } = await openLink(token, 'unsubscribe');
  const { reader } = claims;
  if ('userId' in reader) await unsubscribeUser(claims, reader.userId, nowMs);
  else await unsubscribeAddress(claims, reader.address, nowMs);
  return htmlReply({ title: 'Done', text: `${tenantName} sends you no more ${mailsOf(claims)}.` });
}

/** The page that asks whether an address gets mails. Throws NotFoundError. */
export async function showConfirmation({ token }: { token: string }) {
  const { tenantName } = await openLink(token, 'confirm');
  return htmlReply({
    title: 'Confirm your address',
    text: `${tenantName} wants to send notifications to this address.`,
    button: 'I want them',
  });
}

/** Confirms the address of a link. Throws NotFoundError. */
export async function confirmAddress({ token }: { token: string }, nowMs: number) {
  const { claims, tenantName } = await openLink(token, 'confirm');
  const { reader } = claims;
  if ('userId' in reader) throw new NotFoundError('Link');
  const { address } = reader;
  const before = await readContact(claims, address);
  const contact = before ?? { address, askedAtMs: nowMs, typesOff: [] };
  await saveContact(claims, { ...contact, state: 'confirmed' });
  return htmlReply({ title: 'Done', text: `${tenantName} sends notifications to ${address} from now on.` });
}
