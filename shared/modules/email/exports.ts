/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listMails, listSuppressedAddresses } from './log-contract.ts';
import * as mails from './log-service.ts';
import { listEmailTemplates } from './template-contract.ts';
import * as mailTexts from './texts/template-service.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listMails,
    {
      fileName: 'mails',
      columns: [
        'id',
        'createdAt',
        'updatedAt',
        'kind',
        'type',
        'to',
        'subject',
        'state',
        'reason',
        'attempts',
        'userId',
        'notificationId',
        'storyId',
        'organizationId',
        'sesMessageId',
      ],
    },
    mails.listMails,
  ),
  exportSource(
    listSuppressedAddresses,
    { fileName: 'suppressed_addresses', columns: ['id', 'address', 'reason', 'createdAt'] },
    mails.listSuppressedAddresses,
  ),
  exportSource(
    listEmailTemplates,
    { fileName: 'email_templates', columns: ['id', 'type', 'subject', 'body', 'version', 'updatedAt'] },
    mailTexts.listEmailTemplates,
  ),
];
