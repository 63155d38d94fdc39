/** Stores extractions: the result in the attachment's row, long texts and the indexed words in separate items. */

import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { laterThan, monthOf } from '../../../kernel/base/times.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { deleteObjects, openObject, putObject } from '../../../kernel/files/bucket.ts';
import { textKey } from '../../../kernel/files/object-keys.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { type Condition, ifRevision, transact, type Write } from '../../../kernel/table/write.ts';
import { type Attachment, eventDataOf } from '../attachment.ts';
import {
  attachmentKey,
  attachmentTextKey,
  extractionKey,
  recognizedPagesKey,
  unindexedKey,
} from '../keys.ts';
import { currentOf, ownerOfVersion } from '../versions/version.ts';
import type { Content } from './content.ts';
import { beginningOf, type Extraction, extractionOf, storageOfText } from './extraction.ts';

/** Retention of page counts after their month. */
const budgetDays = 400;
/** Longer than the timeout of the workers, so that no worker is still writing words after this time. */
const writingMs = 180_000;

/** The reason in `contentError` and `contentWarnings`. */
export const budgetReached = 'The monthly page budget of the tenant for text recognition is exhausted.';

/** The monthly page budget of the tenant is exhausted. */
export class PageBudgetError extends Error {
  override name = 'PageBudgetError';
}

/** The attachment was deleted. */
export class GoneError extends Error {
  override name = 'GoneError';
}

interface WordsItem {
  /** Whether words or recognized pages have been recorded. */
  isStored: boolean;
  words: string[];
  /** Creation time of the attachment; undefined before the first extraction. */
  createdAt: string | undefined;
  /** The version of the last extraction; by default the first version. */
  fileId: string;
  /** Until when a worker may be writing words. */
  writingUntilMs: number;
}

/** Each version has a separate text object, so that a late extraction does not overwrite that of another version. */
const textOwner = (attachment: Attachment) => ownerOfVersion(attachment, currentOf(attachment));

const exists: Condition = { expression: 'attribute_exists(pk)' };

/** Returns the words that may be indexed for an attachment, and until when a worker may be writing words. */
export async function wordsOf(scope: TenantScope, id: string): Promise<WordsItem> {
  const item = await getItem(extractionKey(scope, id));
  return {
    isStored: item !== undefined,
    words: (item?.words as string[] | undefined) ?? [],
    createdAt: item?.createdAt as string | undefined,
    fileId: String(item?.fileId ?? id),
    writingUntilMs: Number(item?.writingUntilMs ?? 0),
  };
}

/**
 * Records the words that will be written, so that a deletion in the meantime removes them. Throws GoneError, and StaleError
 * if the row does not meet `when`, for example because it has another version now.
 */
export async function announceWords(
  attachment: Attachment,
  words: readonly string[],
  nowMs: number,
  when: Condition = exists,
): Promise<void> {
  const { words: before } = await wordsOf(attachment, attachment.id);
  await transact([
    {
      check: attachmentKey(attachment, attachment.id),
      when,
      otherwise: (row) => (row ? new StaleError() : new ConditionFailedError(undefined, 'gone')),
    },
    {
      set: extractionKey(attachment, attachment.id),
      values: {
        entity: 'extraction',
        v: 1,
        words: [...new Set([...before, ...words])],
        createdAt: attachment.createdAt,
        fileId: currentOf(attachment).fileId,
        writingUntilMs: nowMs + writingMs,
      },
    },
  ]).catch((error: unknown) => {
    throw error instanceof ConditionFailedError ? new GoneError() : error;
  });
}

/**
 * Counts the pages of a run in the tenant's monthly budget, once per run. Throws PageBudgetError if the budget is not
 * sufficient, and GoneError.
 */
export async function reservePages(
  attachment: Attachment,
  { pages, budget, nowMs }: { pages: number; budget: number; nowMs: number },
): Promise<void> {
  const { run } = extractionOf(attachment);
  const left = budget - pages;
  if (left < 0) throw new PageBudgetError();
  const month = recognizedPagesKey(attachment, monthOf(nowMs));
  const again = 'this run has counted';
  try {
    await transact([
      {
        set: extractionKey(attachment, attachment.id),
        values: { entity: 'extraction', v: 1, countedRun: run },
        when: {
          expression: 'attribute_not_exists(countedRun) OR countedRun < :run',
          values: { ':run': run },
        },
        otherwise: () => new ConditionFailedError(undefined, again),
      },
      {
        check: attachmentKey(attachment, attachment.id),
        when: exists,
        otherwise: () => new ConditionFailedError(undefined, 'gone'),
      },
      {
        add: month,
        amounts: { pages },
        values: { ttl: Math.floor(nowMs / 1_000) + budgetDays * 86_400 },
        when: { expression: 'attribute_not_exists(pages) OR pages <= :left', values: { ':left': left } },
        otherwise: () => new ConditionFailedError(undefined, 'used up'),
      },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.cause === 'gone') throw new GoneError();
    if (error.cause === 'used up') throw new PageBudgetError();
  }
}

/** Builds the write of the extraction's state. Its transaction throws StaleError if another writer has changed the row. */
function rowWrite(
  before: Attachment,
  change: Pick<Attachment, 'content' | 'contentStatus'> & { extraction: Extraction },
  nowMs: number,
): Write {
  const { revision, editedRevision = revision } = before;
  const updatedAt = laterThan(before.updatedAt, nowMs);
  // Listing items contain only the row's size of these data, which changes little, so they are not updated.
  return {
    set: attachmentKey(before, before.id),
    values: { ...change, updatedAt, rev: revision + 1, editedRevision },
    ...ifRevision(revision),
  };
}

function changeWrites(
  before: Attachment,
  action: 'extracted' | 'extraction_failed' | 'extraction_skipped' | 'extraction_requested',
  data: object,
  context: ChangeContext,
): Write[] {
  const { id: resourceId, tenantId, organizationId, revision } = before;
  return recordChange(
    {
      tenantId,
      organizationId,
      resource: 'attachments.attachment',
      resourceId,
      action,
      version: revision + 1,
      data: { ...eventDataOf(before), ...data },
    },
    context,
  );
}

/** Stores the extracted text and its words. Throws StaleError if the row has been changed or deleted. */
export async function storeContent(
  before: Attachment,
  { text, truncated, warnings }: Content,
  words: readonly string[],
  context: ChangeContext,
): Promise<void> {
  const { run } = extractionOf(before);
  const bytes = Buffer.byteLength(text);
  const storage = storageOfText(bytes);
  if (storage === 'object')
    await putObject(textKey(textOwner(before)), Buffer.from(text), {
      contentType: 'text/plain; charset=utf-8',
    });
  const textItem = attachmentTextKey(before, before.id);
  const extraction = { run, bytes, truncated, indexed: words.length > 0, error: null, warnings };
  const data = { run, contentBytes: bytes, contentTruncated: truncated };
  await transact([
    rowWrite(before, { content: beginningOf(text), contentStatus: 'done', extraction }, context.nowMs),
    ...(storage === 'item'
      ? [{ put: toItem(textItem, 'attachment_text', { text }) }]
      : [{ delete: textItem }]),
    {
      set: extractionKey(before, before.id),
      values: { entity: 'extraction', v: 1, words, writingUntilMs: 0 },
    },
    // The index items were written from this revision of the row.
    { delete: unindexedKey(before, before.id) },
    ...changeWrites(before, 'extracted', data, context),
  ]);
}

/** Stores that the file has no text (`error` null) or that extraction failed. Throws StaleError. */
export async function storeFailure(
  before: Attachment,
  error: string | null,
  context: ChangeContext,
): Promise<void> {
  const extraction = { ...extractionOf(before), error };
  const contentStatus = error === null ? 'none' : 'failed';
  await transact([
    rowWrite(before, { content: before.content, contentStatus, extraction }, context.nowMs),
    ...(error === null
      ? changeWrites(before, 'extraction_skipped', { run: extraction.run }, context)
      : changeWrites(before, 'extraction_failed', { run: extraction.run, errorMessage: error }, context)),
  ]);
}

/** Requests another run. Throws StaleError if another writer has changed the row. */
export async function storeRequest(before: Attachment, context: ChangeContext): Promise<Attachment> {
  const extraction = { ...extractionOf(before), run: extractionOf(before).run + 1, error: null };
  const after = { ...before, contentStatus: 'pending' as const, extraction, revision: before.revision + 1 };
  await transact([
    rowWrite(before, { content: before.content, contentStatus: 'pending', extraction }, context.nowMs),
    ...changeWrites(before, 'extraction_requested', { run: extraction.run }, context),
  ]);
  return after;
}

/** Returns the whole text of an attachment; null if it has none. Sends at most one GetItem or GetObject. */
export async function readText(attachment: Attachment): Promise<string | null> {
  const storage = storageOfText(extractionOf(attachment).bytes);
  if (storage === 'row') return attachment.content;
  if (storage === 'item') {
    const item = await getItem(attachmentTextKey(attachment, attachment.id));
    return item === undefined ? attachment.content : String(item.text);
  }
  const object = await openObject(textKey(textOwner(attachment)));
  if (object === undefined) return attachment.content;
  return Buffer.concat(await Array.fromAsync(object.body)).toString();
}

/** Removes the long texts of a deleted attachment: of its first version and of the version `fileId`. */
export async function removeText(scope: RowScope, id: string, fileId: string): Promise<void> {
  await transact([{ delete: attachmentTextKey(scope, id) }]);
  const fileIds = [...new Set([id, fileId])];
  await deleteObjects(fileIds.map((attachmentId) => textKey({ ...scope, attachmentId })));
}

/**
 * Records that no words of earlier versions are indexed any more. Throws StaleError if the attachment has been changed, as
 * words of the new version may have been written.
 */
export async function forgetFormerWords(attachment: Attachment): Promise<void> {
  const { id, revision } = attachment;
  await transact([
    { check: attachmentKey(attachment, id), ...ifRevision(revision) },
    {
      set: extractionKey(attachment, id),
      values: { entity: 'extraction', v: 1, words: [], writingUntilMs: 0 },
    },
    { delete: unindexedKey(attachment, id) },
  ]);
}

/** Removes the record of the words of a deleted attachment. */
export async function forgetWords(scope: RowScope, id: string): Promise<void> {
  await transact([{ delete: extractionKey(scope, id) }, { delete: unindexedKey(scope, id) }]);
}

/** Marks the index items as up to date, unless the row has been changed since. */
export async function markUpToDate(attachment: Attachment): Promise<void> {
  await transact([
    {
      delete: unindexedKey(attachment, attachment.id),
      when: {
        expression: 'attribute_not_exists(pk) OR rev <= :revision',
        values: { ':revision': attachment.revision },
      },
    },
  ]).catch((error: unknown) => {
    if (!(error instanceof ConditionFailedError)) throw error;
  });
}
