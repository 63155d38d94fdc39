/**
 * The word index: an item per word and attachment, in a partition per organization and word. Each item contains the fields
 * of the library list if they fit into one write unit; then a search reads no rows. Each change or removal of an indexed
 * attachment marks its items as outdated in the same transaction (outdated.ts), and a worker updates them.
 */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { deleteItems, putItems } from '../../../kernel/table/batch-write.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import type { Attachment } from '../attachment.ts';
import { unindexedPartition, wordKey, wordPartition } from '../keys.ts';
import { cutToBytes } from './content.ts';

/** The fields of an attachment in the library list. */
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

/** An attachment that contains a word; without `listed`, its row must be read. */
export interface WordHit {
  id: string;
  /** Sort key of hits: newest first. */
  sk: string;
  listed: ListedAttachment | undefined;
}

/** A write unit is 1 KB; keys, id and attribute names need the rest. */
const snapshotBytes = 700;
/** Maximum size of the text in search results. */
const excerptBytes = 160;

type Derived = 'id' | 'tenantId' | 'organizationId' | 'contentStatus' | 'createdAt' | 'originalName';
/** `originalName` is stored only if it differs from `fileName`. */
type Snapshot = Omit<ListedAttachment, Derived> & { originalName?: string };

/** Returns undefined if the fields do not fit. */
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

/** Builds the index items of these words. */
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

/** Writes the index items of these words. Sends one request per 25 words, which costs 25 write units. */
export async function putWords(attachment: Attachment, words: readonly string[]): Promise<void> {
  await putItems(wordItems(attachment, words));
}

/** Removes the index items of these words, if they exist. */
export async function removeWords(
  attachment: RowScope & Pick<Attachment, 'id' | 'createdAt'>,
  words: readonly string[],
): Promise<void> {
  await deleteItems(
    words.map((word) => wordKey(attachment, word, Date.parse(attachment.createdAt), attachment.id)),
  );
}

function toHit({ id, sk, c, s }: Item, scope: RowScope): WordHit {
  const snapshot = s === undefined ? undefined : (parseJson(String(s)) as Snapshot);
  const listed = snapshot && {
    id: String(id),
    ...scope,
    ...snapshot,
    originalName: snapshot.originalName ?? snapshot.fileName,
    contentStatus: 'done' as const,
    createdAt: String(c),
  };
  return { id: String(id), sk: String(sk), listed };
}

/** Yields the attachments of an organization that contain a word, newest first, eventually consistent. */
export async function* hitsOf(scope: RowScope, word: string): AsyncGenerator<WordHit[]> {
  for await (const page of queryPages({ pk: wordPartition(scope, word), consistent: false })) {
    yield page.map((item) => toHit(item, scope));
  }
}

/** Returns the ids of attachments whose index items are outdated. */
export async function outdatedIds(scope: RowScope): Promise<Set<string>> {
  const ids = new Set<string>();
  // Strongly consistent, so that a caller does not find a file that it has just deleted.
  for await (const page of queryPages({ pk: unindexedPartition(scope), consistent: true })) {
    for (const { sk } of page) ids.add(String(sk));
  }
  return ids;
}
