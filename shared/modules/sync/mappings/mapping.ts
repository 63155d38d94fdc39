/** Finds the mapping in effect and applies it in both directions. */

import { comparedAddress } from '../../../kernel/base/email-address.ts';
import { valueAt, withValueAt } from '../../../kernel/base/field-path.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { isNumeric, toJson } from '../../../kernel/base/json.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { holdsFor, loadCondition } from '../../../kernel/conditions/stored-condition.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { entityLimits } from '../../entities/public-data.ts';
import type { SourceItem, SyncAdapter } from '../adapter.ts';
import type { Mapping, MappingField } from './mapping-contract.ts';
import { localPathOf } from './mapping-fields.ts';
import { TransformError, transformed, undone } from './transforms.ts';

type Data = Record<string, unknown>;

/** The values that a mapping gives to a record. */
export interface Mapped {
  ok: true;
  externalId: string;
  fields: Data;
  customFields: Data;
  /** Values in objects that only the mapping fills, by their paths; absent without any. */
  inner?: readonly (readonly [path: string, value: unknown])[];
}

/** What is wrong with a field of a row. */
export interface RowProblem {
  /** Null for the row as a whole. */
  field: string | null;
  /** A phrase after the name of the field, or a sentence. */
  message: string;
}

export interface Unmapped {
  ok: false;
  /** A message for users: the first problem. */
  error: string;
  problems: readonly RowProblem[];
}

/** The parts of a record that an export uses. */
export interface ExportedRecord {
  fields: Readonly<Data>;
  customFields: Readonly<Data>;
}

const customPrefix = 'cf_';

/** Every field keeps its name. */
export const defaultMapping: Mapping = { fields: [], otherFields: 'keep', matchStrategy: 'externalId' };

const fieldsOf = ({ fields = [] }: Mapping): readonly MappingField[] => fields;

function keepsOthers(mapping: Mapping): boolean {
  return mapping.otherFields === undefined ? fieldsOf(mapping).length === 0 : mapping.otherFields === 'keep';
}

/** The field of source items that contains their external id. */
export function idFieldOf(mapping: Mapping): string {
  const named = fieldsOf(mapping).find(({ mappingKind }) => mappingKind === 'external_id');
  return named?.externalField ?? 'id';
}

/** The fields of source items that are mapped, by their paths. */
export const fieldPathsOf = (mapping: Mapping): string[] =>
  fieldsOf(mapping).map(({ externalField }) => externalField);

const matchDefaults = { externalId: undefined, sku: 'sku', email: 'email', custom: undefined } as const;

/** The field that finds the record of an item that was never imported; undefined: its external id does. */
export function matchFieldOf({ matchStrategy = 'externalId', matchField }: Mapping): string | undefined {
  return matchStrategy === 'externalId' ? undefined : (matchField ?? matchDefaults[matchStrategy]);
}

/**
 * The value that finds a record, normalized: trimmed, and an e-mail address in its compared form. Undefined if it is
 * missing or is not a text or number.
 */
export function matchValueOf(mapping: Mapping, fields: Readonly<Data>): string | undefined {
  const field = matchFieldOf(mapping);
  const value = field === undefined ? undefined : valueAt(fields, field);
  if (typeof value !== 'string' && !isNumeric(value)) return undefined;
  const text = String(value).trim();
  const compared = mapping.matchStrategy === 'email' ? comparedAddress(text) : text;
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

/** The id of a related record, or several: as text, like external ids. */
function relationOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relationOf);
  return isNumeric(value) ? String(value) : value === '' ? null : value;
}

/**
 * The value with integers beyond 2^53 as texts of their digits, at any depth. Readers of the record that parse JSON as usual
 * would round them, and a field that no mapping lists gives no reason to compute with it.
 */
function withLongIntegersAsText(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withLongIntegersAsText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withLongIntegersAsText(child)]),
  );
}

/** The fields that the mapping does not list, under their own names. */
function othersOf(mapping: Mapping, data: Readonly<Data>): { fields: Data; customFields: Data } {
  if (!keepsOthers(mapping)) return { fields: {}, customFields: {} };
  const listed = new Set([
    ...fieldsOf(mapping).map(({ externalField }) => externalField),
    idFieldOf(mapping),
  ]);
  const kept = Object.entries(data).filter(([name]) => !listed.has(name));
  const isCustom = ([name]: [string, unknown]) => name.startsWith(customPrefix);
  return {
    fields: Object.fromEntries(
      kept.filter((entry) => !isCustom(entry)).map(([name, value]) => [name, withLongIntegersAsText(value)]),
    ),
    customFields: Object.fromEntries(
      kept.filter(isCustom).map(([name, value]) => [name.slice(customPrefix.length), value]),
    ),
  };
}

/** A problem as a sentence. */
const problemText = ({ field, message }: RowProblem): string =>
  field === null ? message : `${field} ${message}.`;

const unmapped = (first: RowProblem, ...others: readonly RowProblem[]): Unmapped => ({
  ok: false,
  error: problemText(first),
  problems: [first, ...others],
});

/** The values of a source item for its record, or why they are invalid. */
export function applyMapping(mapping: Mapping, { externalId, data }: SourceItem): Mapped | Unmapped {
  if (!hasAtMost(externalId, entityLimits.externalId))
    return unmapped({
      field: null,
      message: `The external id is longer than ${entityLimits.externalId} characters.`,
    });
  const problems: RowProblem[] = [];
  const inner: [string, unknown][] = [];
  const others = othersOf(mapping, data);
  let { fields, customFields } = others;
  for (const field of fieldsOf(mapping)) {
    const { mappingKind = 'core', externalField } = field;
    if (mappingKind === 'ignore' || mappingKind === 'external_id') continue;
    let value: unknown;
    try {
      value = importedValue(field, data);
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      problems.push({ field: externalField, message: error.message });
      continue;
    }
    if (value === undefined) continue;
    const { custom, path } = localPathOf(field);
    if (custom) {
      customFields = { ...customFields, [path]: value };
      continue;
    }
    const written = mappingKind === 'relation' ? relationOf(value) : value;
    const changed = withValueAt(fields, path, written);
    if (changed === undefined)
      problems.push({ field: path, message: 'is inside a value that is not an object' });
    else fields = changed;
    if (path.includes('.') && !Object.hasOwn(others.fields, outerOf(path))) inner.push([path, written]);
  }
  const [first, ...rest] = problems;
  if (first) return unmapped(first, ...rest);
  return { ok: true, externalId, fields, customFields, ...(inner.length > 0 && { inner }) };
}

/** The field of the record that contains the path. */
const outerOf = (path: string): string => path.split('.', 1)[0] ?? '';

/** The fields for a record that exists: objects that only the mapping fills keep their other values. */
export function fieldsOnto(before: Readonly<Data>, { fields, inner = [] }: Mapped): Data {
  let filled = before;
  for (const [path, value] of inner) {
    const outer = outerOf(path);
    filled = withValueAt(filled, path, value) ?? { ...filled, [outer]: fields[outer] };
  }
  const changed = Object.entries(filled).filter(([name, value]) => value !== before[name]);
  return { ...fields, ...Object.fromEntries(changed) };
}

function exportedOthers(mapping: Mapping, { fields, customFields }: ExportedRecord): Data {
  if (!keepsOthers(mapping)) return {};
  const paths = fieldsOf(mapping).map(localPathOf);
  const listed = (custom: boolean) =>
    new Set(paths.filter((one) => one.custom === custom).map(({ path }) => path));
  const [core, extra] = [listed(false), listed(true)];
  const kept = Object.entries(fields).filter(([name]) => !core.has(name));
  const custom = Object.entries(customFields).filter(([name]) => !extra.has(name));
  return Object.fromEntries([
    ...kept,
    ...custom.map(([name, value]): [string, unknown] => [`${customPrefix}${name}`, value]),
  ]);
}

/** The values of a record for the service, under its names. Adapters add the external id. */
export function applyReverse(mapping: Mapping, record: ExportedRecord): Data {
  let data = exportedOthers(mapping, record);
  for (const field of fieldsOf(mapping)) {
    const { mappingKind = 'core', externalField, transform, defaultValue } = field;
    if (mappingKind === 'ignore' || mappingKind === 'external_id') continue;
    const { custom, path } = localPathOf(field);
    const own = Object.hasOwn(record.customFields, path) ? record.customFields[path] : undefined;
    const stored = custom ? own : valueAt(record.fields, path);
    const value = undone(transform, stored ?? defaultValue);
    if (value === undefined) continue;
    data = withValueAt(data, externalField, value) ?? data;
  }
  return data;
}

// Decides by the condition of the mapping which rows are synced.

/**
 * The decision for a row: it is synced, held back, or fails because the condition could not be evaluated in
 * time.
 */
export type RowDecision = 'selected' | 'held back' | 'not evaluated';

export type RowFilter = (data: Readonly<Record<string, unknown>>) => RowDecision;

/** Accepts every row. */
export const everyRow: RowFilter = () => 'selected';

/** The error of a row that was not evaluated. */
export const notEvaluatedText = 'The condition of the mapping could not be evaluated.';

/** The filter of a mapping. The compiled condition is cached while the function is warm. */
export async function rowFilterOf({ condition }: Mapping, nowMs: number): Promise<RowFilter> {
  if (!condition) return everyRow;
  const compiled = await loadCondition(toJson(condition));
  return (data) => {
    try {
      return holdsFor(compiled, data, nowMs) ? 'selected' : 'held back';
    } catch {
      return 'not evaluated';
    }
  };
}

// The id of a saved mapping is derived from integration and entity type, so that
// each pair has one, and one read finds it.

/** The id of the mapping of an integration's entity type; the mapping need not exist. */
export function mappingIdOf(
  { tenantId, organizationId }: RowScope,
  { integrationId, entityType }: { integrationId: string; entityType: string },
): string {
  return uuidOf(`sync mapping ${tenantId} ${organizationId} ${entityType} ${integrationId}`);
}

/** Finds the saved mapping of an integration's entity type; undefined if there is none. */
export type FindMapping = (
  scope: RowScope,
  integrationId: string,
  entityType: string,
) => Promise<Mapping | undefined>;

/** The mapping in effect: the saved one, else the adapter's default, else every field under its own name. */
export async function mappingOf(
  scope: RowScope,
  { integrationId, entityType }: { integrationId: string; entityType: string },
  adapter: SyncAdapter,
  findSaved: FindMapping,
): Promise<Mapping> {
  const saved = await findSaved(scope, integrationId, entityType);
  return saved ?? adapter.defaultMapping?.(entityType) ?? defaultMapping;
}
