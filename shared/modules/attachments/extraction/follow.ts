/** Updates the word index after attachments were changed or deleted. */

import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachment } from '../attachment-store.ts';
import { currentOf } from '../versions/version.ts';
import { type ExtractionMessage, extract } from './extract.ts';
import { extractionOf } from './extraction.ts';
import {
  announceWords,
  forgetFormerWords,
  forgetWords,
  GoneError,
  markUpToDate,
  removeText,
  wordsOf,
} from './extraction-store.ts';
import { putWords, removeWords } from './word-index.ts';

export type ChangeMessage = Message<{ id: string }>;

async function rewriteWords(attachment: Attachment): Promise<void> {
  const { words } = await wordsOf(attachment, attachment.id);
  await announceWords(attachment, [], Date.now());
  await putWords(attachment, words);
  const now = new Set((await wordsOf(attachment, attachment.id)).words);
  await removeWords(
    attachment,
    words.filter((word) => !now.has(word)),
  );
  await markUpToDate(attachment);
}

async function rewriteWordsUnlessDeleted(attachment: Attachment): Promise<void> {
  await rewriteWords(attachment).catch((error: unknown) => {
    // The deletion has its own message.
    if (!(error instanceof GoneError)) throw error;
  });
}

/** Updates the index items of a changed attachment. Costs a write unit per word. */
export async function followChange({ tenantId, data }: ChangeMessage): Promise<void> {
  const attachment = tenantId === null ? undefined : await getAttachment({ tenantId }, data.id);
  if (attachment === undefined || !extractionOf(attachment).indexed) return;
  await rewriteWordsUnlessDeleted(attachment);
}

/**
 * Removes the words of earlier versions. If the text of a later version has been indexed in the meantime, writes its words
 * again, because this function may have removed some of them.
 */
async function dropFormerWords({ tenantId, id, run }: { tenantId: string; id: string; run: number }) {
  await retryWhenStale(async () => {
    const attachment = await getAttachment({ tenantId }, id);
    if (attachment === undefined) return;
    const { run: now, indexed } = extractionOf(attachment);
    if (indexed) return rewriteWordsUnlessDeleted(attachment);
    if (now !== run) return;
    const { words, createdAt, fileId } = await wordsOf(attachment, id);
    // No text was extracted before.
    if (createdAt === undefined) return;
    // A worker is already writing the words of this version and removes the others.
    if (fileId === currentOf(attachment).fileId) return;
    await removeWords(attachment, words);
    await forgetFormerWords(attachment);
  });
}

/** Replaces the indexed text of the previous version by that of the new version. */
export async function followVersion(message: ExtractionMessage, delivery: Delivery): Promise<void> {
  const { tenantId, data } = message;
  if (tenantId === null) return;
  await dropFormerWords({ tenantId, id: data.id, run: data.run ?? 1 });
  await extract(message, delivery);
}

/** Removes the words and the long text of a deleted attachment. */
export async function followRemoval(message: ChangeMessage): Promise<void> {
  const { tenantId, organizationId, data } = message;
  if (tenantId === null || organizationId === null) return;
  const scope = { tenantId, organizationId };
  const { isStored, words, createdAt, fileId, writingUntilMs } = await wordsOf(scope, data.id);
  if (!isStored) return;
  // Pages were counted, but no text was extracted.
  if (createdAt === undefined) return forgetWords(scope, data.id);
  await removeWords({ ...scope, id: data.id, createdAt }, words);
  await removeText(scope, data.id, fileId);
  const waitMs = writingUntilMs - Date.now();
  // A worker may still be writing words, so the removal is repeated after its timeout.
  if (waitMs > 0) await sendMessages('text-extraction', [{ message, delaySeconds: waitMs / 1_000 + 1 }]);
  else await forgetWords(scope, data.id);
}
