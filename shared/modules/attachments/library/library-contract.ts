/** The endpoints of the library, which contains all files of an organization. */
import * as z from 'zod/mini';
import { accepts, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { customFieldNames } from '../../entities/public-data.ts';
import {
  assignments,
  attachmentsPath,
  base,
  customFields,
  customFilterText,
  described,
  exampleIds,
  fields,
  fileRemoval,
  givenCustom,
  href,
  LibraryItem,
  label,
  Ok,
  ok,
  plain,
  tags,
} from '../common-contract.ts';
import { extractionLimits } from '../extraction/limits.ts';
import { attachmentLimits as limits } from '../limits.ts';

const path = `${attachmentsPath}/library`;
/** Any text is accepted; an invalid id returns 404 like an unknown id. */
const params = z.object({
  id: text(200).check(about('Id of the attachment.', exampleIds.attachment)),
});

/** Accepts additional parameters `cf_<key>`. */
export const ListLibrary = z.looseObject({
  ...listQuery({
    sortFields: ['createdAt', 'fileName', 'fileSize'],
    maxPageSize: limits.maxPageSize,
    searches: 'fileName or originalName',
  }),
  ...idFilter(),
  partition: z.optional(text(60)).check(about('Only files of this partition.', 'privateAttachments')),
  contentSearch: z
    .optional(z.string().check(z.maxLength(200)))
    .check(
      about(
        'Only files whose text contains all these words: whole words, regardless of case and accents. The first ' +
          `${extractionLimits.words} different words of a file are searched, if its partition enables it. \`content\` is then the ` +
          'beginning of the text.',
        'invoice 4711',
      ),
    ),
  tags: z
    .optional(z.string().check(z.maxLength(5_000)))
    .check(
      about(
        'Only files with all these tags, separated by commas; case, Unicode form and invisible characters do not matter. A tag with ' +
          'a comma is in quotes, as in CSV: `"red, green",blue`.',
        'invoice,2026',
      ),
    ),
});
export type ListLibrary = z.infer<typeof ListLibrary>;

const PartitionChoice = z.object({
  code: plain('Code of the partition.', 'privateAttachments'),
  title: plain('Title of the partition.', 'Private attachments'),
  description: described(z.nullable(z.string()), 'Description of the partition.', null),
  isPublic: described(z.boolean(), 'Whether anyone who knows the URL of a file can read it.', false),
});

export const listLibrary = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('listLibrary', 'GET', path),
  summary: 'Search the library',
  description:
    'Returns files of the selected organization, newest first, with the available tags and partitions. ' +
    `\`availableTags\` contains the tags of all files, not only of the files found, and at most ${limits.availableTags} tags. ` +
    customFilterText,
  feature: 'attachments.view',
  query: ListLibrary,
  openNames: customFieldNames,
  success: returns(
    z.object({
      ...listOf(LibraryItem).shape,
      totalPages: described(z.int(), 'Number of pages; 0 when nothing matches.', 1),
      availableTags: described(z.array(z.string()), 'Tags in use, sorted.', ['invoice']),
      partitions: z.array(PartitionChoice).check(about('Partitions, by title.')),
    }),
  ),
  errors: ['page_too_large'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem'] },
});

export const LibraryDetail = z
  .object({
    ...LibraryItem.shape,
    sha256: plain(
      'SHA-256 of the bytes, in hexadecimal.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    version: described(z.int(), 'Number of the current version, from 1.', 1),
    fieldKey: described(z.nullable(z.string()), 'Custom field of the upload.', null),
    partitionLabel: fields.partitionTitle,
    updatedAt: fields.updatedAt,
    contentTruncated: described(
      z.boolean(),
      'Whether the text was truncated, or lacks pages because the monthly limit of recognized pages was reached.',
      false,
    ),
    contentError: described(z.nullable(z.string()), 'Error message of a failed text extraction.', null),
    contentWarnings: described(
      z.array(z.string()),
      'Names parts of the file that could not be read, for example pages, fonts or encrypted parts. If `contentStatus` is `done`, `contentTruncated` is false and there are no warnings, the text is complete.',
      [],
    ),
    customFields: z.optional(customFields),
  })
  .check(z.meta({ id: 'LibraryAttachmentDetail', description: 'A file with all details.' }));
export type LibraryDetail = z.infer<typeof LibraryDetail>;

export const getLibraryItem = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('getLibraryItem', 'GET', `${path}/{id}`),
  summary: 'Read a file of the library',
  description:
    'Returns the details of a file with the label of its partition, its custom values and the whole extracted ' +
    `text, up to ${extractionLimits.contentBytes / 1_048_576} MB, or less if it has very many quotes or backslashes.`,
  feature: 'attachments.view',
  params,
  success: returns(z.object({ item: LibraryDetail })),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'], files: ['read texts', 'list'] },
});

export const extractContent = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('extractContent', 'POST', `${path}/{id}/extract`),
  summary: 'Extract the text of a file again',
  description:
    'Text is extracted automatically after an upload. Use this operation if the extraction failed or if text ' +
    'extraction was enabled for the partition later. It continues after the response: `contentStatus` shows the ' +
    'state; the event `attachments.attachment.extracted` or `attachments.attachment.extraction_failed` is ' +
    'published at the end. Pages that need text recognition count against the monthly limit of the tenant ' +
    '(`OCR_PAGES_PER_MONTH`).',
  feature: 'attachments.manage',
  params,
  success: accepts(
    z.object({
      ok,
      item: described(
        z.object({ id: fields.id, contentStatus: fields.contentStatus }),
        'The file and the status of its text extraction.',
        { id: exampleIds.attachment, contentStatus: 'pending' },
      ),
    }),
  ),
  errors: ['not_found', 'not_extractable', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
});

const givenAssignment = z.object({
  type: z.string().check(z.minLength(1)).check(about('Type of the object.', 'order')),
  id: z.string().check(z.minLength(1)).check(about('Id of the object.', 'SO-1001')),
  href,
  label,
});

/** Accepts additional fields `cf_<key>`. */
export const UpdateLibraryItem = z.looseObject({
  tags: z.optional(tags),
  assignments: z
    .optional(z.array(givenAssignment))
    .check(
      about('Records and other objects of the file; replaces the stored list.', [
        { type: 'order', id: 'SO-1001' },
      ]),
    ),
  ...givenCustom,
});
export type UpdateLibraryItem = z.infer<typeof UpdateLibraryItem>;

export const updateLibraryItem = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('updateLibraryItem', 'PATCH', `${path}/{id}`),
  openNames: customFieldNames,
  summary: 'Change tags, assignments and custom fields',
  description:
    'A list that you send replaces the stored list. Custom values are changed one by one; null clears a value. ' +
    'Fields that you leave out do not change.',
  feature: 'attachments.manage',
  params,
  body: UpdateLibraryItem,
  bodyOptional: true,
  success: returns(
    z.object({
      ok,
      item: z
        .object({ id: fields.id, tags, assignments, customFields: z.optional(customFields) })
        .check(about('The changeable fields of the file.')),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const deleteLibraryItem = defineEndpoint({
  ...fileRemoval,
  operationId: 'deleteLibraryItem',
  path: `${path}/{id}`,
  summary: 'Delete a file of the library',
  params,
  success: returns(Ok),
});
