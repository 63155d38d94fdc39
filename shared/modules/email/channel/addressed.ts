/** Creates mails to addresses without a user account. An address must confirm once, unless the tenant verified its domain. */

import { normalizeAddress } from '../../../kernel/base/email-address.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { type AddressedNotification, findAddressed } from '../../notifications/public.ts';
import { systemContext } from '../changes.ts';
import { linkFor } from '../links.ts';
import { type NewMail, queueMails } from '../sending/queue-mail.ts';
import { readContact, saveContact } from '../settings/contact-store.ts';
import { type RenderedText, toMailText } from '../texts/render.ts';
import { findTemplate } from '../texts/template-store.ts';
import { confirmationMail as confirmationText } from '../texts/texts.ts';
import { contactDecision } from './contacts.ts';
import {
  mailId,
  notificationMail,
  occurredAtMs,
  renderNotification,
  type Sender,
  senderOf,
} from './notification-mail.ts';
import { renderWithDefault } from './notification-text.ts';

const confirmationType = 'email.confirmation';
const parallelAddresses = 8;

/** Builds the mail that asks an address for its confirmation. */
async function confirmationMail(
  { scope, tenantName }: Sender,
  address: string,
  type: string,
  nowMs: number,
): Promise<NewMail> {
  const { tenantId } = scope;
  const url = await linkFor({ purpose: 'confirm', tenantId, reader: { address }, type: null });
  const variables = { title: '', body: '', type, severity: 'info', link: '', tenantName };
  const rendered = await renderWithDefault(
    { own: await findTemplate(scope, confirmationType), default: confirmationText.template },
    variables,
    { tenantId, type: confirmationType },
  );
  const { label } = confirmationText.link;
  const text = await toMailText(rendered, { tenantName, link: { url, label } });
  return {
    id: mailId(tenantId, `confirmation:${nowMs}`, address),
    ...{ tenantId, organizationId: null, kind: 'confirmation', type: confirmationType },
    ...{ notificationId: null, userId: null, to: address, createdAtMs: nowMs, text },
  };
}

/** Decides about an address and stores a confirmation request. Retries if the contact has changed since. */
function decide({ scope, settings }: Sender, address: string, type: string, nowMs: number) {
  return retryWhenStale(async () => {
    const contact = await readContact(scope, address);
    const decision = contactDecision(address, type, contact, settings, nowMs);
    // A repeated message creates the same confirmation mail again.
    const isRequestedByThisMessage = contact?.state === 'asked' && contact.askedAtMs === nowMs;
    if (decision.step === 'ask') {
      const asked = { address, state: 'asked' as const, askedAtMs: nowMs, typesOff: contact?.typesOff ?? [] };
      await saveContact(scope, contact, asked, systemContext(nowMs));
    }
    return { decision, isRequested: decision.step === 'ask' || isRequestedByThisMessage };
  });
}

async function mailsFor(
  sender: Sender,
  address: string,
  { organizationId, id: notificationId, type }: AddressedNotification,
  { id: cause, createdAtMs, rendered }: { id: string; createdAtMs: number; rendered: RenderedText },
): Promise<NewMail[]> {
  const about = { notificationId, organizationId, cause, createdAtMs, type, rendered };
  const { decision, isRequested } = await decide(sender, address, type, createdAtMs);
  const mail = await notificationMail(sender, { to: address, userId: null }, about);
  const skipReason =
    decision.step === 'send' ? null : decision.step === 'skip' ? decision.reason : 'unconfirmed';
  return [
    ...(isRequested ? [await confirmationMail(sender, address, type, createdAtMs)] : []),
    { ...mail, skipReason },
  ];
}

/** Creates the mails of a notification to addresses without a user account. */
export async function handleAddressed(message: Message<{ id: string }>): Promise<void> {
  const { id, tenantId, data } = message;
  if (tenantId === null) return;
  const sender = await senderOf(tenantId);
  const notice = sender && (await findAddressed(tenantId, data.id));
  if (sender === undefined || notice === undefined) return;
  const content = { ...notice, severity: 'info', titleVariables: null, bodyVariables: null, linkHref: null };
  const rendered = await renderNotification(sender, content);
  const cause = { id, createdAtMs: occurredAtMs(message), rendered };
  const addresses = notice.addresses.map(normalizeAddress).filter((address) => address !== undefined);
  const mails: NewMail[] = [];
  await forEachParallel([...new Set(addresses)], parallelAddresses, async (address) => {
    mails.push(...(await mailsFor(sender, address, notice, cause)));
  });
  await queueMails(mails, sender);
}
