/** Schemas and options that the contracts of this module share. */
import * as z from 'zod/mini';
import { about, alwaysTrue, text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { givenCustomFields } from '../entities/public-data.ts';
import { contentStatuses } from './attachment.ts';
import { attachmentLimits as limits } from './limits.ts';

export const base = { module: 'attachments', auth: 'caller' } as const;

export const attachmentsPath = '/api/attachments';

export const exampleIds = {
  attachment: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
} as const;

/** Common options of the endpoints that delete an attachment. */
export const fileRemoval = {
  ...base,
  scope: 'organization',
  method: 'DELETE',
  description: 'Deletes the attachment with its thumbnails, the file and all versions.',
  feature: 'attachments.manage',
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    files: ['delete originals', 'delete texts', 'delete thumbs', 'list'],
  },
} as const;

/** Permissions for creating a version, including the removal of the oldest versions. */
export const versionPermissions = {
  table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  files: ['delete originals', 'delete texts', 'delete thumbs', 'list'],
} as const;

/** Describes filters by custom fields. */
export const customFilterText =
  '`cf_<key>=value` filters by a custom field that is defined for `attachments.attachment`, depending on its ' +
  'kind; `cf_<key>In=a,"b, c"` matches any of the values; one with a comma is in quotes. A key that is not defined returns 400 and suggests the ' +
  `nearest key; if no custom fields are defined such filters are ignored. Filter values longer than ${limits.listedValue} ` +
  'characters match nothing.';

export function described<S extends z.ZodMiniType>(schema: S, description: string, example: unknown): S {
  return schema.check(about(description, example)) as S;
}
export function plain(description: string, example: string) {
  return described(z.string(), description, example);
}

export const Ok = z.object({
  ok: alwaysTrue(),
});
export const ok = Ok.shape.ok;

export const href = z
  .optional(z.nullable(z.string()))
  .check(about('URL of the object: a path or an http(s) URL.', '/orders/1'));
export const label = z.optional(z.nullable(z.string())).check(about('Label of the object.', 'Order SO-1001'));
const assignment = z.object({
  type: plain('Type of the object.', 'sales:order'),
  id: plain('Id of the object.', 'SO-1001'),
  href,
  label,
});
export const assignments = z
  .array(assignment)
  .check(
    about(
      `The records and other objects of the file, at most ${limits.assignments}; the last of several entries with the same type ` +
        'and id is used. `href` values other than paths and http(s) URLs are ignored.',
      [{ type: 'sales:order', id: 'SO-1001' }],
    ),
  );
export const tags = z
  .array(z.string())
  .check(
    about(
      `At most ${limits.tags} tags of at most ${limits.tag} characters; they are trimmed, and duplicates are removed.`,
      ['invoice', '2026'],
    ),
  );

export const customFields = z
  .record(z.string(), z.unknown())
  .check(about('Custom values by key; absent if there are none.', { confidential: true }));
/** Custom values in any of the accepted forms. */
export const givenCustom = givenCustomFields(
  'Custom values: `{key: value}`, `[{key, value}]`, or `cf_<key>` beside the other keys. Once fields are ' +
    'defined for `attachments.attachment`, values must be of these fields and keep their rules.',
  { confidential: true },
);

function nonBlank(max: number) {
  return text(max).check(z.refine((value) => value.trim() !== '', { error: 'must not be blank' }));
}

export const entityId = nonBlank(limits.entityId).check(
  about('Entity type of the record of the files.', 'sales.order'),
);
export const recordId = nonBlank(limits.recordId).check(about('Id of the record of the files.', 'SO-1001'));

export const fields = {
  id: uuid('Id of the attachment.'),
  url: plain('URL of the file; each version has its own.', `/api/attachments/file/${exampleIds.attachment}`),
  thumbnailUrl: described(
    z.nullable(z.string()),
    'URL of a thumbnail; null if the file has none.',
    `/api/attachments/image/${exampleIds.attachment}/invoice.png?width=320&height=320`,
  ),
  hasThumbnail: described(z.boolean(), 'Whether the file has a thumbnail.', false),
  fileName: plain('Safe name of the file: letters, digits, `.`, `_`, `-`.', 'Facture_n_7.pdf'),
  originalName: plain(
    `File name as it was sent, in Unicode form NFC, without folder and control characters; at most ${limits.fileName} ` +
      'characters. Downloads have this name.',
    'Facture n° 7.pdf',
  ),
  fileSize: described(z.int(), 'Size of the file in bytes.', 48_213),
  mimeType: plain('Media type, detected from the bytes first.', 'application/pdf'),
  partitionCode: plain('Storage partition of the file.', 'privateAttachments'),
  partitionTitle: described(
    z.nullable(z.string()),
    'Title of the partition; null if it was deleted.',
    'Private attachments',
  ),
  tags,
  assignments,
  content: described(
    z.nullable(z.string()),
    'Text extracted from the file; null if there is none yet. Lists contain its first 1 KB.',
    null,
  ),
  contentStatus: described(
    z.enum(contentStatuses),
    'Status of the text extraction; `none` if the partition has it disabled or the file type has no text.',
    'pending',
  ),
  createdAt: timestamp('When the first version of the file was uploaded.'),
  updatedAt: timestamp('When the attachment was last changed.'),
} as const;

/** An attachment in responses to uploads and in lists of a record. */
export const AttachmentItem = z
  .object({
    id: fields.id,
    url: fields.url,
    thumbnailUrl: fields.thumbnailUrl,
    hasThumbnail: fields.hasThumbnail,
    fileName: fields.fileName,
    originalName: fields.originalName,
    fileSize: fields.fileSize,
    mimeType: fields.mimeType,
    partitionCode: fields.partitionCode,
    tags,
    assignments,
    content: fields.content,
    contentStatus: fields.contentStatus,
    createdAt: fields.createdAt,
    customFields: z.optional(customFields),
  })
  .check(z.meta({ id: 'Attachment', description: 'A file that belongs to a record.' }));
export type AttachmentItem = z.infer<typeof AttachmentItem>;

/** An attachment in the library. */
export const LibraryItem = z
  .object({
    id: fields.id,
    url: fields.url,
    thumbnailUrl: fields.thumbnailUrl,
    hasThumbnail: fields.hasThumbnail,
    fileName: fields.fileName,
    originalName: fields.originalName,
    fileSize: fields.fileSize,
    mimeType: fields.mimeType,
    partitionCode: fields.partitionCode,
    partitionTitle: fields.partitionTitle,
    entityId: plain('Entity type of the record of the file.', 'sales.order'),
    recordId: plain('Id of the record of the file.', 'SO-1001'),
    tags,
    assignments,
    content: fields.content,
    contentStatus: fields.contentStatus,
    createdAt: fields.createdAt,
  })
  .check(z.meta({ id: 'LibraryAttachment', description: 'A file in the library.' }));
export type LibraryItem = z.infer<typeof LibraryItem>;
