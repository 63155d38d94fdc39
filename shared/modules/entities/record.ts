/** Entity records and the pure decisions about them. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import type { Scope } from '../../kernel/auth/principal.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { truncate } from '../../kernel/text/text.ts';
import type { CreateRecord, EntityRecord, UpdateRecord } from './contract.ts';
import { type CustomValues, customValueErrors, customValuesOf, type Definition } from './definition.ts';
import { entityLimits } from './limits.ts';

/** A record as stored; `version` is also its revision. */
export interface StoredRecord {
  id: string;
  entityType: string;
  externalId: string | null;
  fields: Record<string, unknown>;
  custom: CustomValues;
  /** By integration: the item of its service that the record is, as syncs know it. */
  sources?: Readonly<Record<string, string>>;
  tenantId: string;
  organizationId: string;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

function assertCustomValues(definitions: readonly Definition[], values: CustomValues): void {
  const errors = customValueErrors(definitions, values);
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
}

/** Only what is set is kept: null clears a value. */
function withoutNull(values: CustomValues): CustomValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The new record. Throws InvalidInputError naming each bad custom field as `cf_<key>`. */
export function newRecord(
  { tenantId, organizationId }: Scope,
  input: CreateRecord,
  definitions: readonly Definition[],
  { nowMs }: ChangeContext,
): StoredRecord {
  const custom = customValuesOf(input);
  assertCustomValues(definitions, custom);
  const at = new Date(nowMs).toISOString();
  return {
    id: randomUUID(),
    entityType: input.entityType,
    externalId: input.externalId ?? null,
    fields: input.fields ?? {},
    custom: withoutNull(custom),
    tenantId,
    organizationId,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** The record with the given fields changed and all others as they were. Throws InvalidInputError. */
export function changedRecord(
  record: StoredRecord,
  changes: UpdateRecord,
  definitions: readonly Definition[],
  { nowMs }: ChangeContext,
): StoredRecord {
  const known = new Set(definitions.map(({ key }) => key));
  const given = customValuesOf(changes);
  const custom = { ...record.custom, ...given };
  // Values of fields that are no longer defined stay, unseen: only what is defined or newly given is checked.
  const checked = Object.entries(custom).filter(([key]) => known.has(key) || Object.hasOwn(given, key));
  assertCustomValues(definitions, Object.fromEntries(checked));
  return {
    ...record,
    externalId: changes.externalId === undefined ? record.externalId : changes.externalId,
    fields: { ...record.fields, ...changes.fields },
    custom: withoutNull(custom),
    revision: record.revision + 1,
    updatedAt: new Date(Math.max(nowMs, Date.parse(record.updatedAt) + 1)).toISOString(),
  };
}

/** What events tell of a record, beside its id and place. */
export function eventDataOf({
  entityType,
  externalId,
  fields,
  custom,
}: StoredRecord): Record<string, unknown> {
  return { entityType, externalId, fields, customFields: custom };
}

/** What the API shows: custom values by key, and each as `cf_<key>`. */
export function toRecord(record: StoredRecord): EntityRecord {
  const { custom, revision, sources, ...rest } = record;
  const flat = Object.fromEntries(Object.entries(custom).map(([key, value]) => [`cf_${key}`, value]));
  return { ...rest, customFields: custom, version: revision, ...flat };
}

/** The texts and numbers in a JSON value, outer ones first, until they have `maxCharacters`. Recursion would overflow. */
function textsIn(value: unknown, maxCharacters: number): string[] {
  const texts: string[] = [];
  const queue: unknown[] = [value];
  let characters = 0;
  for (const next of queue) {
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) queue.push(inner);
    if (typeof next !== 'string' && typeof next !== 'number') continue;
    texts.push(String(next));
    characters += String(next).length + 1;
    if (characters > maxCharacters) break;
  }
  return texts;
}

/** The record's own texts that a search looks into, up to `entityLimits.searchText` characters. */
export function searchText({ externalId, fields }: StoredRecord): string {
  const texts = [externalId ?? '', ...textsIn(fields, entityLimits.searchText)];
  return truncate(texts.join('\n'), entityLimits.searchText);
}
