import * as z from 'zod/mini';
import {
  field,
  flag,
  id,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const attachmentFields = {
  entityId: text('Entity type of the record of the file.', 'sales.order'),
  recordId: text('Id of the record of the file.', 'SO-1001'),
  fileName: text('Safe name of the file.', 'invoice.pdf'),
  originalName: text('Name of the file as sent by the client.', 'invoice.pdf'),
  fileSize: field(z.int(), 'Size of the file in bytes.', 48_213),
  mimeType: text('Media type of the file.', 'application/pdf'),
  partitionCode: text('Storage partition of the file.', 'privateAttachments'),
  tags: field(z.array(z.string()), 'Tags of the file.', ['invoice']),
  assignments: field(z.array(z.unknown()), 'Objects to which the file is assigned.', [
    { type: 'sales.order', id: 'SO-1001' },
  ]),
};
const attachment = resourceData('attachment', 'organization', attachmentFields);

const run = field(z.int(), 'Number of the extraction run, from 1.', 1);
const extraction = (more: Record<string, z.ZodMiniType>) =>
  resourceData('attachment', 'organization', { ...attachmentFields, run, ...more });

const versionNumber = field(z.int(), 'Number of the version.', 2);

const share = resourceData('share link', 'organization', {
  attachmentId: id('Id of the file.'),
  name: textOrNull('Purpose of the link.', 'For the auditor'),
  expiresAt: text('When the link expires.', '2026-03-08T09:30:00.000Z'),
});

const partition = resourceData('partition', 'tenant', {
  code: text('Code of the partition.', 'contracts'),
  title: text('Title of the partition.', 'Contracts'),
  isPublic: flag('Whether anyone who knows the URL of a file can read it.', false),
  requiresOcr: flag('Whether text is extracted from the files.', true),
});

export const events = [
  ...resourceEvents(attachment, {
    'attachments.attachment.created': 'A file was uploaded.',
    'attachments.attachment.updated':
      'Tags, assignments or custom values of a file changed, or it moved to another record.',
    'attachments.attachment.deleted': 'A file was deleted.',
  }),
  ...resourceEvents(
    extraction({
      contentBytes: field(z.int(), 'Size of the text in UTF-8 bytes; 0 if the file has no text.', 1_204),
      contentTruncated: flag(
        'Whether the text was truncated, or lacks pages because the monthly limit of recognized pages was reached.',
        false,
      ),
    }),
    { 'attachments.attachment.extracted': 'The text of a file was extracted.' },
  ),
  ...resourceEvents(
    extraction({
      errorMessage: text(
        'Error message.',
        'The monthly page budget of the tenant for text recognition is exhausted.',
      ),
    }),
    { 'attachments.attachment.extraction_failed': 'The text of a file could not be extracted.' },
  ),
  ...resourceEvents(extraction({}), {
    'attachments.attachment.extraction_requested': 'Another extraction of the text of a file was requested.',
    'attachments.attachment.extraction_skipped':
      'No text is extracted from a file: its partition disables extraction, or its type has no text.',
  }),
  ...resourceEvents(
    extraction({
      version: versionNumber,
      restoredFrom: field(
        z.nullable(z.int()),
        'The version whose bytes were restored; null for an upload.',
        null,
      ),
      removedVersions: field(
        z.array(z.int()),
        'Older versions that were removed by the limit of the partition.',
        [1],
      ),
    }),
    {
      'attachments.attachment.version_created':
        'A new version of a file was created and is now the current version.',
    },
  ),
  ...resourceEvents(
    resourceData('attachment', 'organization', { ...attachmentFields, version: versionNumber }),
    { 'attachments.attachment.version_deleted': 'An earlier version of a file was deleted.' },
  ),
  ...resourceEvents(share, {
    'attachments.share.created': 'A file was shared by a link.',
    'attachments.share.deleted': 'A share link was revoked.',
  }),
  ...resourceEvents(partition, {
    'attachments.partition.created': 'A storage partition was created.',
    'attachments.partition.updated': 'A storage partition was changed. A default partition has no tenant.',
    'attachments.partition.deleted': 'A storage partition was deleted.',
  }),
];
