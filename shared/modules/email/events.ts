/** Events of e-mail. They contain neither addresses nor texts. */
import * as z from 'zod/mini';
import { field, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';

const settings = resourceData('tenant', 'tenant', {
  isEnabled: field(z.boolean(), 'Whether notification mails are sent.', true),
  defaultMode: text('When users without own preferences receive mails.', 'instant'),
});
const template = resourceData('type of notification', 'tenant', {
  type: text('Notification type of the template.', 'sales.order.overdue'),
});

const suppression = resourceData('suppressed address', 'tenant', {
  reason: text('Why the address is suppressed: bounce or complaint.', 'bounce'),
});
const sending = resourceData('tenant', 'tenant', {
  reason: text('Why sending was paused.', '3 of 90 mails of the day bounced.'),
});
const contact = resourceData('address without a user account', 'tenant', {
  state: text('State: `asked`, `confirmed` or `unsubscribed`.', 'confirmed'),
});
const preferences = resourceData('user', 'tenant', {
  mode: textOrNull('When the user receives mails; null uses the setting of the tenant.', 'hourly'),
});

export const events = [
  ...resourceEvents(settings, {
    'email.settings.updated': 'The mail settings of a tenant were changed.',
  }),
  ...resourceEvents(template, {
    'email.template.created': 'A mail template of a tenant was created.',
    'email.template.updated': 'A mail template of a tenant was changed.',
    'email.template.deleted': 'A mail template of a tenant was deleted.',
  }),
  ...resourceEvents(preferences, {
    'email.preferences.updated': 'The mail preferences of a user were changed.',
  }),
  ...resourceEvents(contact, {
    'email.contact.created': 'An address without a user account received its first confirmation request.',
    'email.contact.updated':
      'An address without a user account received another confirmation request, was confirmed, or unsubscribed.',
  }),
  ...resourceEvents(suppression, {
    'email.suppression.created':
      'An address was suppressed after a permanent bounce or a complaint; it receives no more mails of the tenant.',
    'email.suppression.deleted': 'An address was removed from the suppression list.',
  }),
  ...resourceEvents(sending, {
    'email.sending.paused':
      'Sending was paused because too many mails of the day bounced or caused complaints.',
    'email.sending.resumed': 'A super admin ended a pause early.',
  }),
];
