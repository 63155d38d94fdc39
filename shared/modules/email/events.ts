/** Events of e-mail. They hold no address and no text. */
import * as z from 'zod/mini';
import { field, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';

const settings = resourceData('tenant', 'tenant', {
  isEnabled: field(z.boolean(), 'Whether mails of notifications are sent.', true),
  defaultMode: text('When users without own preferences receive mails.', 'instant'),
});
const template = resourceData('type of notification', 'tenant', {
  type: text('Type of notification that the text is for.', 'sales.order.overdue'),
});

const suppression = resourceData('suppressed address', 'tenant', {
  reason: text('Why it gets no mails.', 'bounce'),
});
const sending = resourceData('tenant', 'tenant', {
  reason: text('Why sending was paused.', '3 of 90 mails of the day bounced.'),
});
const contact = resourceData('address that is no user’s', 'tenant', {
  state: text('`asked`, `confirmed` or `unsubscribed`.', 'confirmed'),
});
const preferences = resourceData('user', 'tenant', {
  mode: textOrNull('When the user receives mails; null uses the setting of the tenant.', 'hourly'),
});

export const events = [
  ...resourceEvents(settings, {
    'email.settings.updated': 'What a tenant says about its mails was changed.',
  }),
  ...resourceEvents(template, {
    'email.template.created': 'A tenant’s own text of mails was created.',
    'email.template.updated': 'A tenant’s own text of mails was changed.',
    'email.template.deleted': 'A tenant’s own text of mails was deleted.',
  }),
  ...resourceEvents(preferences, {
    'email.preferences.updated':
      'A user changed when mails of notifications are sent to them, or someone did it for them.',
  }),
  ...resourceEvents(contact, {
    'email.contact.created':
      'An address that is no user’s was asked for the first time whether it wants mails.',
    'email.contact.updated':
      'An address that is no user’s was asked again, confirmed that it wants mails, or ended some.',
  }),
  ...resourceEvents(suppression, {
    'email.suppression.created':
      'An address bounced for good, or its reader complained: it gets no more mails of the tenant.',
    'email.suppression.deleted': 'A suppressed address gets mails again.',
  }),
  ...resourceEvents(sending, {
    'email.sending.paused':
      'Sending was paused, because too many mails of the day bounced or were complained about.',
    'email.sending.resumed': 'A super admin ended a pause before its time.',
  }),
];
