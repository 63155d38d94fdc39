/** Keeps the words' items of attachments that are changed or deleted as they should be. */

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
  removeText,
  upToDate,
  wordsOf,
} from './extraction-store.ts';
import { putWords, removeWords } from './word-index.ts';

export type ChangeMessage = Message<{ id: string }>;

async function writeAnew(attachment: Attachment): Promise<void> {
  const { words } = await wordsOf(attachment, attachment.id);
  await announceWords(attachment, [], Date.now());
  await putWords(attachment, words);
  const now = new Set((await wordsOf(attachment, attachment.id)).words);
  await removeWords(
    attachment,
    words.filter((word) => !now.has(word)),
  );
  await upToDate(attachment);
}

async function writeUnlessGone(attachment: Attachment): Promise<void> {
  await writeAnew(attachment).catch((error: unknown) => {
    // Its deletion has a message of its own.
    if (!(error instanceof GoneError)) throw error;
  });
}

/** Has searches show an attachment as it is now. A write unit per word. */
export async function followChange({ tenantId, data }: ChangeMessage): Promise<void> {
  const attachment = tenantId === null ? undefined : await getAttachment({ tenantId }, data.id);
  if (attachment === undefined || !extractionOf(attachment).indexed) return;
  await writeUnlessGone(attachment);
}

/**
 * Removes the words of the versions before, unless the text of a later one is indexed by now: then its words are written
 * anew, because some of them may have been removed here.
 */
async function dropFormerWords({ tenantId, id, run }: { tenantId: string; id: string; run: number }) {
  await retryWhenStale(async () => {
    const attachment = await getAttachment({ tenantId }, id);
    if (attachment === undefined) return;
    const { run: now, indexed } = extractionOf(attachment);
    if (indexed) return writeUnlessGone(attachment);
    if (now !== run) return;
    const { words, createdAt, fileId } = await wordsOf(attachment, id);
    // Nothing was ever extracted.
    if (createdAt === undefined) return;
    // The words of this version are being written already; what writes them removes the others.
    if (fileId === currentOf(attachment).fileId) return;
    await removeWords(attachment, words);
    await forgetFormerWords(attachment);
  });
}

/** Has a file be found by the text of its new version, and no longer by that of the one before. */
export async function followVersion(message: ExtractionMessage, delivery: Delivery): Promise<void> {
  const { tenantId, data } = message;
  if (tenantId === null) return;
  await dropFormerWords({ tenantId, id: data.id, run: data.run ?? 1 });
  await extract(message, delivery);
}

/** Removes the words and the long text of an attachment that is gone. */
export async function followRemoval(message: ChangeMessage): Promise<void> {
  const { tenantId, organizationId, data } = message;
  if (tenantId === null || organizationId === null) return;
  const place = { tenantId, organizationId };
  const { words, createdAt, fileId, writingUntilMs } = await wordsOf(place, data.id);
  // Nothing was ever extracted.
  if (createdAt === undefined) return;
  await removeWords({ ...place, id: data.id, createdAt }, words);
  await removeText(place, data.id, fileId);
  const waitMs = writingUntilMs - Date.now();
  // A worker may still be writing words: they are removed once more when that is over.
  if (waitMs > 0) await sendMessages('text-extraction', [{ message, delaySeconds: waitMs / 1_000 + 1 }]);
  else await forgetWords(place, data.id);
}
