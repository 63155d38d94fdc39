/** Files of a library as rows of the table; their bytes are never read. */
import { randomUUID } from 'node:crypto';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { insertWrites } from '../../../shared/modules/attachments/attachment-store.ts';
import { noExtraction } from '../../../shared/modules/attachments/extraction/extraction.ts';
import { wordItems } from '../../../shared/modules/attachments/extraction/word-index.ts';
import { indexWords } from '../../../shared/modules/attachments/extraction/words.ts';
import { listLibrary } from '../../../shared/modules/attachments/library/library-contract.ts';
import { seed } from './seed.ts';

export const libraryPath = listLibrary.path;

/** A typical number: a few on each file. */
const tags = ['invoice', 'contract', 'photo', 'draft', 'signed', '2025', '2026', 'archive'];
const filesPerRecord = 10;

/** A file after its upload. */
function aFile(scope: RowScope, number: number, nowMs: number): Attachment {
  const id = randomUUID();
  const at = new Date(nowMs).toISOString();
  const recordId = `SO-${Math.floor(number / filesPerRecord)}`;
  return {
    ...scope,
    id,
    entityId: 'sales.order',
    recordId,
    fieldKey: null,
    partitionCode: 'privateAttachments',
    fileName: `invoice-${number}.pdf`,
    originalName: `invoice-${number}.pdf`,
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
    createdBy: 'system:bench',
    revision: 1,
  };
}

/** Returns what the product writes when the file is uploaded. */
function writesOf(attachment: Attachment, nowMs: number): Write[] {
  return insertWrites(attachment, { principal: { subject: 'system:bench' }, nowMs });
}

/** Writes this number of files, one per second, into an organization without files; lists show them as if uploaded. */
export async function seedFiles(scope: RowScope, count: number): Promise<void> {
  const nowMs = Date.now();
  await seed(count, (number) => {
    const atMs = nowMs - number * 1_000;
    return writesOf(aFile(scope, number, atMs), atMs);
  });
}

/** A word that this number of texts contains, independent of the number of texts. */
export const searchedWord = 'zeppelin';
export const wordHits = 20;

/** Files with extracted text, each found by some words. */
export async function seedTexts(scope: RowScope, count: number): Promise<void> {
  const nowMs = Date.now();
  await seed(count, (number) => {
    const atMs = nowMs - number * 1_000;
    const content = `Invoice ${number} of the order SO-${number}, paid`;
    const extraction = { ...noExtraction, bytes: Buffer.byteLength(content), indexed: true };
    const attachment = { ...aFile(scope, number, atMs), content, contentStatus: 'done', extraction } as const;
    const isHit = number % (count / wordHits) === 0;
    const words = [...indexWords(content), ...(isHit ? [searchedWord] : [])];
    return [...writesOf(attachment, atMs), ...wordItems(attachment, words).map((put) => ({ put }))];
  });
}
