/** The listing item of a record: what lists filter, sort and search on. Pure. */
import type { Key } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListingSpec, ListValue } from '../../kernel/table/listing-spec.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { Definition } from './definition.ts';
import { recordListingKey } from './keys.ts';
import { type StoredRecord, searchText } from './record.ts';

/** Lists filter and sort by a type's custom fields as well, so each type has a spec of its own. */
export function recordListing(definitions: readonly Pick<Definition, 'key'>[]) {
  const custom = definitions.map(({ key }) => [`cf_${key}`, `f_${key}`]);
  return {
    attributes: {
      createdAt: 'ca',
      updatedAt: 'ua',
      externalId: 'x',
      text: 's',
      ...Object.fromEntries(custom),
    },
    searchIn: ['text'],
    keyOrder: { field: 'createdAt', direction: 'desc' },
  } satisfies ListingSpec<string> as ListingSpec<string>;
}

export const listingKeyOf = (record: StoredRecord) =>
  recordListingKey(record, record.entityType, Date.parse(record.createdAt), record.id);

/** The listing item of a record: `row` is its item, `bytes` what of that callers wrote. */
export function listingItem(
  record: StoredRecord,
  definitions: readonly Definition[],
  { row, bytes }: { row: Item; bytes: number },
): Key & Item {
  // Values of fields that are not defined any more stay listed, too: such a field may be defined again.
  const keys = new Set([...definitions.map(({ key }) => key), ...Object.keys(record.custom)]);
  const listed = [...keys].map((key) => ({ key }));
  const custom = listed.map(({ key }) => [`cf_${key}`, record.custom[key] ?? null]);
  const fields: Record<string, ListValue> = {
    createdAt: Date.parse(record.createdAt),
    updatedAt: Date.parse(record.updatedAt),
    externalId: record.externalId,
    text: searchText(record),
    ...Object.fromEntries(custom),
  };
  return toListingItem(recordListing(listed), listingKeyOf(record), {
    ...{ id: record.id, revision: record.revision },
    ...{ bytes, fields, row },
  });
}
