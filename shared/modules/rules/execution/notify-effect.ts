/** NOTIFY: notifies the users with the given addresses or ids. */

import { parseAddressList } from '../../../kernel/base/address-list.ts';
import { uuidPattern } from '../../../kernel/base/ids.ts';
import { findUserIdsByEmails, findUsers } from '../../identity/public.ts';
import { addressedWrites, notificationWrites } from '../../notifications/public.ts';
import { notificationLimits } from '../../notifications/public-data.ts';
import { ActionError, type Cause, type Effect, type RuleNotification } from './effects.ts';
import { cut } from './size.ts';

/** Maximum length of the text of a failure. */
const maxErrorText = 1_000;

interface Recipients {
  userIds: string[];
  /** Addresses without a user. */
  addresses: string[];
  /** Recipients that get nothing, as they are written. */
  unreachable: string[];
}

interface NamedRecipients {
  userIds: string[];
  /** Normalized. */
  addresses: string[];
  invalid: string[];
}

/** Reads lists of addresses and of ids of users, as people write them. */
function recipientsIn(lists: readonly string[]): NamedRecipients {
  const entries = lists.map(parseAddressList);
  const invalid = entries.flatMap((list) => list.invalid);
  return {
    userIds: [...new Set(invalid.filter((entry) => uuidPattern.test(entry)).map((id) => id.toLowerCase()))],
    addresses: [...new Set(entries.flatMap((list) => list.addresses))],
    invalid: invalid.filter((entry) => !uuidPattern.test(entry)),
  };
}

/** The tenant's active users with these e-mail addresses or ids. At most two requests. */
async function findRecipients(tenantId: string, named: NamedRecipients): Promise<Recipients> {
  const byEmail = await findUserIdsByEmails({ tenantId }, named.addresses);
  const ids = [...new Set([...byEmail.values(), ...named.userIds])];
  const users = await findUsers({ tenantId }, ids);
  const isActive = (id: string) => users.get(id)?.isActive === true;
  const ofInactive = [...byEmail].filter(([, id]) => !isActive(id)).map(([address]) => address);
  return {
    userIds: ids.filter(isActive),
    addresses: named.addresses.filter((address) => !byEmail.has(address)),
    unreachable: [...named.invalid, ...ofInactive, ...named.userIds.filter((id) => !isActive(id))],
  };
}

/**
 * Notifies users by e-mail address or id. Addresses without a user get an e-mail if the deployment sends
 * e-mail, and are listed in the result. Throws ActionError, before anything is sent, with the recipients that are neither
 * an address nor an active user, and for more recipients than a notification may have.
 */
export async function notifyRecipients(
  { recipients, message, subject }: RuleNotification,
  { scope, rule, entityType, entityId, context }: Cause,
): Promise<Effect> {
  const named = recipientsIn(recipients);
  const count = named.userIds.length + named.addresses.length + named.invalid.length;
  if (count === 0) throw new ActionError('There are no recipients.');
  if (count > notificationLimits.recipients)
    throw new ActionError(`There are more than ${notificationLimits.recipients} recipients.`);
  const { userIds, addresses, unreachable } = await findRecipients(scope.tenantId, named);
  if (unreachable.length > 0)
    throw new ActionError(
      cut(
        `No message was sent, because these are no addresses or active users: ${unreachable.join(', ')}.`,
        maxErrorText,
      ),
    );
  const text = {
    type: 'business_rules.rule.notified',
    title: cut(subject ?? rule.ruleName, notificationLimits.title - 1),
    body: cut(message, notificationLimits.body - 1),
  };
  const notices = userIds.map((userId) =>
    notificationWrites(
      {
        ...text,
        scope,
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
      ...(addresses.length === 0 ? [] : addressedWrites(scope, { ...text, addresses }, context.nowMs)),
    ],
    detail: { notified: userIds.length, ...(addresses.length > 0 && { unknownRecipients: addresses }) },
  };
}
