/** The endpoints for uploads: one multipart form, or a direct upload to the bucket in three steps. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, uuid } from '../../../kernel/http/fields.ts';
import { streamedBody } from '../../../kernel/http/stream-body.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import { customFieldNames } from '../../entities/public-data.ts';
import {
  AttachmentItem,
  assignments,
  attachmentsPath,
  base,
  described,
  entityId,
  exampleIds,
  givenCustom,
  ok,
  plain,
  recordId,
  tags,
  versionPermissions,
} from '../common-contract.ts';
import { formLimits, attachmentLimits as limits, uploadLimits } from '../limits.ts';

const refusals = ['file_type_refused', 'file_too_large', 'quota_exceeded', 'public_partition'] as const;

const formPart = (description: string, example: string) => ({
  type: 'string',
  description,
  examples: [example],
});
/**
 * The documented schema of an upload form. The form is streamed, so no schema validates it. Tenant and organization may also
 * be parts, as in every body; they are left out so that API explorers do not prefill them.
 */
const uploadForm = {
  type: 'object',
  required: ['entityId', 'recordId', 'file'],
  properties: {
    entityId: formPart('Entity type of the record of the file.', 'sales.order'),
    recordId: formPart('Id of the record of the file.', 'SO-1001'),
    file: { type: 'string', format: 'binary', description: 'The file.' },
    fieldKey: formPart('Custom field of the entity whose limits and partition apply.', 'scan'),
    partitionCode: formPart('Storage partition to use.', 'privateAttachments'),
    tags: formPart('JSON array of texts.', '["invoice"]'),
    assignments: formPart(
      'JSON array of `{type, id, href?, label?}`.',
      '[{"type":"sales.order","id":"SO-1001"}]',
    ),
    customFields: formPart(
      'JSON object of custom values; parts named `cf_<key>` are used, too.',
      '{"confidential":true}',
    ),
  },
} as const;

const Uploaded = z.object({ ok, item: AttachmentItem });

const uploadPermissions = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;

export const uploadAttachment = defineEndpoint({
  ...base,
  scope: 'optional',
  ...operation('uploadAttachment', 'POST', attachmentsPath),
  transport: 'ingest',
  bodyFormat: 'stream',
  maxBodyBytes: megabyteSetting('UPLOAD_MAX_MB') + formLimits.overheadBytes,
  formOverheadBytes: formLimits.overheadBytes,
  summary: 'Upload a file',
  description:
    'A multipart form with the parts `entityId`, `recordId` and `file`, in any order. Optional parts: ' +
    '`fieldKey` (a custom field of the entity, whose limits of size and extensions and whose partition then ' +
    'apply), `partitionCode`, `tags` (a JSON array), `assignments` (a JSON array of `{type, id, href?, ' +
    'label?}`), `customFields` (a JSON object) or `cf_<key>`; optional parts that cannot be parsed are ignored. ' +
    'The record becomes an assignment unless `entityId` is `attachments:library`. Executable files and active ' +
    'content (HTML, SVG, XML) are rejected, under any name.',
  feature: 'attachments.manage',
  body: streamedBody('A multipart form with the parts entityId, recordId and file.').check(
    z.meta(uploadForm),
  ),
  idempotencyKey: true,
  success: returns(Uploaded),
  etag: true,
  errors: ['not_found', ...refusals, 'scope_required'],
  permissions: {
    table: uploadPermissions,
    files: ['upload originals', 'read originals', 'delete originals'],
  },
  memoryMb: 1_024,
  timeoutSeconds: 29,
});

/** The file that a client announces for a direct upload. */
export const announcedFile = {
  fileName: text(limits.fileName).check(about('Name of the file.', 'invoice.pdf')),
  fileSize: z
    .optional(z.int().check(z.gte(0)))
    .check(
      about(
        'Size in bytes, if known. It is checked immediately, and the form accepts no larger file.',
        48_213,
      ),
    ),
  mimeType: z.optional(text(255)).check(about('Media type according to the client.', 'application/pdf')),
};

/** Accepts additional fields `cf_<key>`. */
export const BeginUpload = z.looseObject({
  entityId,
  recordId,
  ...announcedFile,
  fieldKey: z.optional(text(limits.fieldKey)).check(about('Custom field whose limits apply.', 'scan')),
  partitionCode: z.optional(text(60)).check(about('Storage partition to use.', 'privateAttachments')),
  tags: z.optional(tags),
  assignments: z.optional(assignments),
  ...givenCustom,
});
export type BeginUpload = z.infer<typeof BeginUpload>;

/** The presigned form for a direct upload. */
export const uploadFormFields = {
  uploadUrl: plain('URL to which the form is sent.', 'https://files.s3.eu-central-1.amazonaws.com/'),
  fields: z
    .record(z.string(), z.string())
    .check(about('Form fields to send before the file.', { key: 'staging/…' })),
  expiresInSeconds: described(z.int(), 'Seconds until the form expires.', uploadLimits.directSeconds),
  maxBytes: described(z.int(), 'Size limit of the file in bytes.', 26_214_400),
};

export const beginUpload = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('beginUpload', 'POST', `${attachmentsPath}/uploads`),
  openNames: customFieldNames,
  summary: 'Start a direct upload',
  description:
    'Returns a form with which a browser uploads the file directly to the bucket: send `fields` first, then ' +
    '`file`, as a multipart form to `uploadUrl`. Then complete the upload. Names and sizes that are not allowed ' +
    'are rejected immediately.',
  feature: 'attachments.manage',
  body: BeginUpload,
  success: creates(
    z.object({
      attachmentId: uuid('Id of the future attachment, with which you complete the upload.'),
      ...uploadFormFields,
    }),
  ),
  errors: ['not_found', ...refusals],
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], files: ['presign'] },
});

export const completeUpload = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('completeUpload', 'POST', `${attachmentsPath}/uploads/{id}/complete`),
  summary: 'Complete a direct upload',
  description:
    'Validates the file as in an ordinary upload and stores the attachment or its new version. Repeating the ' +
    'request returns the same response. Returns 404 if the upload does not exist, has expired or its file has ' +
    'not been uploaded. `If-Match` names the file that gets a new version; that of the start is checked again.',
  feature: 'attachments.manage',
  params: z.object({
    id: text(200).check(about('Id from the response to the start of the upload.', exampleIds.attachment)),
  }),
  success: returns(Uploaded),
  etag: true,
  errors: [...refusals, 'not_found', 'stale', 'upload_under_way'],
  permissions: {
    table: versionPermissions.table,
    files: ['read staging', 'delete staging', 'write originals', ...versionPermissions.files],
  },
  memoryMb: 1_024,
  timeoutSeconds: 29,
});
