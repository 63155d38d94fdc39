/** Mappings: the one in effect, what of a source item it puts into a record, and what of a record goes out. */

import { holdsFor, loadCondition } from '../../../kernel/conditions/stored-condition.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { uuidOf } from '../../../kernel/ids/ids.ts';
import { fromItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import { isSafeName, valueAt, withValueAt } from '../../../kernel/text/field-path.ts';
import { entityLimits } from '../../entities/public-contract.ts';
import type { SourceItem, SyncAdapter } from '../adapter.ts';
import { syncMappingKey } from '../keys.ts';
import type { Mapping, MappingField } from './mapping-contract.ts';
import { placeOf } from './mapping-fields.ts';
import { TransformError, transformed, undone } from './transforms.ts';

type Data = Record<string, unknown>;

/** What a record is given. */
export interface Mapped {
  ok: true;
  externalId: string;
  fields: Data;
  customFields: Data;
}

export interface Unmapped {
  ok: false;
  /** For people. */
  error: string;
}

/** The parts of a record that an export gives away. */
export interface ExportedRecord {
  fields: Readonly<Data>;
  customFields: Readonly<Data>;
}

const customPrefix = 'cf_';

/** Every field under its own name. */
export const defaultMapping: Mapping = { fields: [], otherFields: 'keep', matchStrategy: 'externalId' };

const fieldsOf = ({ fields = [] }: Mapping): readonly MappingField[] => fields;

function keepsOthers(mapping: Mapping): boolean {
  return mapping.otherFields === undefined ? fieldsOf(mapping).length === 0 : mapping.otherFields === 'keep';
}

/** The field of source items that is their external id. */
export function idFieldOf(mapping: Mapping): string {
  const named = fieldsOf(mapping).find(({ mappingKind }) => mappingKind === 'external_id');
  return named?.externalField ?? 'id';
}

const matchDefaults = { externalId: undefined, sku: 'sku', email: 'email', custom: undefined } as const;

/** The field that finds the record of an item that was never imported; undefined: its externalId does. */
export function matchFieldOf({ matchStrategy = 'externalId', matchField }: Mapping): string | undefined {
  return matchStrategy === 'externalId' ? undefined : (matchField ?? matchDefaults[matchStrategy]);
}

/**
 * The value to find a record by, in the form in which it is compared: without blanks around it, an e-mail address in
 * lower case. Undefined: there is none, or it is no text or number.
 */
export function matchValueOf(mapping: Mapping, fields: Readonly<Data>): string | undefined {
  const field = matchFieldOf(mapping);
  const value = field === undefined ? undefined : valueAt(fields, field);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const compared = mapping.matchStrategy === 'email' ? text.toLowerCase() : text;
  return compared === '' ? undefined : compared;
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function importedValue(
  { externalField, transform, defaultValue, required }: MappingField,
  data: Readonly<Data>,
) {
  const value = transformed(transform, valueAt(data, externalField));
  const filled = isMissing(value) && defaultValue !== undefined ? defaultValue : value;
  if (required === true && isMissing(filled)) throw new TransformError('is required');
  return filled;
}

/** The id of another record, or several: always texts, as external ids are. */
function relationOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relationOf);
  return typeof value === 'number' ? String(value) : value === '' ? null : value;
}

/** The fields that no listed field is about, under their own names. */
function othersOf(mapping: Mapping, data: Readonly<Data>): { fields: Data; customFields: Data } {
  if (!keepsOthers(mapping)) return { fields: {}, customFields: {} };
  const listed = new Set([
    ...fieldsOf(mapping).map(({ externalField }) => externalField),
    idFieldOf(mapping),
  ]);
  const kept = Object.entries(data).filter(([name]) => isSafeName(name) && !listed.has(name));
  const isCustom = ([name]: [string, unknown]) => name.startsWith(customPrefix);
  return {
    fields: Object.fromEntries(kept.filter((entry) => !isCustom(entry))),
    customFields: Object.fromEntries(
      kept.filter(isCustom).map(([name, value]) => [name.slice(customPrefix.length), value]),
    ),
  };
}

/** What of a source item goes into its record, or why it cannot. */
export function applyMapping(mapping: Mapping, { externalId, data }: SourceItem): Mapped | Unmapped {
  if (externalId.length > entityLimits.externalId)
    return { ok: false, error: `The external id is longer than ${entityLimits.externalId} characters.` };
  let { fields, customFields } = othersOf(mapping, data);
  for (const field of fieldsOf(mapping)) {
    const { mappingKind = 'core', externalField } = field;
    if (mappingKind === 'ignore' || mappingKind === 'external_id') continue;
    let value: unknown;
    try {
      value = importedValue(field, data);
    } catch (error) {
      if (error instanceof TransformError) return { ok: false, error: `${externalField} ${error.message}.` };
      throw error;
    }
    if (value === undefined) continue;
    const { custom, path } = placeOf(field);
    if (custom) {
      customFields = { ...customFields, [path]: value };
      continue;
    }
    const changed = withValueAt(fields, path, mappingKind === 'relation' ? relationOf(value) : value);
    if (changed === undefined) return { ok: false, error: `${path} is inside something that is no object.` };
    fields = changed;
  }
  return { ok: true, externalId, fields, customFields };
}

function exportedOthers(mapping: Mapping, { fields, customFields }: ExportedRecord): Data {
  if (!keepsOthers(mapping)) return {};
  const places = fieldsOf(mapping).map(placeOf);
  const listed = (custom: boolean) =>
    new Set(places.filter((place) => place.custom === custom).map(({ path }) => path));
  const [core, extra] = [listed(false), listed(true)];
  const kept = Object.entries(fields).filter(([name]) => isSafeName(name) && !core.has(name));
  const custom = Object.entries(customFields).filter(([name]) => !extra.has(name));
  return Object.fromEntries([
    ...kept,
    ...custom.map(([name, value]): [string, unknown] => [`${customPrefix}${name}`, value]),
  ]);
}

/** What of a record goes out, under the names of the service. The external id is not among it: adapters place it. */
export function applyReverse(mapping: Mapping, record: ExportedRecord): Data {
  let data = exportedOthers(mapping, record);
  for (const field of fieldsOf(mapping)) {
    const { mappingKind = 'core', externalField, transform, defaultValue } = field;
    if (mappingKind === 'ignore' || mappingKind === 'external_id') continue;
    const { custom, path } = placeOf(field);
    const stored = custom ? record.customFields[path] : valueAt(record.fields, path);
    const value = undone(transform, stored ?? defaultValue);
    if (value === undefined) continue;
    data = withValueAt(data, externalField, value) ?? data;
  }
  return data;
}

// Which rows of a batch are synced, by the condition of the mapping.

/** The result of a row: it is synced, held back, or fails because the condition could not be evaluated in its time. */
export type RowDecision = 'wanted' | 'held back' | 'not evaluated';

export type RowFilter = (data: Readonly<Record<string, unknown>>) => RowDecision;

/** Lets every row through. */
export const everyRow: RowFilter = () => 'wanted';

/** Why a row failed that was not evaluated. */
export const notEvaluatedText = 'The condition of the mapping could not be evaluated in its time.';

/** The filter of a mapping; its condition is compiled once while the function is warm. */
export async function rowFilterOf({ condition }: Mapping, nowMs: number): Promise<RowFilter> {
  if (!condition) return everyRow;
  const compiled = await loadCondition(toJson(condition));
  return (data) => {
    try {
      return holdsFor(compiled, data, nowMs) ? 'wanted' : 'held back';
    } catch {
      return 'not evaluated';
    }
  };
}

// The mapping in effect. A row holds a saved one; its id follows from what it is for, so that there is one per integration
// and entity type, and looking it up needs one read.

export interface StoredMapping {
  id: string;
  tenantId: string;
  organizationId: string;
  integrationId: string;
  entityType: string;
  mapping: Mapping;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
}

export const mappingEntity = 'sync_mapping';

/** The id of the mapping of an integration's entity type, whether there is one or not. */
export function mappingIdOf(
  { tenantId, organizationId }: RowScope,
  { integrationId, entityType }: Pick<StoredMapping, 'integrationId' | 'entityType'>,
): string {
  return uuidOf(`sync mapping ${tenantId} ${organizationId} ${entityType} ${integrationId}`);
}

export function toStoredMapping(item: Item): StoredMapping {
  const { mapping, ...row } = fromItem<Omit<StoredMapping, 'mapping'> & { mapping: string }>(
    item,
    mappingEntity,
  );
  return { ...row, mapping: JSON.parse(mapping) as Mapping };
}

/** The mapping that was saved for an integration's entity type; undefined when none was. One GetItem. */
export async function findMapping(
  scope: RowScope,
  integrationId: string,
  entityType: string,
): Promise<Mapping | undefined> {
  const item = await getItem(syncMappingKey(scope, mappingIdOf(scope, { integrationId, entityType })));
  return item && toStoredMapping(item).mapping;
}

/** The mapping in effect: the one that was saved, else the adapter's, else every field under its own name. */
export async function mappingOf(
  scope: RowScope,
  { integrationId, entityType }: { integrationId: string; entityType: string },
  adapter: SyncAdapter,
  findSaved: typeof findMapping,
): Promise<Mapping> {
  const saved = await findSaved(scope, integrationId, entityType);
  return saved ?? adapter.defaultMapping?.(entityType) ?? defaultMapping;
}
