/** The endpoints for the mail log, the status of sending, and suppressed addresses. */
import * as z from 'zod/mini';
import { addressField } from '../../kernel/contracts/address-field.ts';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import {
  about,
  count,
  optionalFields,
  paging,
  timestamp,
  timestampOrNull,
  uuid,
} from '../../kernel/http/fields.ts';
import { limits } from '../../kernel/http/limits.ts';
import { fromField, untilField } from '../../kernel/http/time-range.ts';
import { idFilter, searchFilter, totalOption } from '../../kernel/lists/list.ts';
import { emailLimits } from './limits.ts';
import { mailKinds, mailStates, suppressionReasons } from './sending/mail.ts';
import { base, emailPath, idOrNull, notificationType, ok } from './settings-contract.ts';

const state = z
  .enum(mailStates)
  .check(
    about(
      '`queued`, `sending`, `sent` (accepted by SES), then `delivered`, `bounced` or `complained`. `deferred` waits for ' +
        'the daily limit of the tenant. `skipped` and `failed` were not sent; see `reason`.',
      'delivered',
    ),
  );
const kind = z
  .enum(mailKinds)
  .check(
    about(
      '`notification`, `digest` (the notifications of an hour), `confirmation` (to an address without a user account) or ' +
        '`account` (password, invitation).',
      'notification',
    ),
  );

export const LoggedMail = z
  .object({
    id: uuid('Id of the mail.'),
    kind,
    type: z.string().check(about('Type of the notification.', 'sales.order.overdue')),
    to: z.string().check(about('Recipient.', 'ada@example.com')),
    subject: z.string().check(about('Subject of the mail.', 'Order SO-1001 is overdue')),
    state,
    reason: z
      .nullable(z.string())
      .check(
        about(
          'Reason of the state, if there is one: `daily_limit` (the mail waits for the daily limit, or waited too long), ' +
            '`suppressed`, `disabled`, `paused`, `expired`, `unconfirmed`, `unsubscribed`, or a message of SES.',
          null,
        ),
      ),
    attempts: count('Number of attempts to send the mail with SES.', 1),
    userId: idOrNull('Recipient; null for an address without a user account.'),
    notificationId: idOrNull('Notification of the mail.'),
    storyId: z
      .nullable(z.string())
      .check(
        about(
          'The first event of its story; null if no event led to it. Of a digest, the story of its first notification.',
          '1772357400123-7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22-shipment-1001',
        ),
      ),
    organizationId: idOrNull('Organization of the notification; null for the whole tenant.'),
    sesMessageId: z
      .nullable(z.string())
      .check(about('Message id of SES.', '0107018e1b2c3d4e-5f6a7b8c-000000')),
    createdAt: timestamp('When the mail was created.'),
    updatedAt: timestamp('When the state was last changed.'),
  })
  .check(z.meta({ id: 'LoggedMail', description: 'A mail and its status.' }));
export type LoggedMail = z.infer<typeof LoggedMail>;

export const ListMails = z.object({
  ...paging(),
  ...idFilter(),
  ...totalOption(),
  ...searchFilter('address or subject'),
  state: z.optional(z.enum(mailStates)).check(about('Only mails in this state.')),
  kind: z.optional(z.enum(mailKinds)).check(about('Only mails of this kind.')),
  type: z.optional(notificationType).check(about('Only mails about notifications of this type.')),
  userId: z.optional(uuid('Only mails to this user.')),
  from: z.optional(fromField('Only mails at or after this time.')),
  until: z.optional(untilField('Only mails at or before this time.')),
});
export type ListMails = z.infer<typeof ListMails>;

/** The response of lists whose rows expire. */
const entriesOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    items: z.array(row).check(about('The entries of the page.')),
    total: count('Entries that match, over all pages; see `totalIsExact`.', 1),
    totalIsExact: z.boolean().check(about('False when the list is longer than one request can read.', true)),
    page: count('Page number, from 1.', 1),
    pageSize: count('Requested rows per page.', limits.pageSize),
    totalPages: count('Number of pages; 0 when nothing matches.', 1),
  });

export const listMails = defineEndpoint({
  ...base,
  ...operation('listMails', 'GET', `${emailPath}/log`),
  summary: 'List the mails of the tenant',
  description: `Returns the mail log, newest first. Entries are kept for ${emailLimits.logDays} days and do not contain the text of the mails.`,
  feature: 'email.view',
  query: ListMails,
  success: returns(entriesOf(LoggedMail)),
  permissions: { table: ['Query'] },
});

export const getEmailStatus = defineEndpoint({
  ...base,
  ...operation('getEmailStatus', 'GET', `${emailPath}/status`),
  summary: 'Get the status of mail sending',
  description:
    'Returns whether the deployment has a mail sender, whether the tenant sends mails, how many were sent today ' +
    `(UTC), and whether sending is paused. A tenant is paused for ${emailLimits.pauseHours} hours when ${emailLimits.bounceShare * 100} % of a day’s mails bounce ` +
    `or ${emailLimits.complaintShare * 100} % cause complaints.`,
  feature: 'email.view',
  success: returns(
    z.object({
      isEnabled: z.boolean().check(about('Whether mails of the tenant are sent now.', true)),
      blockedReason: z
        .nullable(z.enum(['no_sender', 'disabled', 'paused']))
        .check(
          about(
            'Why mails are not sent: the deployment has no sender, the tenant has disabled mails, or sending is ' +
              'paused.',
            null,
          ),
        ),
      sender: z.nullable(z.string()).check(about('Sender address.', 'notifications@mail.example.com')),
      sentToday: count('Number of mails sent today.', 12),
      bouncedToday: count('Number of mails that bounced today.', 0),
      complainedToday: count('Number of complaints today.', 0),
      dailyLimit: count('Maximum number of mails per day (UTC); further mails wait for the next day.', 1_000),
      pausedUntil: timestampOrNull('When the pause ends; null if sending is not paused.'),
      pausedReason: z.nullable(z.string()).check(about('Why sending is paused.', null)),
    }),
  ),
  permissions: { table: ['GetItem', 'BatchGetItem'], email: 'settings' },
});

export const resumeEmail = defineEndpoint({
  ...base,
  ...operation('resumeEmail', 'POST', `${emailPath}/resume`),
  summary: 'Resume the mails of a paused tenant',
  description:
    'Ends a pause early, after its cause is fixed. Earlier bounces and complaints no longer pause the tenant. A tenant ' +
    'that is not paused does not change. Only for super admins.',
  superAdmin: true,
  success: returns(z.object({ ok })),
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const SuppressedAddress = z
  .object({
    id: uuid('Id of the entry.'),
    address: z.string().check(about('The address.', 'gone@example.com')),
    reason: z
      .enum(suppressionReasons)
      .check(about('`bounce` after a permanent bounce, `complaint` after a complaint.', 'bounce')),
    createdAt: timestamp('When the address was suppressed.'),
  })
  .check(
    z.meta({ id: 'SuppressedAddress', description: 'An address that receives no mails of the tenant.' }),
  );

export const ListSuppressed = z.object({
  ...paging(),
  ...idFilter(),
  ...totalOption(),
  ...searchFilter('the address'),
});
export type ListSuppressed = z.infer<typeof ListSuppressed>;

export const listSuppressedAddresses = defineEndpoint({
  ...base,
  ...operation('listSuppressedAddresses', 'GET', `${emailPath}/suppressions`),
  summary: 'List suppressed addresses',
  description:
    'Returns addresses whose mails bounced permanently or whose recipients complained; they receive no mails.',
  feature: 'email.view',
  query: ListSuppressed,
  success: returns(entriesOf(SuppressedAddress)),
  permissions: { table: ['Query'] },
});

const target = { address: addressField('The address.') };

export const removeSuppressedAddress = defineEndpoint({
  ...base,
  ...operation('removeSuppressedAddress', 'DELETE', `${emailPath}/suppressions`),
  summary: 'Remove an address from the suppression list',
  description:
    'For an address that works again, or whose recipient wants mails again. Removing an address that is not ' +
    'suppressed changes nothing.',
  feature: 'email.manage',
  query: z.object(optionalFields(target)),
  body: z.object(optionalFields(target)),
  bodyOptional: true,
  success: returns(z.object({ ok }), { description: 'The address is not suppressed.' }),
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
});
