/** The endpoints for mail settings, preferences, domains and links in mails. */
import * as z from 'zod/mini';
import { addressLimits, normalizeDomain } from '../../kernel/base/email-address.ts';
import { addressField } from '../../kernel/contracts/address-field.ts';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import {
  about,
  alwaysTrue,
  optionalFields,
  rawBody,
  text,
  timestampOrNull,
  uuid,
} from '../../kernel/http/fields.ts';
import { rawRequest } from '../../kernel/http/raw-body.ts';
import { field as notificationField } from '../notifications/public-data.ts';
import { emailLimits } from './limits.ts';
import { mailModes } from './settings/settings.ts';

export const base = { module: 'email', auth: 'caller', scope: 'tenant' } as const;
export const emailPath = '/api/email';

export const ok = alwaysTrue();
export const idOrNull = (description: string) => z.nullable(uuid(description));
export const notificationType = notificationField.type;

export const mode = z
  .enum(mailModes)
  .check(
    about(
      '`instant` sends each notification at once, `hourly` sends one mail per hour, `off` sends none.',
      'instant',
    ),
  );

const domainName = z.string().check(
  z.trim(),
  z.maxLength(addressLimits.domain),
  z.refine((value) => normalizeDomain(value) !== undefined, { error: 'must be a domain' }),
  z.overwrite((value) => normalizeDomain(value) ?? value),
  about('Name of the domain.', 'example.com'),
);

const settings = {
  isEnabled: z.boolean().check(about('False disables all notification mails of the tenant.', true)),
  senderName: z
    .nullable(text(emailLimits.senderName))
    .check(about('Sender name; null for the name of the tenant.', 'Example Ltd')),
  replyTo: z.nullable(addressField('Reply address; null for the address of the sender.')),
  defaultMode: mode.check(about('When users without own preferences receive mails.')),
  mailsPerDay: z
    .nullable(z.int().check(z.gte(1), z.lte(emailLimits.mailsPerDay)))
    .check(
      about(
        'Maximum number of mails per day (UTC); null is the limit of the deployment. Only super admins can change it. ' +
          'Deferred mails are then sent within minutes.',
        null,
      ),
    ),
};

const MailDomain = z.object({
  name: z.string().check(about('Name of the domain.', 'example.com')),
  verifiedAt: timestampOrNull('When the domain was verified; null before.'),
});

export const EmailSettings = z
  .object({
    ...settings,
    domains: z
      .array(MailDomain)
      .check(about('Domains whose addresses receive mails without confirmation once they are verified.')),
  })
  .check(z.meta({ id: 'EmailSettings', description: 'Mail settings of a tenant.' }));

export const getEmailSettings = defineEndpoint({
  ...base,
  ...operation('getEmailSettings', 'GET', `${emailPath}/settings`),
  summary: 'Read the settings of mails',
  description: 'Returns the mail settings of the tenant, or the defaults.',
  feature: 'email.view',
  success: returns(EmailSettings),
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const UpdateEmailSettings = z.object(optionalFields(settings));
export type UpdateEmailSettings = z.infer<typeof UpdateEmailSettings>;

export const updateEmailSettings = defineEndpoint({
  ...base,
  ...operation('updateEmailSettings', 'PUT', `${emailPath}/settings`),
  summary: 'Change the settings of mails',
  description: 'Changes the given fields and leaves all others as they are.',
  feature: 'email.manage',
  body: UpdateEmailSettings,
  success: returns(EmailSettings),
  errors: ['stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const verifyEmailDomain = defineEndpoint({
  ...base,
  ...operation('verifyEmailDomain', 'POST', `${emailPath}/domains`),
  summary: 'Verify a domain of the tenant',
  description:
    'Looks up the TXT record that proves that the tenant owns the domain. Addresses of a verified domain ' +
    'receive mails without confirmation. Call the operation once to get the record, and again when the record ' +
    `is in DNS. A tenant has at most ${emailLimits.domains} domains: a further one replaces the domain that has been unverified for longest.`,
  feature: 'email.manage',
  body: z.object({ domain: domainName }),
  success: returns(
    z.object({
      domain: z.string().check(about('Name of the domain.', 'example.com')),
      isVerified: z.boolean().check(about('Whether DNS has the record.', false)),
      record: z
        .object({
          type: z.literal('TXT').check(about('Type of the record.', 'TXT')),
          name: z.string().check(about('Name of the record.', '_platform-email.example.com')),
          value: z.string().check(about('Value of the record.', 'platform-email=hX9sYb1xXo4f2nq0w7Vt9Zk')),
        })
        .check(about('The DNS record to add.')),
    }),
    { description: 'Whether the domain is verified, and the record that verifies it.' },
  ),
  errors: ['limit_reached', 'rate_limited'],
  permissions: { table: ['GetItem', 'PutItem'], limits: 'count' },
});

const preferences = {
  mode: z
    .nullable(mode)
    .check(about('When the user receives mails; null uses the setting of the tenant.', 'hourly')),
  types: z.record(notificationType, mode).check(
    z.refine((value) => Object.keys(value).length <= emailLimits.types, {
      error: `must have at most ${emailLimits.types} types`,
    }),
    about('Exceptions from `mode` by notification type.', { 'sales.order.overdue': 'instant' }),
  ),
};

export const EmailPreferences = z
  .object({
    ...preferences,
    effectiveMode: mode.check(about('Default for types that `types` does not list.')),
  })
  .check(z.meta({ id: 'EmailPreferences', description: 'When a user receives mails about notifications.' }));

const userQuery = z.object({
  userId: z.optional(uuid('User of the preferences; by default the caller.')),
});

const accessRules =
  'Users can access their own preferences; those of other users require the feature `email.manage`. Calls with ' +
  'an API key must name a user.';

export const getEmailPreferences = defineEndpoint({
  ...base,
  ...operation('getEmailPreferences', 'GET', `${emailPath}/preferences`),
  summary: 'Read the mail preferences of a user',
  description: `Returns which notifications the user receives by mail, and when. ${accessRules}`,
  query: userQuery,
  success: returns(EmailPreferences),
  errors: ['not_found', 'missing_feature'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const UpdateEmailPreferences = z.object(optionalFields(preferences));
export type UpdateEmailPreferences = z.infer<typeof UpdateEmailPreferences>;

export const updateEmailPreferences = defineEndpoint({
  ...base,
  ...operation('updateEmailPreferences', 'PUT', `${emailPath}/preferences`),
  summary: 'Change the mail preferences of a user',
  description: `Changes the given fields and leaves all others as they are. ${accessRules}`,
  query: userQuery,
  body: UpdateEmailPreferences,
  success: returns(EmailPreferences),
  errors: ['not_found', 'missing_feature', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
});

const link = z.object({
  token: text(1_000).check(about('Signed token of the link in a mail.', 'WyJ1bnN1.s5kq')),
});
const html = {
  result: rawBody('An HTML page.'),
  contentTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy':
      'Content security policy of the page: it loads nothing and sends forms to this host only.',
  },
} as const;
const open = { ...base, auth: 'none', scope: 'none' } as const;

export const showUnsubscribe = defineEndpoint({
  ...open,
  ...operation('showUnsubscribe', 'GET', `${emailPath}/unsubscribe`),
  summary: 'Show the unsubscribe page',
  description:
    'Returns a page that describes the mails, with a button to unsubscribe. Opening the page alone does not ' +
    'unsubscribe, because mail programs open links, too.',
  query: link,
  success: { status: 200, ...html },
  errors: ['not_found'],
  permissions: { table: ['GetItem'] },
});

export const unsubscribe = defineEndpoint({
  ...open,
  ...operation('unsubscribe', 'POST', `${emailPath}/unsubscribe`),
  summary: 'Unsubscribe with the link in a mail',
  description:
    'Unsubscribes the recipient of the mail from this notification type or, for digests, from all notification mails ' +
    '(RFC 8058). The link is the only credential; the body is ignored.',
  query: link,
  body: rawRequest('Body of the mail program: `List-Unsubscribe=One-Click`.'),
  bodyFormat: 'raw',
  bodyOptional: true,
  maxBodyBytes: 16_384,
  success: { status: 200, description: 'The recipient receives no more mails of this type.', ...html },
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const showConfirmation = defineEndpoint({
  ...open,
  ...operation('showConfirmation', 'GET', `${emailPath}/confirm`),
  summary: 'Show the page that confirms an address',
  description: 'Returns a page that shows the sender of the mails, with a button to confirm the address.',
  query: link,
  success: { status: 200, ...html },
  errors: ['not_found'],
  permissions: { table: ['GetItem'] },
});

export const confirmAddress = defineEndpoint({
  ...open,
  ...operation('confirmAddress', 'POST', `${emailPath}/confirm`),
  summary: 'Confirm an address with the link in a mail',
  description: 'Confirms an address without a user account, so that it receives the tenant’s mails.',
  query: link,
  body: rawRequest('Empty, or the fields of the form.'),
  bodyFormat: 'raw',
  bodyOptional: true,
  maxBodyBytes: 16_384,
  success: { status: 200, description: 'The address is confirmed.', ...html },
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'PutItem'] },
});
