/** Sends a user's notifications of one hour as one mail. */

import { normalizeAddress } from '../../../kernel/base/email-address.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { withCauses } from '../../../kernel/events/cause.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { findUser } from '../../identity/public.ts';
import { headerText } from '../address.ts';
import { linkFor } from '../links.ts';
import { type NewMail, queueMails } from '../sending/queue-mail.ts';
import { modeFor } from '../settings/settings.ts';
import { readPreferences } from '../settings/settings-store.ts';
import { maxTextUnits, toMailText } from '../texts/render.ts';
import { findTemplate } from '../texts/template-store.ts';
import { digestMail as digestText } from '../texts/texts.ts';
import { type DigestEntry, type DueDigest, readDigest, removeDigest } from './digest-store.ts';
import { mailId, type Sender, senderOf } from './notification-mail.ts';
import { renderWithDefault } from './notification-text.ts';

export const digestType = 'email.digest.due';
/** Maximum number of notifications per mail; more of them create another mail. */
const maxEntries = 500;
/** Maximum number of notifications whose text the mail contains, and of their characters. The rest is for other text. */
const maxShownEntries = 50;
const maxShownUnits = maxTextUnits - 10_000;

/** Builds the message that sends a due digest. */
export function toDigestMessage(due: DueDigest): Message<DueDigest> {
  const { tenantId, userId, dueMs } = due;
  const id = `digest-${userId}-${dueMs}`;
  return {
    ...{ v: 1 as const, id, type: digestType, tenantId, organizationId: null },
    ...{ idempotencyKey: `${tenantId}:${id}`, data: due },
  };
}

/** Returns the first notifications of a digest, as many as fit into a mail. A blank title is replaced by the type. */
export function shownEntries(entries: readonly DigestEntry[]): DigestEntry[] {
  const shown: DigestEntry[] = [];
  let units = 0;
  for (const entry of entries.slice(0, maxShownEntries)) {
    const { type, title, body, link } = entry;
    units += title.length + body.length + link.length;
    if (units > maxShownUnits) break;
    shown.push(headerText(title) === '' ? { ...entry, title: type } : entry);
  }
  return shown;
}

async function digestMail(
  { scope, tenantName }: Sender,
  { userId, dueMs }: DueDigest,
  to: string,
  entries: readonly DigestEntry[],
): Promise<NewMail> {
  const { tenantId } = scope;
  const reader = { userId };
  const unsubscribeUrl = await linkFor({ purpose: 'unsubscribe', tenantId, reader, type: null });
  const items = shownEntries(entries);
  const variables = {
    ...{ title: '', body: '', type: digestType, severity: 'info', link: '', tenantName },
    ...{ items, count: entries.length, more: entries.length - items.length },
  };
  const rendered = await renderWithDefault(
    { own: await findTemplate(scope, digestType), default: digestText.template },
    variables,
    { tenantId, type: digestType },
  );
  const text = await toMailText(rendered, { tenantName, unsubscribeUrl });
  // The same notifications create the same mail. A later notification creates another mail.
  const cause = toJson(['digest', dueMs, ...entries.map(({ id }) => id)]);
  return {
    ...{ id: mailId(tenantId, cause, to), tenantId, organizationId: null, kind: 'digest', type: digestType },
    ...{ notificationId: null, userId, to, createdAtMs: dueMs, text, unsubscribeUrl },
  };
}

/** The notifications whose mails the user has not turned off since they were added. */
async function wantedOf(
  { scope, settings }: Sender,
  userId: string,
  entries: readonly DigestEntry[],
): Promise<DigestEntry[]> {
  const preferences = await readPreferences(scope, userId);
  return entries.filter(({ type }) => modeFor(type, preferences, settings) !== 'off');
}

/** Enqueues the mail of a due digest and removes its notifications. */
export async function handleDigest({ data }: Message<DueDigest>): Promise<void> {
  const { tenantId, userId } = data;
  const entries = await readDigest(data, maxEntries);
  const sender = entries.length === 0 ? undefined : await senderOf(tenantId);
  const user = sender && (await findUser(sender.scope, userId));
  const to = user?.isActive ? normalizeAddress(user.email) : undefined;
  const selected = sender && to !== undefined ? await wantedOf(sender, userId, entries) : [];
  if (sender !== undefined && to !== undefined && selected.length > 0) {
    const mail = await digestMail(sender, data, to, selected);
    // Those that are shown: a transaction has room for their edges.
    const causes = shownEntries(selected).flatMap(({ cause }) => cause ?? []);
    await withCauses(causes, () => queueMails([mail], sender));
  }
  await removeDigest(data, entries, { isAll: entries.length < maxEntries });
}
