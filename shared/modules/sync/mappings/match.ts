/**
 * Finds the records that items match by a field. Fields have no index, so the listing items of the type are
 * read once per batch with new items. Only records whose listed texts may contain a value are read.
 */

import { comparedAddress } from '../../../kernel/base/email-address.ts';
import { withinBytes } from '../../../kernel/base/parallel.ts';
import { findRecords, type ListedRecord, readList, type StoredRecord } from '../../entities/public.ts';
import { entityLimits } from '../../entities/public-data.ts';
import { SourceError } from '../adapter.ts';
import type { Incoming } from '../batches/import-plan.ts';
import { recordTypeOf } from '../keys.ts';
import type { StoredRun } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { matchFieldOf, matchValueOf } from './mapping.ts';
import type { Mapping } from './mapping-contract.ts';

const listedAtOnce = 1_000;

const tooManyText = (mapping: Mapping, maxRecords: number): string =>
  `More than ${maxRecords} records may match by ${matchFieldOf(mapping)}: match by the external id.`;

/**
 * Whether a record may have one of the values, by its listed texts. They are truncated, perhaps inside a
 * surrogate pair.
 */
function mayHold(
  { text }: ListedRecord,
  values: ReadonlySet<string>,
  isInner: boolean,
  compared: (line: string) => string,
): boolean {
  if (isInner || text.length >= entityLimits.searchText - 1) return true;
  return text.split('\n').some((line) => values.has(compared(line)));
}

/**
 * Ids of the records that have the same value in the field, by external id. Throws SourceError if more
 * records would have to be read than a batch may, and the reason of the signal.
 */
export async function findMatches(
  run: StoredRun,
  mapping: Mapping,
  items: readonly Incoming[],
  signal: AbortSignal,
  maxRecords: number = syncLimits.matchRecords,
): Promise<Map<string, string[]>> {
  const idsByValue = new Map<string, string[]>();
  for (const { mapped } of items) {
    const value = matchValueOf(mapping, mapped.fields);
    if (value !== undefined) idsByValue.set(value, [...(idsByValue.get(value) ?? []), mapped.externalId]);
  }
  const found = new Map<string, string[]>();
  if (idsByValue.size === 0) return found;
  const values = new Set([...idsByValue.keys()].map((value) => value.toLowerCase()));
  const compared =
    mapping.matchStrategy === 'email' ? comparedAddress : (line: string) => line.trim().toLowerCase();
  const isInner = matchFieldOf(mapping)?.includes('.') ?? false;
  const note = ({ id, fields }: StoredRecord) => {
    const value = matchValueOf(mapping, fields);
    for (const externalId of (value !== undefined && idsByValue.get(value)) || [])
      found.set(externalId, [...(found.get(externalId) ?? []), id]);
  };
  let after: string | undefined;
  let read = 0;
  for (;;) {
    signal.throwIfAborted();
    const listed = await readList(run, recordTypeOf(run.entityType), { after, limit: listedAtOnce });
    let candidates = listed.filter((one) => mayHold(one, values, isInner, compared));
    read += candidates.length;
    if (read > maxRecords) throw new SourceError(tooManyText(mapping, maxRecords));
    while (candidates.length > 0) {
      const some = withinBytes(candidates, syncLimits.batchBytes);
      candidates = candidates.slice(some.length);
      signal.throwIfAborted();
      const records = await findRecords(
        run,
        some.map(({ id }) => id),
      );
      for (const record of records) note(record);
    }
    after = listed.at(-1)?.after;
    if (listed.length < listedAtOnce) return found;
  }
}
