import * as z from 'zod/mini';
import { field, flag, resourceData, resourceEvents, text } from '../events/definition.ts';

const attachment = resourceData('attachment', 'organization', {
  entityId: text('Kind of the record that the file belongs to.', 'sales.order'),
  recordId: text('The record that the file belongs to.', 'SO-1001'),
  fileName: text('Name of the file.', 'invoice.pdf'),
  fileSize: field(z.int(), 'Bytes.', 48_213),
  mimeType: text('Media type of the file.', 'application/pdf'),
  partitionCode: text('Storage partition that the file lies in.', 'privateAttachments'),
  tags: field(z.array(z.string()), 'Tags of the file.', ['invoice']),
  assignments: field(z.array(z.unknown()), 'What the file has to do with.', [
    { type: 'sales.order', id: 'SO-1001' },
  ]),
});

const partition = resourceData('partition', 'tenant', {
  code: text('Code of the partition.', 'contracts'),
  title: text('Title of the partition.', 'Contracts'),
  isPublic: flag('Everybody who knows a file’s address reads it.', false),
  requiresOcr: flag('Text is extracted from its files.', true),
});

export const attachmentEvents = [
  ...resourceEvents('attachments.attachment', attachment, {
    created: 'A file was uploaded.',
    updated: 'Tags, assignments or custom values of a file changed, or it moved to another record.',
    deleted: 'A file was deleted.',
  }),
  ...resourceEvents('attachments.partition', partition, {
    created: 'A storage partition was created.',
    updated: 'A storage partition was changed; one without a tenant is a default one.',
    deleted: 'A storage partition was deleted.',
  }),
];
