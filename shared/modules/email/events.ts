/** Events of e-mail. They hold no address and no text. */
import * as z from 'zod/mini';
import { field, resourceData, resourceEvents, text } from '../../kernel/events/definition.ts';

const settings = resourceData('tenant', 'tenant', {
  isEnabled: field(z.boolean(), 'Whether mails of notifications are sent.', true),
  defaultMode: text('When users get mails who have not said otherwise.', 'instant'),
});
const template = resourceData('type of notification', 'tenant', {
  type: text('Type of notification that the text is for.', 'sales.order.overdue'),
});

export const events = [
  ...resourceEvents('email.settings', settings, {
    updated: 'What a tenant says about its mails was changed.',
  }),
  ...resourceEvents('email.template', template, {
    created: 'A tenant’s own text of mails was created.',
    updated: 'A tenant’s own text of mails was changed.',
    deleted: 'A tenant’s own text of mails was deleted.',
  }),
];
