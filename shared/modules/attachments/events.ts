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
  entityId: text('Kind of the record that the file belongs to.', 'sales.order'),
  recordId: text('The record that the file belongs to.', 'SO-1001'),
  fileName: text('Safe name of the file.', 'invoice.pdf'),
  originalName: text('Name of the file as it was sent.', 'invoice.pdf'),
  fileSize: field(z.int(), 'Bytes.', 48_213),
  mimeType: text('Media type of the file.', 'application/pdf'),
  partitionCode: text('Storage partition of the file.', 'privateAttachments'),
  tags: field(z.array(z.string()), 'Tags of the file.', ['invoice']),
  assignments: field(z.array(z.unknown()), 'What the file has to do with.', [
    { type: 'sales.order', id: 'SO-1001' },
  ]),
};
const attachment = resourceData('attachment', 'organization', attachmentFields);

const run = field(z.int(), 'How often extraction was asked for, the upload included.', 1);
const extraction = (more: Record<string, z.ZodMiniType>) =>
  resourceData('attachment', 'organization', { ...attachmentFields, run, ...more });

const versionNumber = field(z.int(), 'Number of the version.', 2);

const share = resourceData('share link', 'organization', {
  attachmentId: id('Id of the file.'),
  name: textOrNull('What the link is for.', 'For the auditor'),
  expiresAt: text('When it stops working.', '2026-03-08T09:30:00.000Z'),
});

const partition = resourceData('partition', 'tenant', {
  code: text('Code of the partition.', 'contracts'),
  title: text('Title of the partition.', 'Contracts'),
  isPublic: flag('Anyone who knows the URL of a file can read it.', false),
  requiresOcr: flag('Text is extracted from its files.', true),
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
      contentBytes: field(z.int(), 'Size of the text in UTF-8; 0 when the file holds none.', 1_204),
      contentTruncated: flag('The file has more text than is kept.', false),
    }),
    { 'attachments.attachment.extracted': 'The text of a file was extracted.' },
  ),
  ...resourceEvents(
    extraction({
      errorMessage: text('What went wrong.', 'The tenant has no pages left to recognize this month.'),
    }),
    { 'attachments.attachment.extraction_failed': 'The text of a file could not be extracted.' },
  ),
  ...resourceEvents(extraction({}), {
    'attachments.attachment.extraction_requested': 'Another extraction of the text of a file was requested.',
    'attachments.attachment.extraction_skipped':
      'No text is extracted from a file: its partition wants none, or its kind has none.',
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
        'Older versions that were removed, because the partition keeps no more.',
        [1],
      ),
    }),
    { 'attachments.attachment.version_created': 'A file got a new version, which is the current one now.' },
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
    'attachments.partition.updated':
      'A storage partition was changed; one without a tenant is a default one.',
    'attachments.partition.deleted': 'A storage partition was deleted.',
  }),
];
