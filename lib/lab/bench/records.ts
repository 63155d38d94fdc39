/** Entity records for benches, made by the product's own functions. */
import { randomUUID } from 'node:crypto';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import { recordKey, recordListPartition } from '../../../shared/modules/entities/keys.ts';
import { insertWrites, newRecord } from '../../../shared/modules/entities/record.ts';
import { listRecords } from '../../../shared/modules/entities/record-contract.ts';
import { puts, seed } from './seed.ts';

export const recordType = 'sales.order';
/** The list of all records of the benches, newest first. */
export const recordsPath = `${listRecords.path}?entityType=${recordType}`;

const lines = Array.from({ length: 8 }, (_, index) => ({
  sku: `SKU-${1_000 + index}`,
  name: 'Cartridge, black, two in a box',
  quantity: index + 1,
}));

/** Returns what the product writes when the record with that number is created: an order with its lines. */
function writesOf(
  scope: RowScope,
  number: number,
  { id = randomUUID(), nowMs }: { id?: string; nowMs: number },
): Write[] {
  const context = { principal: { subject: `api_key:${scope.tenantId}` }, nowMs };
  const whole = { ...scope, organizationIds: [scope.organizationId] };
  const externalId = `SO-${String(number).padStart(6, '0')}`;
  const fields = { number: externalId, total: 250, lines };
  const input = { entityType: recordType, externalId, fields };
  return insertWrites({ ...newRecord(whole, input, [], context), id }, [], context);
}

/** The listing item and the row of a record with this id. */
export function aStoredRecord(scope: RowScope, id: string): { listing: Item; row: Item } {
  const items = puts(writesOf(scope, 1, { id, nowMs: Date.parse('2026-03-01T09:30:00.000Z') }));
  const listing = items.find(({ pk }) => pk === recordListPartition(scope, recordType));
  const row = items.find(({ sk }) => sk === recordKey(scope, id).sk);
  if (listing === undefined || row === undefined)
    throw new Error('A new record must have a row and a listing item.');
  return { listing, row };
}

/**
 * Writes this number of records, one per second, into an organization without records; lists show them as if created.
 */
export async function seedRecords(scope: RowScope, count: number): Promise<void> {
  const nowMs = Date.now();
  await seed(count, (number) => writesOf(scope, number, { nowMs: nowMs - number * 1_000 }));
}
