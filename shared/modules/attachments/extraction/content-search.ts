/**
 * Finds attachments by the words of their text. A word costs one Query per organization: half a read unit per 4 KB of hits,
 * about eight hits. Rows are read only for hits whose item is incomplete or outdated.
 */

import { allOf, chunksOf } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { currentCursor } from '../../../kernel/table/list-cursor.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { comparator, type ListRequest, matches, sortOf } from '../../../kernel/table/listing.ts';
import { visibleScopes } from '../../../kernel/table/organizations.ts';
import type { Item } from '../../../kernel/table/read.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachments } from '../attachment-store.ts';
import { attachmentListingKey } from '../keys.ts';
import { listedFields, listingOf } from '../library/listing.ts';
import { extractionOf } from './extraction.ts';
import { FirstRows, hitsOfAll } from './ordered-hits.ts';
import { hitsOf, type ListedAttachment, outdatedIds, type WordHit } from './word-index.ts';

/** An attachment with its listing item for filters and sorting. */
interface Candidate {
  listing: Item;
  attachment: ListedAttachment;
}

/** Maximum number of rows per request. */
const maxRowsPerRead = 100;
/** Number of hits that are processed together. */
const hitsPerBatch = 1_000;
/** Maximum number of attachments to hold in memory while sorting; beyond it, rows are read again afterwards. */
const maxHeldAttachments = 2_000;

async function* hitsWithAll(at: RowScope, words: readonly string[]): AsyncGenerator<WordHit[]> {
  let batch: WordHit[] = [];
  for await (const hit of hitsOfAll(words.map((word) => hitsOf(at, word)))) {
    batch.push(hit);
    if (batch.length < hitsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the attachments of hits, from their rows if items are incomplete or outdated. Deleted ones are left out. */
async function attachmentsOf(
  at: RowScope,
  hits: readonly WordHit[],
  { outdated, wholeRows }: { outdated: ReadonlySet<string>; wholeRows: boolean },
): Promise<ListedAttachment[]> {
  const toRead = hits
    .filter(({ id, listed }) => wholeRows || listed === undefined || outdated.has(id))
    .map(({ id }) => id);
  const rows = new Map<string, Attachment>();
  for (const ids of chunksOf(toRead, maxRowsPerRead)) {
    for (const row of await getAttachments(at, ids)) if (extractionOf(row).indexed) rows.set(row.id, row);
  }
  const isRead = new Set(toRead);
  return hits
    .map(({ id, listed }) => (isRead.has(id) ? rows.get(id) : listed))
    .filter((attachment) => attachment !== undefined);
}

function toCandidate(attachment: ListedAttachment): Candidate {
  const { id } = attachment;
  const fields = listedFields(attachment);
  const key = attachmentListingKey(attachment, Date.parse(attachment.createdAt), id);
  return { listing: toListingItem(listingOf(fields), key, { id, bytes: 0, fields }), attachment };
}

/** Yields all attachments of an organization that contain all words. */
async function* candidatesIn(
  at: RowScope,
  words: readonly string[],
  wholeRows: boolean,
): AsyncGenerator<Candidate> {
  const batches = hitsWithAll(at, words);
  const [outdated, first] = await allOf([outdatedIds(at), batches.next()]);
  for (let next = first; !next.done; next = await batches.next()) {
    for (const attachment of await attachmentsOf(at, next.value, { outdated, wholeRows }))
      yield toCandidate(attachment);
  }
}

type MatchedFile = Omit<Candidate, 'attachment'> & { attachment?: ListedAttachment };

/** Returns the first matching attachments, at most `maxRows`, and the number of matches. */
async function search(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  words: readonly string[],
  request: ListRequest<string>,
  maxRows: number,
): Promise<FirstRows<MatchedFile>> {
  const spec = listingOf(request.filters);
  const order = comparator(spec, sortOf(spec, request.sort));
  // Hits do not contain custom values.
  const wholeRows = Object.keys(request.filters).some((field) => field.startsWith('cf_'));
  const rows = new FirstRows<MatchedFile>(maxRows, (a, b) => order(a.listing, b.listing));
  for (const at of visibleScopes(scope)) {
    for await (const { attachment, ...candidate } of candidatesIn(at, words, wholeRows)) {
      if (!matches(spec, candidate.listing, request)) continue;
      rows.add(maxRows > maxHeldAttachments ? candidate : { ...candidate, attachment });
    }
  }
  return rows;
}

/** Yields the attachments of matched files in order. Attachments that were deleted in the meantime are left out. */
async function* readMatched(
  scope: Pick<Scope, 'tenantId'>,
  matched: readonly MatchedFile[],
): AsyncGenerator<ListedAttachment> {
  for (const part of chunksOf(matched, maxRowsPerRead)) {
    const missing = part.filter(({ attachment }) => attachment === undefined);
    const rows = new Map<string, Attachment>();
    const ids = missing.map(({ listing }) => String(listing.id));
    for (const row of ids.length === 0 ? [] : await getAttachments(scope, ids)) rows.set(row.id, row);
    for (const { attachment, listing } of part) {
      const row = attachment ?? rows.get(String(listing.id));
      if (row !== undefined) yield row;
    }
  }
}

/** Returns one page of the attachments whose text contains all words, and their number. */
export async function searchContent(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  words: readonly string[],
  request: ListRequest<string>,
): Promise<{ items: ListedAttachment[]; total: number }> {
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const rows = await cursor.next<{ b?: number; attachment: ListedAttachment }>(async function* () {
      const all = await search(scope, words, request, Number.POSITIVE_INFINITY);
      for await (const attachment of readMatched(scope, all.rows())) yield { attachment };
    });
    return { items: rows.map(({ attachment }) => attachment), total: rows.length };
  }
  const { page, pageSize } = request;
  const first = await search(scope, words, request, page * pageSize);
  const matched = first.rows().slice((page - 1) * pageSize);
  return { items: await Array.fromAsync(readMatched(scope, matched)), total: first.total };
}
