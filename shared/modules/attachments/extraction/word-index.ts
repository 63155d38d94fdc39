/**
 * The words by which attachments are found: an item per word and attachment, in a partition per organization and word.
 * Each holds what the library shows of the attachment, as far as that fits into the one write unit that the item costs
 * anyway; a search then reads no rows. Each change or removal of an indexed attachment notes in the same transaction
 * that its items are out of date (outdated.ts), and a worker brings them up to date.
 */

import { toJson } from '../../../kernel/http/json.ts';
import { deleteItems, putItems } from '../../../kernel/table/batch-write.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import type { Attachment } from '../attachment.ts';
import { unindexedPartition, wordKey, wordPartition } from '../keys.ts';
import { cutToBytes } from './content.ts';

/** What the library shows of an attachment. */
export type ListedAttachment = Pick<
  Attachment,
  | 'id'
  | 'tenantId'
  | 'organizationId'
  | 'entityId'
  | 'recordId'
  | 'partitionCode'
  | 'fileName'
  | 'originalName'
  | 'mimeType'
  | 'fileSize'
  | 'tags'
  | 'assignments'
  | 'content'
  | 'contentStatus'
  | 'createdAt'
  | 'version'
>;

/** An attachment that has a word; without `listed` its row must be read. */
export interface WordHit {
  id: string;
  /** By which hits are in order: newest first. */
  sk: string;
  listed: ListedAttachment | undefined;
}

/** A write unit is 1 KB; keys, id and names take the rest. */
const snapshotBytes = 700;
/** Of the text, that a search shows. */
const excerptBytes = 160;

type Derived = 'id' | 'tenantId' | 'organizationId' | 'contentStatus' | 'createdAt' | 'originalName';
/** `originalName` only where it differs from `fileName`. */
type Snapshot = Omit<ListedAttachment, Derived> & { originalName?: string };

/** Undefined for attachments of which there is more to show. */
function snapshotOf(attachment: Attachment): string | undefined {
  const { entityId, recordId, partitionCode, fileName, originalName, mimeType } = attachment;
  const { fileSize, tags, assignments, version } = attachment;
  const content = attachment.content && cutToBytes(attachment.content, excerptBytes);
  const snapshot: Snapshot = {
    entityId,
    recordId,
    partitionCode,
    fileName,
    ...(originalName !== fileName && { originalName }),
    mimeType,
    fileSize,
    tags,
    assignments,
    content,
    ...(version !== undefined && { version }),
  };
  const text = toJson(snapshot);
  return Buffer.byteLength(text) <= snapshotBytes ? text : undefined;
}

const keyOf = (attachment: Attachment, word: string): Key =>
  wordKey(attachment, word, Date.parse(attachment.createdAt), attachment.id);

/** The items of these words. */
export function wordItems(attachment: Attachment, words: readonly string[]): (Key & Item)[] {
  const s = snapshotOf(attachment);
  const { id, createdAt } = attachment;
  return words.map((word) => ({
    ...keyOf(attachment, word),
    id,
    c: createdAt,
    ...(s !== undefined && { s }),
  }));
}

/** Writes the items of these words. One request and 25 write units per 25 words. */
export async function putWords(attachment: Attachment, words: readonly string[]): Promise<void> {
  await putItems(wordItems(attachment, words));
}

/** Removes the items of these words, whether they exist or not. */
export async function removeWords(
  attachment: RowScope & Pick<Attachment, 'id' | 'createdAt'>,
  words: readonly string[],
): Promise<void> {
  await deleteItems(
    words.map((word) => wordKey(attachment, word, Date.parse(attachment.createdAt), attachment.id)),
  );
}

function toHit({ id, sk, c, s }: Item, place: RowScope): WordHit {
  const snapshot = s === undefined ? undefined : (JSON.parse(String(s)) as Snapshot);
  const listed = snapshot && {
    id: String(id),
    ...place,
    ...snapshot,
    originalName: snapshot.originalName ?? snapshot.fileName,
    contentStatus: 'done' as const,
    createdAt: String(c),
  };
  return { id: String(id), sk: String(sk), listed };
}

/** The attachments of an organization that have a word, newest first, eventually consistent: half a unit per 4 KB. */
export async function* hitsOf(place: RowScope, word: string): AsyncGenerator<WordHit[]> {
  for await (const page of queryPages({ pk: wordPartition(place, word), consistent: false })) {
    yield page.map((item) => toHit(item, place));
  }
}

/** Attachments whose items are not as their rows are. */
export async function outdatedIds(place: RowScope): Promise<Set<string>> {
  const ids = new Set<string>();
  // Strongly consistent: who has just deleted a file must not find it.
  for await (const page of queryPages({ pk: unindexedPartition(place), consistent: true })) {
    for (const { sk } of page) ids.add(String(sk));
  }
  return ids;
}
