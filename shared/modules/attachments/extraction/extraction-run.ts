/** The steps of a run of extraction: its start, its result, its failure. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { retryWhile } from '../../../kernel/base/retry.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { revisionIs } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachment } from '../attachment-store.ts';
import { getPartition } from '../partitions/partition-store.ts';
import type { Content } from './content.ts';
import { NoTextError, UnreadableError } from './document-reader.ts';
import { extractionOf, isOpen } from './extraction.ts';
import {
  announceWords,
  budgetReached,
  GoneError,
  PageBudgetError,
  storeContent,
  storeFailure,
  wordsOf,
} from './extraction-store.ts';
import { putWords, removeWords } from './word-index.ts';
import { indexWords } from './words.ts';

/**
 * Maximum number of attempts per run. The queues deliver once more (shared/kernel/queues/worker-spec.ts), so that a run whose
 * worker was killed each time is recorded as failed.
 */
export const maxExtractionAttempts = 5;

const context = (): ChangeContext => ({ principal: { subject: 'system:attachments' }, nowMs: Date.now() });

/** Returns the attachment if this run of its extraction is still open. */
export async function openAttachment(
  tenantId: string,
  id: string,
  run: number,
): Promise<Attachment | undefined> {
  const attachment = await getAttachment({ tenantId }, id);
  return attachment && isOpen(attachment, run) ? attachment : undefined;
}

const isStale = (error: unknown): boolean => error instanceof StaleError;

/** Writes with the current row, and retries if another writer has changed it. Throws GoneError if the run is not open. */
async function writeIfOpen(
  attachment: Attachment,
  write: (current: Attachment) => Promise<void>,
): Promise<Attachment> {
  const { tenantId, id } = attachment;
  const { run } = extractionOf(attachment);
  return retryWhile(isStale, async () => {
    const current = await openAttachment(tenantId, id, run);
    if (current === undefined) throw new GoneError();
    await write(current);
    return current;
  });
}

/** Removes index items of words that the attachment no longer has. */
async function removeFormerWords(
  attachment: Attachment,
  before: readonly string[],
  now: readonly string[],
): Promise<void> {
  const current = new Set(now);
  await removeWords(
    attachment,
    before.filter((word) => !current.has(word)),
  );
}

/**
 * Stores the extracted text and indexes its words. If the attachment was deleted or another run has started, it removes
 * what it wrote.
 */
export async function finish(attachment: Attachment, content: Content): Promise<void> {
  const partition = await getPartition(attachment, attachment.partitionCode);
  const words = partition?.contentSearch === false ? [] : indexWords(content.text);
  const before = (await wordsOf(attachment, attachment.id)).words;
  try {
    await writeIfOpen(attachment, async (current) => {
      // Only for an open run: the words of an earlier one would be written for the text of a later one.
      await announceWords(current, words, Date.now(), revisionIs(current.revision));
      // The index items first, so that readers of the event find the text.
      await putWords(withText(current, content), words);
      await storeContent(current, content, words, context());
    });
    await removeFormerWords(attachment, before, words);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    await dropWords(attachment, words);
  }
}

const withText = (attachment: Attachment, { text }: Content): Attachment => ({
  ...attachment,
  content: text || null,
});

/**
 * Removes the words of a run that is no longer open, except words of a later run. For a deleted attachment, the worker of
 * the deletion removes them, and repeats it when no other worker can still be writing (follow.ts).
 */
async function dropWords(attachment: Attachment, words: readonly string[]): Promise<void> {
  const current = await getAttachment(attachment, attachment.id);
  if (current === undefined) return;
  await removeFormerWords(attachment, words, (await wordsOf(attachment, attachment.id)).words);
}

/** Ends a run without a text; without a reason, the file has none that can be extracted. */
export async function fail(attachment: Attachment, reason: string | null): Promise<void> {
  await writeIfOpen(attachment, (current) => storeFailure(current, reason, context())).catch(
    (error: unknown) => {
      if (!(error instanceof GoneError)) throw error;
    },
  );
}

/** Returns the message of a permanent error; undefined for a transient error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnreadableError) return error.message;
  if (error instanceof PageBudgetError) return budgetReached;
  return undefined;
}

/**
 * Runs a step of an extraction. A permanent error fails the extraction. A transient error is thrown, and also fails it after
 * the last attempt. A delivery after the last attempt means that the worker was killed each time, and fails it.
 */
export async function attempt(
  attachment: Attachment,
  { receiveCount }: Delivery,
  work: () => Promise<void>,
): Promise<void> {
  if (receiveCount > maxExtractionAttempts)
    return fail(attachment, 'Reading the file takes too much time or memory.');
  try {
    await work();
  } catch (error) {
    if (error instanceof GoneError) return;
    if (error instanceof NoTextError) return fail(attachment, null);
    const reason = reasonOf(error);
    if (reason !== undefined) return fail(attachment, reason);
    if (receiveCount === maxExtractionAttempts)
      await fail(attachment, 'Text extraction failed temporarily; request it again later.');
    throw error;
  }
}
