/** Files of a library for benches, as rows of the table; nobody reads their bytes. */
import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../shared/attachments/attachment.ts';
import { insertWrites } from '../../shared/attachments/attachment-store.ts';
import { listLibrary } from '../../shared/attachments/contract.ts';
import { originalKey } from '../../shared/files/object-keys.ts';
import type { RowScope } from '../../shared/table/keys.ts';
import type { Write } from '../../shared/table/write.ts';
import { seed } from './seed.ts';

export const libraryPath = listLibrary.path;

/** As many as people use: a few on each file. */
const tags = ['invoice', 'contract', 'photo', 'draft', 'signed', '2025', '2026', 'archive'];
const filesPerRecord = 10;

/** What the product writes when the file of that number is uploaded. */
function writesOf(scope: RowScope, number: number, nowMs: number): Write[] {
  const id = randomUUID();
  const at = new Date(nowMs).toISOString();
  const recordId = `SO-${Math.floor(number / filesPerRecord)}`;
  const attachment: Attachment = {
    ...scope,
    id,
    entityId: 'sales.order',
    recordId,
    fieldKey: null,
    partitionCode: 'privateAttachments',
    fileName: `invoice-${number}.pdf`,
    mimeType: 'application/pdf',
    fileSize: 48_213,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    objectKey: originalKey({ ...scope, attachmentId: id }),
    tags: [0, 3, 5].map((step) => tags[(number + step) % tags.length] ?? ''),
    assignments: [{ type: 'sales.order', id: recordId }],
    custom: {},
    content: null,
    contentStatus: 'none',
    createdAt: at,
    updatedAt: at,
    revision: 1,
  };
  const { tenantId, organizationId, partitionCode, fileSize: bytes } = attachment;
  const work = {
    kind: 'upload',
    tenantId,
    organizationId,
    attachmentId: id,
    partitionCode,
    bytes,
    dueAtMs: 0,
  } as const;
  return insertWrites(attachment, work, { principal: { subject: 'system:bench' }, nowMs });
}

/** Writes this many files, one a second, into an organization that has none; lists see them as if uploaded. */
export async function seedFiles(scope: RowScope, count: number): Promise<void> {
  const nowMs = Date.now();
  await seed(count, (number) => writesOf(scope, number, nowMs - number * 1_000));
}
