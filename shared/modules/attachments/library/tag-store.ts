/** Which tags an organization's attachments have: counted, so that a list of tags reads no attachments. */
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { batchGet, queryAll } from '../../../kernel/table/read.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { tagKey, tagsPartition } from '../keys.ts';
import { attachmentLimits } from '../limits.ts';

type Tagged = Pick<Attachment, 'id' | 'tenantId' | 'organizationId' | 'tags'>;

const counts = (expression: string) => ({
  expression,
  names: { '#n': 'n' },
  values: { ':one': 1 },
});

/** The write that takes a tag off its counter. A counter goes with the last file, so that lists show no dead tag. */
function removal(key: { pk: string; sk: string }, count: number): Write {
  const otherwise = () => new StaleError();
  return count <= 1
    ? { delete: key, when: counts('attribute_not_exists(#n) OR #n = :one'), otherwise }
    : { add: key, amounts: { n: -1 }, when: counts('#n > :one'), otherwise };
}

/** The writes that count the tags of a new attachment. */
export function tagAdditions(attachment: Tagged, tags: readonly string[] = attachment.tags): Write[] {
  return tags.map((tag) => ({
    add: tagKey(attachment, tag, attachment.id),
    amounts: { n: 1 },
    values: { tag },
  }));
}

/**
 * The writes that move the counters of tags when an attachment changes from `before` to `after`; undefined is one that
 * is removed. They fail with StaleError when another writer moved one of the counters to or from one meanwhile.
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

/** The tags in use in these organizations, sorted, each once; of very many the first. One Query each. */
export async function tagsInUse(places: readonly RowScope[]): Promise<string[]> {
  const read = (place: RowScope) =>
    queryAll({ pk: tagsPartition(place), limit: attachmentLimits.tagCountersRead, consistent: false });
  const items = (await allOf(places.map(read))).flat();
  const tags = new Set(items.map(({ tag }) => String(tag)));
  return [...tags].toSorted().slice(0, attachmentLimits.availableTags);
}
