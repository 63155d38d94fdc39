/** What the links in mails do: end mails, and confirm an address. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { retryWhenStale, updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { findTenant, findUser } from '../identity/public.ts';
import { systemContext } from './changes.ts';
import { claimsOf, type LinkClaims, type LinkPurpose } from './links.ts';
import { type Contact, readContact, saveContact } from './settings/contact-store.ts';
import { readPreferences, readSettings, savePreferences } from './settings/settings-store.ts';
import { htmlReply } from './texts/link-page.ts';

type StoredContact = Omit<Contact, 'revision'>;

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

/** When, and by which request, the holder of a link changes something. */
type LinkContext = Pick<ChangeContext, 'nowMs' | 'requestId'>;

async function unsubscribeUser(claims: LinkClaims, userId: string, at: LinkContext): Promise<void> {
  const { type } = claims;
  // What a user said who is gone was removed, and stays so.
  if ((await findUser(claims, userId)) === undefined) return;
  const context = { ...at, principal: { subject: `user:${userId}` } };
  await updateWithRetry(
    () => readPreferences(claims, userId),
    undefined,
    (before) => {
      const { mode, types } = before;
      const after =
        type === null
          ? { mode: 'off' as const, types: {} }
          : { mode, types: { ...types, [type]: 'off' as const } };
      return savePreferences(claims, userId, before, after, context);
    },
  );
}

/** Changes what is stored of an address, again when another request came first. */
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
    await saveContact(claims, before, change(contact), { ...systemContext(at.nowMs), ...at });
  });
}

function withoutMails(contact: StoredContact, type: string | null): StoredContact {
  const typesOff = type === null ? contact.typesOff : [...new Set([...contact.typesOff, type])];
  const isAllOff = type === null || typesOff.length > maxTypesOff;
  return {
    ...contact,
    state: isAllOff ? 'unsubscribed' : contact.state,
    typesOff: isAllOff ? [] : typesOff,
  };
}

/** Ends the mails that a link is about. Throws NotFoundError. */
export async function unsubscribe({ token }: { token: string }, { nowMs, requestId }: LinkContext) {
  const { claims, tenantName } = await openLink(token, 'unsubscribe');
  const { reader } = claims;
  const at = { nowMs, requestId };
  if ('userId' in reader) await unsubscribeUser(claims, reader.userId, at);
  else await changeContact(claims, reader.address, at, (contact) => withoutMails(contact, claims.type));
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
export async function confirmAddress({ token }: { token: string }, { nowMs, requestId }: LinkContext) {
  const { claims, tenantName } = await openLink(token, 'confirm');
  const { reader } = claims;
  if ('userId' in reader) throw new NotFoundError('Link');
  const { address } = reader;
  await changeContact(claims, address, { nowMs, requestId }, (contact) => ({
    ...contact,
    state: 'confirmed',
  }));
  return htmlReply({ title: 'Done', text: `${tenantName} sends notifications to ${address} from now on.` });
}
