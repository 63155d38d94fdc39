/**
 * Which record an item of an integration is: an item whose key is the external id, so that there can only be one, and
 * beside it a note on the record. Both are written in the same transaction, and go with the record.
 */
import { StaleError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key, RowScope } from '../../../kernel/table/keys.ts';
import { batchGetParallel } from '../../../kernel/table/read.ts';
import type { Condition, Write } from '../../../kernel/table/write.ts';
import { syncedKey } from '../../entities/keys.ts';
import type { SyncSubject } from '../keys.ts';
import { recordTypeOf } from '../mappings/record-type.ts';

/** What is known of an item. Hashes tell whether its content is what it was when it was last taken over. */
export interface Synced {
  externalId: string;
  localId: string;
  importHash?: string;
  exportHash?: string;
}

const entity = 'synced';

type Subject = Pick<SyncSubject, 'integrationId' | 'entityType'>;

/** By the type of the records, which is all that a record knows when it is deleted. */
const keyOf = (scope: RowScope, { integrationId, entityType }: Subject, externalId: string): Key =>
  syncedKey(scope, { integrationId, entityType: recordTypeOf(entityType) }, externalId);

/** What is known of these items, by external id. */
export async function findSynced(
  scope: RowScope,
  subject: Subject,
  externalIds: readonly string[],
): Promise<Map<string, Synced>> {
  const items = await batchGetParallel(externalIds.map((one) => keyOf(scope, subject, one)));
  return new Map(
    items.map((item) => {
      const synced = fromItem<Synced>(item, entity);
      return [synced.externalId, synced];
    }),
  );
}

/** The item is not bound, or still to this record. */
function unchangedCondition(before: Synced | undefined): Condition {
  return before === undefined
    ? { expression: 'attribute_not_exists(pk)' }
    : { expression: 'localId = :localId', values: { ':localId': before.localId } };
}

/** The write that binds an item to its record. StaleError when it was bound to another one meanwhile. */
export function syncedWrite(
  scope: RowScope,
  subject: Subject,
  synced: Synced,
  before: Synced | undefined,
): Write {
  return {
    put: toItem(keyOf(scope, subject, synced.externalId), entity, synced),
    when: unchangedCondition(before),
    otherwise: () => new StaleError(),
  };
}
