/** The endpoints that create, list, download, restore and delete versions of a file. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { streamedBody } from '../../../kernel/http/stream-body.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import {
  AttachmentItem,
  attachmentsPath,
  base,
  described,
  exampleIds,
  fields,
  ok,
  versionPermissions,
} from '../common-contract.ts';
import { DownloadFile, fileSuccess } from '../delivery/delivery-contract.ts';
import { formLimits, versionLimits } from '../limits.ts';
import { announcedFile, uploadFormFields } from '../upload/upload-contract.ts';

const path = `${attachmentsPath}/library/{id}/versions`;
const refusals = ['file_type_refused', 'file_too_large', 'quota_exceeded'] as const;

const fileId = text(200).check(about('Id of the attachment.', exampleIds.attachment));
const params = z.object({ id: fileId });
/** Path parameters are texts, so the number is parsed. */
const number = z.pipe(
  z.transform((value: unknown) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : value)),
  z.int(),
);
const versionParams = z.object({
  id: fileId,
  version: number.check(about('Number of the version.', 1)),
});

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const Version = z
  .object({
    number: described(z.int(), 'Number of the version, from 1; never reused.', 2),
    fileName: fields.fileName,
    originalName: fields.originalName,
    mimeType: fields.mimeType,
    fileSize: fields.fileSize,
    sha256: described(z.string(), 'SHA-256 of the bytes, in hexadecimal.', sha256),
    createdAt: timestamp('When the version was stored.'),
    createdBy: described(
      z.nullable(z.string()),
      'User or API key that stored the version; null for old files.',
      'user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
    ),
    restoredFrom: described(
      z.nullable(z.int()),
      'The version whose bytes were restored; null for an upload.',
      null,
    ),
    isCurrent: described(z.boolean(), 'Whether this is the current version.', true),
  })
  .check(z.meta({ id: 'FileVersion', description: 'A version of a file.' }));
export type Version = z.infer<typeof Version>;

const Stored = z.object({ ok, item: AttachmentItem, version: Version });

const kept =
  'Id, record, tags, assignments, custom values and share links do not change. Text is extracted again and ' +
  'resized images are rendered again. Earlier versions stay readable; the partition limits how many are kept ' +
  `(\`versionsKept\`, ${versionLimits.defaultKept} by default), and the oldest ones are deleted. All kept versions count against the ` +
  'storage of the tenant.';

const versionForm = {
  type: 'object',
  required: ['attachmentId', 'file'],
  properties: {
    attachmentId: {
      type: 'string',
      description: 'Id of the attachment that gets a new version.',
      examples: [exampleIds.attachment],
    },
    file: { type: 'string', format: 'binary', description: 'The file.' },
  },
} as const;

export const uploadVersion = defineEndpoint({
  ...base,
  scope: 'optional',
  ...operation('uploadVersion', 'POST', `${attachmentsPath}/versions`),
  transport: 'ingest',
  bodyFormat: 'stream',
  maxBodyBytes: megabyteSetting('UPLOAD_MAX_MB') + formLimits.overheadBytes,
  formOverheadBytes: formLimits.overheadBytes,
  summary: 'Upload a new version of a file',
  description:
    'A multipart form with the parts `attachmentId` and `file`, in any order. The file is validated like an ' +
    'upload, with the limits of the field and the partition of the attachment, and becomes the current version. ' +
    `${kept} Send \`If-Match\` with the ETag of the file to make sure that no other version has been stored since.`,
  feature: 'attachments.manage',
  body: streamedBody('A multipart form with the parts attachmentId and file.').check(z.meta(versionForm)),
  idempotencyKey: true,
  success: returns(Stored),
  errors: [...refusals, 'scope_required', 'not_found', 'stale'],
  etag: true,
  permissions: {
    table: versionPermissions.table,
    files: ['upload originals', 'read originals', ...versionPermissions.files],
  },
  memoryMb: 1_024,
  timeoutSeconds: 29,
});

export const BeginVersionUpload = z.object(announcedFile);
export type BeginVersionUpload = z.infer<typeof BeginVersionUpload>;

export const beginVersionUpload = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('beginVersionUpload', 'POST', `${path}/uploads`),
  summary: 'Start a direct upload of a new version',
  description:
    'Returns a form with which a browser uploads the file directly to the bucket, as `POST ' +
    '/api/attachments/uploads` does for a new file. Then complete the upload with its id (`POST ' +
    `/api/attachments/uploads/{id}/complete\`). ${kept} An \`If-Match\` is checked now and when the upload is ` +
    'completed.',
  feature: 'attachments.manage',
  params,
  body: BeginVersionUpload,
  success: creates(
    z.object({ uploadId: uuid('Id with which you complete the upload.'), ...uploadFormFields }),
  ),
  errors: [...refusals, 'not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], files: ['presign'] },
});

export const listVersions = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('listVersions', 'GET', path),
  summary: 'List the versions of a file',
  description: `Returns all stored versions, the current one first, then at most ${versionLimits.maxKept} earlier ones.`,
  feature: 'attachments.view',
  params,
  success: returns(
    z.object({
      items: z.array(Version).check(about('The versions, the current one first.')),
    }),
  ),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'Query'] },
});

export const downloadVersion = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('downloadVersion', 'GET', `${path}/{version}/file`),
  transport: 'stream',
  summary: 'Download one version of a file',
  description:
    'Returns the bytes of any version, for callers who can see the file in the library: earlier versions of a ' +
    'public file are not public. Ranges and `HEAD` work as in `GET /api/attachments/file/{id}`.',
  feature: 'attachments.view',
  params: versionParams,
  query: DownloadFile,
  success: fileSuccess,
  errors: ['not_found', 'range_not_satisfiable'],
  etag: true,
  permissions: { table: ['GetItem'], files: ['read originals', 'list'] },
  timeoutSeconds: 300,
});

export const restoreVersion = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('restoreVersion', 'POST', `${path}/{version}/restore`),
  summary: 'Restore an earlier version of a file',
  description:
    `Copies the version and makes the copy the current version, with the next number. ${kept} Returns 409 for the ` +
    'current version.',
  feature: 'attachments.manage',
  params: versionParams,
  idempotencyKey: true,
  success: returns(Stored),
  errors: ['quota_exceeded', 'not_found', 'current_version', 'stale'],
  etag: true,
  permissions: {
    table: versionPermissions.table,
    files: ['read originals', 'write originals', ...versionPermissions.files],
  },
  timeoutSeconds: 29,
});

export const deleteVersion = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('deleteVersion', 'DELETE', `${path}/{version}`),
  summary: 'Delete an earlier version of a file',
  description:
    'Deletes the version and its bytes. Returns 409 for the current version: delete the file instead, or ' +
    'restore another version first.',
  feature: 'attachments.manage',
  params: versionParams,
  success: returns(z.object({ ok })),
  errors: ['not_found', 'current_version', 'stale'],
  etag: true,
  permissions: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    files: ['delete originals', 'delete texts', 'list'],
  },
});
