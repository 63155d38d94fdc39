/** Keeps the words' items of attachments that are changed or deleted as they should be. */
import type { Attachment } from '../attachments/attachment.ts';
import { getAttachment } from '../attachments/attachment-store.ts';
import type { Message } from '../workers/message.ts';
import { sendMessages } from '../workers/send.ts';
import { extractionOf } from './extraction.ts';
import { announceWords, forgetWords, GoneError, removeText, upToDate, wordsOf } from './extraction-store.ts';
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

/** Has searches show an attachment as it is now. A write unit per word. */
export async function followChange({ tenantId, data }: ChangeMessage): Promise<void> {
  const attachment = tenantId === null ? undefined : await getAttachment({ tenantId }, data.id);
  if (attachment === undefined || !extractionOf(attachment).indexed) return;
  await writeAnew(attachment).catch((error: unknown) => {
    // Its deletion has a message of its own.
    if (!(error instanceof GoneError)) throw error;
  });
}

/** Removes the words and the long text of an attachment that is gone. */
export async function followRemoval(message: ChangeMessage): Promise<void> {
  const { tenantId, organizationId, data } = message;
  if (tenantId === null || organizationId === null) return;
  const place = { tenantId, organizationId };
  const { words, createdAt, writingUntilMs } = await wordsOf(place, data.id);
  // Nothing was ever extracted.
  if (createdAt === undefined) return;
  await removeWords({ ...place, id: data.id, createdAt }, words);
  await removeText(place, data.id);
  const waitMs = writingUntilMs - Date.now();
  // Somebody may still be writing words: they are removed once more when that is over.
  if (waitMs > 0) await sendMessages('text-extraction', [{ message, delaySeconds: waitMs / 1_000 + 1 }]);
  else await forgetWords(place, data.id);
}
