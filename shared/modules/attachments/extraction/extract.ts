/** The worker of the queue `text-extraction`. Repeated messages take effect once. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { retryWhile } from '../../../kernel/table/retry.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachment } from '../attachment-store.ts';
import { getPartition } from '../partitions/partition-store.ts';
import type { Content } from './content.ts';
import { UnreadableError } from './document-reader.ts';
import { extractionOf, isOpen } from './extraction.ts';
import {
  announceWords,
  GoneError,
  PageBudgetError,
  storeContent,
  storeFailure,
  wordsOf,
} from './extraction-store.ts';
import { RecognitionOffError, readFile } from './read-file.ts';
import { routeOf } from './route.ts';
import { putWords, removeWords } from './word-index.ts';
import { indexWords } from './words.ts';

/**
 * How often a run of extraction is tried. Its queues deliver once more than that (shared/kernel/queues/queues.ts), for the
 * end of a run whose worker was stopped each time.
 */
export const extractionTries = 5;

const context = (): ChangeContext => ({ principal: { subject: 'system:attachments' }, nowMs: Date.now() });

/** The attachment, if this run of its extraction still has work to do. */
export async function openAttachment(
  tenantId: string,
  id: string,
  run: number,
): Promise<Attachment | undefined> {
  const attachment = await getAttachment({ tenantId }, id);
  return attachment && isOpen(attachment, run) ? attachment : undefined;
}

const isStale = (error: unknown): boolean => error instanceof StaleError;

/** Writes on the current row, again when another writer came first; not once the run is no longer open. */
async function onOpen(
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

/** Removes the items of words that are no longer the attachment's. */
async function removeOld(
  attachment: Attachment,
  before: readonly string[],
  now: readonly string[],
): Promise<void> {
  const kept = new Set(now);
  await removeWords(
    attachment,
    before.filter((word) => !kept.has(word)),
  );
}

/**
 * Stores what was extracted and indexes its words, unless the attachment was deleted or another run began: then
 * nothing is left of it.
 */
export async function finish(attachment: Attachment, content: Content): Promise<void> {
  const partition = await getPartition(attachment, attachment.partitionCode);
  const words = partition?.contentSearch === false ? [] : indexWords(content.text);
  const before = (await wordsOf(attachment, attachment.id)).words;
  try {
    await announceWords(attachment, words, Date.now());
    await onOpen(attachment, async (current) => {
      // The items first: readers of the event find the text.
      await putWords(withText(current, content), words);
      await storeContent(current, content, words, context());
    });
    await removeOld(attachment, before, words);
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
 * After a run that came too late: its words go, but for those that a later run has as well. What belongs to a deleted
 * attachment is removed by the worker that follows the deletion, once more when no worker can be writing any more (follow.ts).
 */
async function dropWords(attachment: Attachment, words: readonly string[]): Promise<void> {
  const current = await getAttachment(attachment, attachment.id);
  if (current === undefined) return;
  await removeOld(attachment, words, (await wordsOf(attachment, attachment.id)).words);
}

async function fail(attachment: Attachment, reason: string | null): Promise<void> {
  await onOpen(attachment, (current) => storeFailure(current, reason, context())).catch((error: unknown) => {
    if (!(error instanceof GoneError)) throw error;
  });
}

/** The text of an error for people; undefined for one that may pass. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnreadableError) return error.message;
  if (error instanceof PageBudgetError) return 'The tenant has no pages left to recognize this month.';
  return undefined;
}

/**
 * Runs a part of extraction. What will never succeed fails the attachment; what may succeed later is thrown, and fails
 * the attachment as well when it is not tried again. A delivery after the last try finds an attachment that stopped its
 * worker each time, and fails it.
 */
export async function attempt(
  attachment: Attachment,
  { receiveCount }: Delivery,
  work: () => Promise<void>,
): Promise<void> {
  if (receiveCount > extractionTries)
    return fail(attachment, 'The file takes too much time or memory to read.');
  try {
    await work();
  } catch (error) {
    if (error instanceof GoneError) return;
    if (error instanceof RecognitionOffError) return fail(attachment, null);
    const reason = reasonOf(error);
    if (reason !== undefined) return fail(attachment, reason);
    if (receiveCount === extractionTries) await fail(attachment, 'The text could not be extracted for now.');
    throw error;
  }
}

export type ExtractionMessage = Message<{ id: string; run?: number }>;

/** Extracts the text of an attachment that was created, or whose extraction was requested. */
export async function extract({ tenantId, data }: ExtractionMessage, delivery: Delivery): Promise<void> {
  if (tenantId === null) return;
  const attachment = await openAttachment(tenantId, data.id, data.run ?? 1);
  if (attachment === undefined) return;
  const partition = await getPartition(attachment, attachment.partitionCode);
  const route = partition?.requiresOcr ? routeOf(attachment) : undefined;
  if (route === undefined) return fail(attachment, null);
  await attempt(attachment, delivery, async () => {
    const content = await readFile(attachment, route);
    if (content !== undefined) await finish(attachment, content);
  });
}
