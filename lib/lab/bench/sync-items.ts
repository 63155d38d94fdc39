/** The items that an import stores for one record, and templates for further records: as cheap to make as possible. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../shared/kernel/table/attributes.ts';
import {
  auditPartition,
  type Key,
  outboxPartition,
  outboxShards,
  type RowScope,
} from '../../../shared/kernel/table/keys.ts';
import { batchGet, type Item, queryAll } from '../../../shared/kernel/table/read.ts';
import {
  externalIdKey,
  recordKey,
  recordListPartition,
  syncedKey,
} from '../../../shared/modules/entities/keys.ts';

export interface Imported {
  integrationId: string;
  entityType: string;
  externalId: string;
}

type Attributes = Record<string, AttributeValue>;
/** Ids of a record, in place of those of the first record. */
export type Ids = Readonly<Record<'tenantId' | 'organizationId' | 'id' | 'externalId' | 'eventId', string>>;

/** The row, listing item, reservation, binding, event and audit entry of an imported record. */
async function itemsOfImport(scope: RowScope, imported: Imported): Promise<{ items: Item[]; ids: Ids }> {
  const { entityType, externalId } = imported;
  const keys: Key[] = [externalIdKey(scope, entityType, externalId), syncedKey(scope, imported, externalId)];
  const named = await batchGet(keys);
  const id = String(named.find(({ entity }) => entity === undefined)?.id);
  const all = [
    ...named,
    ...(await batchGet([recordKey(scope, id)])),
    ...(await queryAll({ pk: recordListPartition(scope, entityType), consistent: true })),
    ...(await queryAll({ pk: auditPartition(scope), consistent: true })),
  ];
  for (let shard = 0; shard < outboxShards; shard += 1)
    all.push(...(await queryAll({ pk: outboxPartition(shard), consistent: true })));
  const isOurs = (item: Item) => [item.id, item.resourceId, item.localId].includes(id);
  const audit = all.find(({ entity, resourceId }) => entity === 'audit' && resourceId === id);
  const eventId = String(audit?.id);
  const items = all.filter((item) => isOurs(item) || (item.entity === 'outbox' && item.id === eventId));
  if (items.length !== 6) throw new Error(`An import stored ${items.length} items of a record.`);
  return { items, ids: { ...scope, id, externalId, eventId } };
}

/** A text of the first record, split where it contains an id. */
type Pieces = readonly (string | { name: keyof Ids })[];

function cut(text: string, ids: Ids): Pieces {
  const names = Object.keys(ids) as (keyof Ids)[];
  const pattern = new RegExp(`(${names.map((name) => ids[name]).join('|')})`);
  return text.split(pattern).map((piece) => {
    const name = names.find((one) => ids[one] === piece);
    return name === undefined ? piece : { name };
  });
}

/** Makes the items of further records from those that an import stored for one. */
export async function itemMaker(
  { tenantId, organizationId }: RowScope,
  imported: Imported,
): Promise<(ids: Ids) => Attributes[]> {
  const left = await itemsOfImport({ tenantId, organizationId }, imported);
  const templates = left.items.map((item) => {
    const entries = Object.entries(toAttributes(item));
    const fixed = entries.filter(([, { S }]) => S === undefined || cut(S, left.ids).length === 1);
    const varying = entries
      .filter(([, { S }]) => S !== undefined && cut(S, left.ids).length > 1)
      .map(([name, { S = '' }]) => ({ name, pieces: cut(S, left.ids) }));
    return { fixed: Object.fromEntries(fixed), varying };
  });
  return (ids) =>
    templates.map(({ fixed, varying }) => {
      const item: Attributes = { ...fixed };
      for (const { name, pieces } of varying)
        item[name] = {
          S: pieces.map((piece) => (typeof piece === 'string' ? piece : ids[piece.name])).join(''),
        };
      return item;
    });
}
