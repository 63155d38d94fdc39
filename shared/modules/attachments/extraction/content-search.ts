/**
 * Finds attachments by the words of their text. A word costs one Query per organization: half a unit per 4 KB of hits,
 * some eight of them. Rows are read only of hits whose item does not say everything, or is out of date.
 */

import type { Scope } from '../../../kernel/auth/principal.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { currentCursor } from '../../../kernel/table/list-cursor.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { comparator, type ListRequest, matches, sortOf } from '../../../kernel/table/listing.ts';
import { visibleScopes } from '../../../kernel/table/organizations.ts';
import { allOf, chunksOf } from '../../../kernel/table/parallel.ts';
import type { Item } from '../../../kernel/table/read.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachments } from '../attachment-store.ts';
import { attachmentListingKey } from '../keys.ts';
import { listedFields, listingOf } from '../library/listing.ts';
import { extractionOf } from './extraction.ts';
import { FirstRows, hitsOfAll } from './ordered-hits.ts';
import { hitsOf, type ListedAttachment, outdatedIds, type WordHit } from './word-index.ts';

/** An attachment with what filters and sorts look at. */
interface Found {
  listing: Item;
  attachment: ListedAttachment;
}

/** Rows that are read in one request. */
const rowsPerRead = 100;
/** Hits that are looked at together. */
const hitsAtOnce = 1_000;
/** What is shown of so many attachments is kept while others are compared with them; of more, rows are read again. */
const maxShown = 2_000;

async function* hitsWithAll(place: RowScope, words: readonly string[]): AsyncGenerator<WordHit[]> {
  let batch: WordHit[] = [];
  for await (const hit of hitsOfAll(words.map((word) => hitsOf(place, word)))) {
    batch.push(hit);
    if (batch.length < hitsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What hits show, from their rows where their items do not tell; those whose text is gone are left out. */
async function attachmentsOf(
  place: RowScope,
  hits: readonly WordHit[],
  { outdated, wholeRows }: { outdated: ReadonlySet<string>; wholeRows: boolean },
): Promise<ListedAttachment[]> {
  const toRead = hits
    .filter(({ id, listed }) => wholeRows || listed === undefined || outdated.has(id))
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
  const { id } = attachment;
  const fields = listedFields(attachment);
  const key = attachmentListingKey(attachment, Date.parse(attachment.createdAt), id);
  return { listing: toListingItem(listingOf(fields), key, { id, bytes: 0, fields }), attachment };
}

/** Every attachment of an organization that has all words. */
async function* foundIn(
  place: RowScope,
  words: readonly string[],
  wholeRows: boolean,
): AsyncGenerator<Found> {
  const batches = hitsWithAll(place, words);
  const [outdated, first] = await allOf([outdatedIds(place), batches.next()]);
  for (let next = first; !next.done; next = await batches.next()) {
    for (const attachment of await attachmentsOf(place, next.value, { outdated, wholeRows }))
      yield toFound(attachment);
  }
}

type MatchedFile = Omit<Found, 'attachment'> & { attachment?: ListedAttachment };

/** The first attachments that a request matches, at most `wanted`, and how many there are. */
async function search(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  words: readonly string[],
  request: ListRequest<string>,
  wanted: number,
): Promise<FirstRows<MatchedFile>> {
  const spec = listingOf(request.filters);
  const order = comparator(spec, sortOf(spec, request.sort));
  // Hits show no custom values.
  const wholeRows = Object.keys(request.filters).some((field) => field.startsWith('cf_'));
  const rows = new FirstRows<MatchedFile>(wanted, (a, b) => order(a.listing, b.listing));
  for (const place of visibleScopes(scope)) {
    for await (const { attachment, ...found } of foundIn(place, words, wholeRows)) {
      if (!matches(spec, found.listing, request)) continue;
      rows.add(wanted > maxShown ? found : { ...found, attachment });
    }
  }
  return rows;
}

/** What there is to show of found attachments, in their order; those that are gone meanwhile are left out. */
async function* shown(
  scope: Pick<Scope, 'tenantId'>,
  found: readonly MatchedFile[],
): AsyncGenerator<ListedAttachment> {
  for (const part of chunksOf(found, rowsPerRead)) {
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

/** One page of the attachments that have all words in their text, and how many there are. */
export async function searchContent(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  words: readonly string[],
  request: ListRequest<string>,
): Promise<{ items: ListedAttachment[]; total: number }> {
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const rows = await cursor.next<{ b?: number; attachment: ListedAttachment }>(async function* () {
      const all = await search(scope, words, request, Number.POSITIVE_INFINITY);
      for await (const attachment of shown(scope, all.rows())) yield { attachment };
    });
    return { items: rows.map(({ attachment }) => attachment), total: rows.length };
  }
  const { page, pageSize } = request;
  const first = await search(scope, words, request, page * pageSize);
  const found = first.rows().slice((page - 1) * pageSize);
  return { items: await Array.fromAsync(shown(scope, found)), total: first.total };
}
