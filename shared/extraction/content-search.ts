/**
 * Finds attachments by the words of their text. A word costs one Query per organization: half a unit per 4 KB of hits,
 * some eight of them. Rows are read only of hits whose item does not say everything, or is out of date.
 */
import type { Attachment } from '../attachments/attachment.ts';
import { getAttachments, type LibraryField, library } from '../attachments/attachment-store.ts';
import type { Scope } from '../identity/principal.ts';
import { attachmentListingKey, type RowScope } from '../table/keys.ts';
import { currentCursor } from '../table/list-cursor.ts';
import { comparator, type ListRequest, matches, toListingItem } from '../table/listing.ts';
import { visiblePlaces } from '../table/organizations.ts';
import { allOf, chunksOf } from '../table/parallel.ts';
import type { Item } from '../table/read.ts';
import { extractionOf } from './extraction.ts';
import { hitsOf, type ListedAttachment, outdatedIds, type WordHit } from './word-index.ts';

/** An attachment with what filters and sorts look at. */
interface Found {
  listing: Item;
  attachment: ListedAttachment;
}

/** Rows that are read in one request. */
const rowsPerRead = 100;

/** The hits of an organization that have all words. */
async function hitsWithAll(place: RowScope, words: readonly string[]): Promise<WordHit[]> {
  const [first = '', ...others] = words;
  const read = async (word: string) => (await Array.fromAsync(hitsOf(place, word))).flat();
  // One after the other: where one word has no hits, the others are not read.
  let hits = await read(first);
  for (const word of others) {
    if (hits.length === 0) break;
    const ids = new Set((await read(word)).map(({ id }) => id));
    hits = hits.filter(({ id }) => ids.has(id));
  }
  return hits;
}

/** What hits show, from their rows where their items do not tell; those whose text is gone are left out. */
async function attachmentsOf(
  place: RowScope,
  hits: readonly WordHit[],
  outdated: ReadonlySet<string>,
): Promise<ListedAttachment[]> {
  const toRead = hits
    .filter(({ id, listed }) => listed === undefined || outdated.has(id))
    .map(({ id }) => id);
  const rows = new Map<string, Attachment>();
  for (const ids of chunksOf(toRead, rowsPerRead)) {
    for (const row of await getAttachments(place, ids)) if (extractionOf(row).indexed) rows.set(row.id, row);
  }
  const isRead = new Set(toRead);
  return hits
    .map(({ id, listed }) => (isRead.has(id) ? rows.get(id) : listed))
    .filter((attachment) => attachment !== undefined);
}

function toFound(attachment: ListedAttachment): Found {
  const { id, fileName, fileSize, partitionCode, tags } = attachment;
  const createdAt = Date.parse(attachment.createdAt);
  const fields = { createdAt, fileName, fileSize, partitionCode, tags: tags.length === 0 ? null : tags };
  const key = attachmentListingKey(attachment, createdAt, id);
  return { listing: toListingItem(library, key, { id, bytes: 0, fields }), attachment };
}

async function search(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  words: readonly string[],
  request: ListRequest<LibraryField>,
): Promise<ListedAttachment[]> {
  const found: Found[] = [];
  for (const place of visiblePlaces(scope)) {
    const [hits, outdated] = await allOf([hitsWithAll(place, words), outdatedIds(place)]);
    found.push(...(await attachmentsOf(place, hits, outdated)).map(toFound));
  }
  const sort = request.sort ?? { field: 'createdAt', direction: 'desc' };
  const order = comparator(library, sort);
  return found
    .filter(({ listing }) => matches(library, listing, request))
    .toSorted((a, b) => order(a.listing, b.listing))
    .map(({ attachment }) => attachment);
}

/** One page of the attachments that have all words in their text, and how many there are. */
export async function searchContent(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  words: readonly string[],
  request: ListRequest<LibraryField>,
): Promise<{ items: ListedAttachment[]; total: number }> {
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const rows = await cursor.next<{ b?: number; attachment: ListedAttachment }>(async function* () {
      for (const attachment of await search(scope, words, request)) yield { attachment };
    });
    return { items: rows.map(({ attachment }) => attachment), total: rows.length };
  }
  const all = await search(scope, words, request);
  const start = (request.page - 1) * request.pageSize;
  return { items: all.slice(start, start + request.pageSize), total: all.length };
}
