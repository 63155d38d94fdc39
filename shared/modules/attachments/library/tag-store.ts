/** Counts the tags of an organization's attachments, so that the list of tags reads no attachments. */
import { comparedName, compareTexts } from '../../../kernel/base/compared.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { batchGet, queryAll } from '../../../kernel/table/read.ts';
import { orStale, type Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { tagKey, tagsPartition } from '../keys.ts';
import { attachmentLimits } from '../limits.ts';

type Tagged = Pick<Attachment, 'id' | 'tenantId' | 'organizationId' | 'tags'>;

const counts = (expression: string) => ({
  expression,
  names: { '#n': 'n' },
  values: { ':one': 1 },
});

/** Builds the write that decrements a tag's counter, or deletes the counter with its last file. */
function removal(key: { pk: string; sk: string }, count: number): Write {
  return count <= 1
    ? { delete: key, ...orStale(counts('attribute_not_exists(#n) OR #n = :one')) }
    : { add: key, amounts: { n: -1 }, ...orStale(counts('#n > :one')) };
}

/** Builds the writes that count the tags of a new attachment. */
export function tagAdditions(attachment: Tagged, tags: readonly string[] = attachment.tags): Write[] {
  return tags.map((tag) => ({
    add: tagKey(attachment, tag, attachment.id),
    amounts: { n: 1 },
    values: { tag },
  }));
}

/**
 * Builds the writes that update the counters of tags; `after` is undefined for a deleted attachment. Their transaction
 * throws StaleError if another writer has changed a counter to or from one in the meantime.
 */
export async function tagWrites(before: Tagged, after: Tagged | undefined): Promise<Write[]> {
  const now = after?.tags ?? [];
  const added = now.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags
    .filter((tag) => !now.includes(tag))
    .map((tag) => tagKey(before, tag, before.id));
  const standing = removed.length === 0 ? [] : await batchGet(removed);
  const countOf = (sk: string) => Number(standing.find((item) => item.sk === sk)?.n ?? 0);
  return [...tagAdditions(before, added), ...removed.map((key) => removal(key, countOf(key.sk)))];
}

/** Returns the distinct tags of these organizations, sorted, up to the limit. Sends one Query per organization. */
export async function tagsInUse(scopes: readonly RowScope[]): Promise<string[]> {
  const read = (scope: RowScope) =>
    queryAll({ pk: tagsPartition(scope), limit: attachmentLimits.tagCountersRead, consistent: false });
  const items = (await allOf(scopes.map(read))).flat();
  const tags = items.map(({ tag }) => String(tag)).toSorted();
  // Files may write one tag in several ways, and a filter by one of them finds all.
  const byName = Map.groupBy(tags, comparedName);
  return [...byName.values()]
    .flatMap(([first = '']) => first)
    .toSorted(compareTexts)
    .slice(0, attachmentLimits.availableTags);
}
