/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listLibrary } from './library/library-contract.ts';
import * as library from './library/library-service.ts';
import { listAttachments } from './library/record-files-contract.ts';

const fileColumns = [
  'id',
  'fileName',
  'originalName',
  'fileSize',
  'mimeType',
  'partitionCode',
  'tags',
  'assignments',
  'url',
  'thumbnailUrl',
  'hasThumbnail',
  'contentStatus',
  'content',
  'createdAt',
];

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listLibrary,
    { fileName: 'attachments', columns: [...fileColumns, 'partitionTitle', 'entityId', 'recordId'] },
    library.listFiles,
  ),
  exportSource(
    listAttachments,
    { fileName: 'record_attachments', columns: [...fileColumns, 'customFields'] },
    library.listRecordFiles,
  ),
];
