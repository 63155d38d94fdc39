/** Entity records for benches, made by the product's own functions. */
import { createRecord, listRecords } from '../../shared/entities/contract.ts';
import { newRecord, type StoredRecord } from '../../shared/entities/record.ts';
import { insertWrites } from '../../shared/entities/record-store.ts';
import type { RowScope } from '../../shared/table/keys.ts';
import type { Write } from '../../shared/table/write.ts';
import { seed } from './seed.ts';

export const recordType = 'sales.order';
/** The list of all records of the benches, newest first. */
export const recordsPath = `${listRecords.path}?entityType=${recordType}`;

/** The record of that number and what the product writes when it is created: the documented example, numbered. */
export function newRecordOf(
  scope: RowScope,
  number: number,
  nowMs: number,
): { record: StoredRecord; writes: Write[] } {
  const context = { principal: { subject: `api_key:${scope.tenantId}` }, nowMs };
  const whole = { ...scope, organizationIds: [scope.organizationId] };
  const externalId = `SO-${String(number).padStart(6, '0')}`;
  const { fields } = createRecord.example?.request as { fields: Record<string, unknown> };
  const input = { entityType: recordType, externalId, fields: { ...fields, number: externalId } };
  const record = newRecord(whole, input, [], context);
  return { record, writes: insertWrites(record, [], context) };
}

/** Writes this many records, one a second, into an organization that has none; lists see them as if created. */
export async function seedRecords(scope: RowScope, count: number): Promise<void> {
  const nowMs = Date.now();
  await seed(count, (number) => newRecordOf(scope, number, nowMs - number * 1_000).writes);
}
