/** Types and pure functions of toggles and tenants' own values. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import { isNumeric, toJson } from '../../kernel/base/json.ts';
import { hasAtMost } from '../../kernel/base/text.ts';
import { laterThan, toIso } from '../../kernel/base/times.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Prerequisite } from './evaluation/prerequisites.ts';
import type { Targeting } from './evaluation/rule.ts';
import { type ToggleType, toggleLimits } from './evaluation/toggle-types.ts';
import { flagMetadataNames, metadataLimits, type ToggleMetadata } from './prerequisites/fields.ts';
import type { CreateToggle, Toggle, UpdateToggle } from './toggle-contract.ts';

/** A toggle as stored. */
export interface ToggleRow {
  id: string;
  identifier: string;
  name: string;
  description: string | null;
  category: string | null;
  type: ToggleType;
  /** JSON data of the type, or null. */
  defaultValue: unknown;
  /** Identifies the toggle in keys of overrides. Unique; it never changes. */
  overrideSlot: string;
  /** Absent without any. */
  prerequisites?: readonly Prerequisite[];
  /** Absent without any. */
  metadata?: ToggleMetadata;
  /** Absent without rules and kill switch. */
  targeting?: Targeting;
  /** Owner: a person or a team. */
  owner?: string | null;
  /** When the toggle should be removed. */
  expiresAt?: string | null;
  createdAt: string;
  updatedAt: string;
  /** Incremented by every change; also the `ETag`. */
  revision: number;
}

/** A tenant's own value of a toggle, as stored. */
export interface OverrideRow {
  id: string;
  tenantId: string;
  toggleId: string;
  /** JSON data of the toggle's type. */
  value: unknown;
  /** Absent without rules and kill switch. */
  targeting?: Targeting;
  createdAt: string;
  updatedAt: string;
  revision: number;
}

/** Returns the JSON type of a value, for error messages. */
export function jsonType(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** Returns whether the value has the type, without coercion. `json` accepts any JSON value, including null. */
export function isOfType(type: ToggleType, value: unknown): boolean {
  if (value === undefined) return false;
  if (type === 'json') return true;
  // 1e999 is valid JSON, but is parsed as Infinity, which JSON cannot represent.
  return type === 'number' ? isNumeric(value) : jsonType(value) === type;
}

/** Returns the problem of a value that is too large; undefined if it fits. */
export function sizeProblem(value: unknown): string | undefined {
  const fits = Buffer.byteLength(toJson(value)) <= toggleLimits.valueBytes;
  return fits ? undefined : `must have at most ${toggleLimits.valueBytes} bytes as JSON`;
}

function problemOf(type: ToggleType, value: unknown, nullable: boolean): string | undefined {
  if (value === undefined) return 'is required';
  if (!isOfType(type, value) && !(nullable && value === null)) {
    return `must be a ${type}${nullable ? ' or null' : ''}`;
  }
  return sizeProblem(value);
}

/** Throws InvalidInputError unless the default is null or a value of the type. */
function assertDefault(type: ToggleType, defaultValue: unknown): void {
  const problem = problemOf(type, defaultValue, true);
  if (problem !== undefined) throw new InvalidInputError({ defaultValue: problem });
}

/** Throws InvalidInputError unless the own value is of the type. Null is valid only for json toggles. */
export function assertOverrideValue(type: ToggleType, overrideValue: unknown): void {
  const problem = problemOf(type, overrideValue, false);
  if (problem !== undefined) throw new InvalidInputError({ overrideValue: problem });
}

/** Converts an empty text to null. */
function orNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** Throws InvalidInputError unless the metadata has a few short names and is small. */
function assertMetadata(metadata: ToggleMetadata): void {
  const names = Object.keys(metadata);
  const reserved = flagMetadataNames.find((name) => names.includes(name));
  if (reserved !== undefined)
    throw new InvalidInputError({ [`metadata.${reserved}`]: 'is set by evaluations' });
  if (names.length > metadataLimits.entries)
    throw new InvalidInputError({ metadata: `must have at most ${metadataLimits.entries} names` });
  if (names.some((name) => name === '' || !hasAtMost(name, metadataLimits.name)))
    throw new InvalidInputError({ metadata: `must have names of 1 to ${metadataLimits.name} characters` });
  if (Buffer.byteLength(toJson(metadata)) > metadataLimits.bytes)
    throw new InvalidInputError({ metadata: `must have at most ${metadataLimits.bytes} bytes as JSON` });
}

/** The row without empty prerequisites and metadata. `value` is true by default. */
function withExtras(
  { prerequisites: _, metadata: _before, ...row }: ToggleRow,
  { prerequisites = [], metadata = {} }: Pick<UpdateToggle, 'prerequisites' | 'metadata'>,
): ToggleRow {
  assertMetadata(metadata);
  const complete = prerequisites.map(({ identifier, value = true }) => ({ identifier, value }));
  return {
    ...row,
    ...(complete.length > 0 && { prerequisites: complete }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Creates a toggle. Throws InvalidInputError. */
export function newToggle(
  input: CreateToggle,
  id: string,
  { nowMs }: Pick<ChangeContext, 'nowMs'>,
): ToggleRow {
  const { identifier, name, type, defaultValue = null } = input;
  assertDefault(type, defaultValue);
  const at = toIso(nowMs);
  const row: ToggleRow = {
    id,
    identifier,
    name,
    description: orNull(input.description),
    category: orNull(input.category),
    type,
    defaultValue,
    overrideSlot: identifier,
    createdAt: at,
    updatedAt: at,
    revision: 1,
  };
  return withExtras(row, input);
}

/** Returns the toggle with the given fields changed. Throws InvalidInputError. */
export function changedToggle(
  before: ToggleRow,
  { id, prerequisites, metadata, ...changes }: UpdateToggle,
  { nowMs }: Pick<ChangeContext, 'nowMs'>,
): ToggleRow {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged: ToggleRow = { ...before, ...given };
  assertDefault(merged.type, merged.defaultValue);
  const after = {
    ...merged,
    description: orNull(merged.description),
    category: orNull(merged.category),
    updatedAt: laterThan(before.updatedAt, nowMs),
    revision: before.revision + 1,
  };
  return withExtras(after, {
    prerequisites: prerequisites ?? before.prerequisites?.map((one) => ({ ...one })),
    metadata: metadata ?? before.metadata,
  });
}

/** `2026-03-01T09:30:00.000Z` → `2026-03-01 09:30:00.000+00`. */
export function toggleTime(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '+00');
}

/** Converts a toggle to its API shape. */
export function toToggle(row: ToggleRow): Toggle {
  const { id, identifier, name, description, category, type, defaultValue, createdAt, updatedAt } = row;
  const { prerequisites = [], metadata = {} } = row;
  return {
    id,
    identifier,
    name,
    description,
    category,
    type,
    defaultValue,
    prerequisites: [...prerequisites],
    metadata,
    created_at: toggleTime(createdAt),
    updated_at: toggleTime(updatedAt),
  };
}
