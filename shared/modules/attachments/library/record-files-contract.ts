/** The files of one record, and what concerns files wherever they are: removal, transfer, room. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, queryInteger, uuid } from '../../../kernel/http/fields.ts';
import { limits as listLimits } from '../../../kernel/http/limits.ts';
import { idFilter, searchFilter } from '../../../kernel/lists/list.ts';
import { customFieldNames } from '../../entities/public-data.ts';
import {
  AttachmentItem,
  attachmentsPath,
  base,
  customFilterText,
  described,
  entityId,
  exampleIds,
  fileRemoval,
  Ok,
  ok,
  plain,
  recordId,
} from '../common-contract.ts';
import { attachmentLimits as limits } from '../limits.ts';

const count = (description: string, example: number) => described(z.int(), description, example);

/** Accepts additional parameters `cf_<key>`. */
export const ListAttachments = z.looseObject({
  entityId,
  recordId,
  ...idFilter(),
  ...searchFilter('fileName or originalName'),
  page: z.optional(queryInteger(1, 1_000_000)).check(about('Page number, from 1; requires pageSize.', 1)),
  pageSize: z
    .optional(queryInteger(1, listLimits.maxPageSize))
    .check(about('Files per page, at most 200; requires page.', 25)),
});
export type ListAttachments = z.infer<typeof ListAttachments>;

export const listAttachments = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('listAttachments', 'GET', attachmentsPath),
  summary: 'List the files of a record',
  description: `Returns all files of the record, newest first, or one page if you send both \`page\` and \`pageSize\`. ${customFilterText}`,
  feature: 'attachments.view',
  query: ListAttachments,
  openNames: customFieldNames,
  success: returns(
    z.object({
      items: z.array(AttachmentItem).check(about('The files, newest first.')),
      total: z.optional(count('Files of the record; with paging only.', 1)),
      page: z.optional(count('Page number; with paging only.', 1)),
      pageSize: z.optional(count('Requested files per page; with paging only.', 25)),
      totalPages: z.optional(count('Number of pages, 0 when the record has no files; with paging only.', 1)),
    }),
  ),
  errors: ['page_too_large'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem'] },
});

export const deleteAttachment = defineEndpoint({
  ...fileRemoval,
  operationId: 'deleteAttachment',
  path: attachmentsPath,
  summary: 'Delete a file',
  query: z.object({ id: uuid('Id of the attachment.') }),
  success: returns(Ok),
});

export const TransferAttachments = z.object({
  entityId,
  attachmentIds: z
    .array(uuid('Id of an attachment.'))
    .check(z.minLength(1), z.maxLength(limits.transfer))
    .check(about('Files to move.', [exampleIds.attachment])),
  fromRecordId: z.optional(recordId).check(about('Record from which the files are moved.', 'draft-1')),
  toRecordId: recordId.check(about('Record to which the files are moved.', 'SO-1001')),
});
export type TransferAttachments = z.infer<typeof TransferAttachments>;

export const transferAttachments = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('transferAttachments', 'POST', `${attachmentsPath}/transfer`),
  summary: 'Move files to another record',
  description:
    'Moves files to another record of the same entity type. Assignments to the old record become assignments to ' +
    'the new record. Unknown ids are ignored; if no id matches, the response is 404. `If-Match` contains the ' +
    'ETags of all files to move, separated by commas: if one of them has changed, no file is moved.',
  feature: 'attachments.manage',
  body: TransferAttachments,
  success: returns(z.object({ ok, updated: count('Number of moved files.', 1) })),
  errors: ['not_found', 'stale'],
  permissions: { table: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

const stored = {
  bytes: count('Bytes stored, all versions of files; direct uploads count from their beginning.', 48_213),
  files: count('Files stored, each once.', 1),
};

export const getUsage = defineEndpoint({
  ...base,
  scope: 'tenant',
  ...operation('getUsage', 'GET', `${attachmentsPath}/usage`),
  summary: 'Get the storage usage of the tenant',
  description:
    'Returns the bytes and files of all organizations of the tenant by partition, and its storage limit.',
  feature: 'attachments.view',
  success: returns(
    z.object({
      ...stored,
      quotaBytes: count('Storage limit of the tenant in bytes.', 536_870_912),
      maxUploadBytes: count('Maximum size of a file in bytes.', 26_214_400),
      partitions: z
        .array(
          z.object({
            code: plain('Code of the partition.', 'privateAttachments'),
            title: plain('Title of the partition.', 'Private attachments'),
            ...stored,
          }),
        )
        .check(about('Partitions with files, by code.')),
    }),
  ),
  permissions: { table: ['GetItem', 'Query'] },
});
