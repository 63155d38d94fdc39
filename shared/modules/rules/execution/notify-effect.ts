/** NOTIFY: notifies the users with the given addresses or ids. */

import { uuidPattern } from '../../../kernel/ids/ids.ts';
import { findUserIdsByEmails, findUsers } from '../../identity/public.ts';
import { addressedWrites, notificationWrites } from '../../notifications/public.ts';
import { notificationLimits } from '../../notifications/public-contract.ts';
import { ActionError, type Cause, type Effect, type RuleNotification } from './effects.ts';
import { cut } from './size.ts';

interface Recipients {
  userIds: string[];
  /** Addresses without a user. */
  addresses: string[];
  /** Recipients without a user who can read a notification. */
  unknown: string[];
}

const isAddress = (recipient: string): boolean => recipient.includes('@');

/** The tenant's active users with these e-mail addresses or ids. At most two requests. */
async function findRecipients(tenantId: string, recipients: readonly string[]): Promise<Recipients> {
  const emails = recipients.filter(isAddress);
  const byEmail = await findUserIdsByEmails({ tenantId }, emails);
  const idOf = (recipient: string) =>
    byEmail.get(recipient) ?? (uuidPattern.test(recipient) ? recipient.toLowerCase() : undefined);
  const ids = recipients.map(idOf).filter((id) => id !== undefined);
  const users = await findUsers({ tenantId }, ids);
  const isActiveUser = (recipient: string) => users.get(idOf(recipient) ?? '')?.isActive === true;
  const userIds = new Set(recipients.filter(isActiveUser).map((recipient) => idOf(recipient) ?? ''));
  const addresses = emails.filter((email) => !byEmail.has(email));
  return {
    userIds: [...userIds],
    addresses,
    unknown: recipients.filter((recipient) => !isActiveUser(recipient)),
  };
}

/**
 * Notifies users by e-mail address or id. Addresses without a user get an e-mail if the deployment sends
 * e-mail, and are listed in the result. Throws ActionError if there is neither a user nor an address, or more
 * recipients than a notification may have.
 */
export async function notifyRecipients(
  { recipients, message, subject }: RuleNotification,
  { place, rule, entityType, entityId, context }: Cause,
): Promise<Effect> {
  if (recipients.length > notificationLimits.recipients)
    throw new ActionError(`There are more than ${notificationLimits.recipients} recipients.`);
  const { userIds, addresses, unknown } = await findRecipients(place.tenantId, recipients);
  if (userIds.length === 0 && !recipients.some(isAddress))
    throw new ActionError(`No user has the address or id ${unknown.join(', ')}.`);
  const text = {
    type: 'business_rules.rule.notified',
    title: cut(subject ?? rule.ruleName, notificationLimits.title - 1),
    body: cut(message, notificationLimits.body - 1),
  };
  const notices = userIds.map((userId) =>
    notificationWrites(
      {
        ...text,
        scope: place,
        to: { userId },
        severity: 'info',
        source: { module: 'business_rules', entityType, ...(entityId !== null && { entityId }) },
      },
      context,
    ),
  );
  return {
    writes: [
      ...notices.flatMap(({ writes }) => writes),
      ...(addresses.length === 0 ? [] : addressedWrites(place, { ...text, addresses }, context.nowMs)),
    ],
    detail: { notified: userIds.length, ...(unknown.length > 0 && { unknownRecipients: unknown }) },
  };
}
