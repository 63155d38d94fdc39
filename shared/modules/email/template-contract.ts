/** The endpoints for a tenant's mail templates. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, paging, text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { idFilter, listOf, searchFilter } from '../../kernel/lists/list.ts';
import { emailLimits } from './limits.ts';
import { base, emailPath, notificationType, ok } from './settings-contract.ts';

const subject = text(emailLimits.templateSubject).check(
  about('Template of the subject.', '{{ tenantName }}: {{ title }}'),
);
const body = text(emailLimits.templateBody).check(
  about(
    'Template of the plain text, from which the HTML is created. Separate paragraphs by empty lines. Placeholders: ' +
      '`{{ title }}`, `{{ body }}`, `{{ link }}`, `{{ type }}`, `{{ severity }}`, `{{ tenantName }}` and the variables of ' +
      'the notification. Mails of the platform (`email.password.reset`, `email.user.invited`, `email.confirmation`) have no ' +
      '`{{ link }}`, because their link is secret: `{% button "Label", color: "#0b57d0" %}` on a line of its own places it; ' +
      'without it, the link follows the text. Their other variables are `{{ title }}`, `{{ body }}`, `{{ type }}`, ' +
      '`{{ severity }}`, `{{ tenantName }}` and, for password and invitation, `{{ validFor }}`; `email.digest.due` also has ' +
      '`{{ link }}`, `{{ items }}`, `{{ count }}` and `{{ more }}`. Any other variable is refused.',
    '{{ title }}\n\n{{ body }}\n\n{{ link }}',
  ),
);
const type = z.object({ type: notificationType });

export const EmailTemplate = z
  .object({
    id: uuid('Id of the template.'),
    type: notificationType,
    subject,
    body,
    version: z
      .int()
      .check(
        about(
          'Increases with every change. Send `If-Match: "<version>"` to change only this version.',
          1_772_357_400_000,
        ),
      ),
    updatedAt: timestamp('When the template was last changed.'),
  })
  .check(
    z.meta({
      id: 'EmailTemplate',
      description: 'A tenant’s mail template for one notification type.',
    }),
  );

export const ListEmailTemplates = z.object({
  ...paging(),
  ...idFilter(),
  ...searchFilter('type or subject'),
});
export type ListEmailTemplates = z.infer<typeof ListEmailTemplates>;

export const listEmailTemplates = defineEndpoint({
  ...base,
  ...operation('listEmailTemplates', 'GET', `${emailPath}/templates`),
  summary: 'List the custom mail templates',
  description:
    'Returns the tenant’s mail templates, sorted by notification type. Other types use the default template.',
  feature: 'email.view',
  query: ListEmailTemplates,
  success: returns(listOf(EmailTemplate)),
  errors: ['page_too_large'],
  permissions: { table: ['Query'] },
});

export const saveEmailTemplate = defineEndpoint({
  ...base,
  ...operation('saveEmailTemplate', 'PUT', `${emailPath}/templates/{type}`),
  summary: 'Save the mail template of a type',
  description:
    'Mails about notifications of this type use the template from now on. If rendering it fails, the error is ' +
    'logged and the mail uses the default template. Also for `email.digest.due`, `email.confirmation`, ' +
    '`email.password.reset` and `email.user.invited`. ' +
    'A type without a template has version 0.',
  feature: 'email.manage',
  params: type,
  body: z.object({ subject, body }),
  success: returns(EmailTemplate),
  errors: ['limit_reached', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'Query', 'PutItem'] },
});

export const deleteEmailTemplate = defineEndpoint({
  ...base,
  ...operation('deleteEmailTemplate', 'DELETE', `${emailPath}/templates/{type}`),
  summary: 'Delete the mail template of a type',
  description: 'Deletes the tenant’s template; mails of the type use the default template again.',
  feature: 'email.manage',
  params: type,
  success: returns(z.object({ ok }), { description: 'Mails use the default template.' }),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
});

export const previewEmail = defineEndpoint({
  ...base,
  ...operation('previewEmail', 'POST', `${emailPath}/preview`),
  reads: true,
  summary: 'Preview a mail',
  description:
    'Renders the given template, or else the current template of the type, with the given values or with example ' +
    'values. The unsubscribe link belongs to an example address.',
  feature: 'email.manage',
  body: z.object({
    type: notificationType,
    subject: z.optional(subject),
    body: z.optional(body),
    variables: z
      .optional(z.record(text(200), z.union([text(2_000, 0), z.number()])))
      .check(about('Values of placeholders.', { title: 'Order SO-1001 is overdue' })),
  }),
  success: returns(
    z.object({
      subject: z.string().check(about('Subject of the mail.', 'Order SO-1001 is overdue')),
      text: z.string().check(about('Plain text of the mail.', 'Order SO-1001 is overdue')),
      html: z.string().check(about('HTML of the mail.', '<p>Order SO-1001 is overdue</p>')),
      unsubscribeUrl: z
        .string()
        .check(
          about('Unsubscribe link.', 'https://api.example.com/api/email/unsubscribe?token=WyJ1bnN1.s5kq'),
        ),
      confirmUrl: z
        .string()
        .check(
          about(
            'Link that confirms an address.',
            'https://api.example.com/api/email/confirm?token=WyJjb25m.s5kq',
          ),
        ),
    }),
  ),
  permissions: { table: ['GetItem', 'PutItem'], email: 'settings' },
});
