/** A feature toggle, a tenant's own value of it, and the pure decisions about both. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { laterThan, toIso } from '../../kernel/text/times.ts';
import type { Targeting } from './evaluation/rule.ts';
import {
  type CreateToggle,
  type Toggle,
  type ToggleType,
  toggleLimits,
  type UpdateToggle,
} from './toggle-contract.ts';

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
  /** Names the toggle's overrides in the table; never changes, and no other toggle has the same. */
  overrideSlot: string;
  /** Copies of its definition for checks, beside the original; absent for none. */
  copies?: number;
  /** Absent for none: then the default holds for everyone. */
  targeting?: Targeting;
  /** Who answers for it: a person or a team. */
  owner?: string | null;
  /** When it should be gone. */
  expiresAt?: string | null;
  createdAt: string;
  updatedAt: string;
  /** Grows with every write; the `ETag`. */
  revision: number;
}

/** A tenant's own value of a toggle, as stored. */
export interface OverrideRow {
  id: string;
  tenantId: string;
  toggleId: string;
  /** JSON data of the toggle's type. */
  value: unknown;
  /** Absent for none: then the value holds for everyone in the tenant. */
  targeting?: Targeting;
  createdAt: string;
  updatedAt: string;
  revision: number;
}

/** The JSON type of a value: what a check names when it is not the one that was asked for. */
export function jsonType(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Is the value of the type, without any coercion? `json` is any JSON value, null included. */
export function isOfType(type: ToggleType, value: unknown): boolean {
  if (value === undefined) return false;
  if (type === 'json') return true;
  // 1e999 is valid JSON, but Infinity once it is parsed, and that cannot be sent back.
  return type === 'number' ? Number.isFinite(value) : jsonType(value) === type;
}

function problemOf(type: ToggleType, value: unknown, nullable: boolean): string | undefined {
  if (value === undefined) return 'is required';
  if (!isOfType(type, value) && !(nullable && value === null)) {
    return `must be a ${type}${nullable ? ' or null' : ''}`;
  }
  const fits = Buffer.byteLength(toJson(value)) <= toggleLimits.valueBytes;
  return fits ? undefined : `must have at most ${toggleLimits.valueBytes} bytes of JSON`;
}

/** Throws InvalidInputError when a toggle of this type cannot have the default: a value of the type, or null. */
function assertDefault(type: ToggleType, defaultValue: unknown): void {
  const problem = problemOf(type, defaultValue, true);
  if (problem !== undefined) throw new InvalidInputError({ defaultValue: problem });
}

/** Throws InvalidInputError unless a tenant may have this value: one of the type; null only of type json. */
export function assertOverrideValue(type: ToggleType, overrideValue: unknown): void {
  const problem = problemOf(type, overrideValue, false);
  if (problem !== undefined) throw new InvalidInputError({ overrideValue: problem });
}

/** An empty text is as good as none. */
function orNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** The new toggle. Throws InvalidInputError. */
export function newToggle(
  input: CreateToggle,
  id: string,
  { nowMs }: Pick<ChangeContext, 'nowMs'>,
): ToggleRow {
  const { identifier, name, type, defaultValue = null } = input;
  assertDefault(type, defaultValue);
  const at = toIso(nowMs);
  return {
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
}

/** The toggle with the given fields changed and every other as it was. Throws InvalidInputError. */
export function changedToggle(
  before: ToggleRow,
  { id, ...changes }: UpdateToggle,
  { nowMs }: Pick<ChangeContext, 'nowMs'>,
): ToggleRow {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged: ToggleRow = { ...before, ...given };
  assertDefault(merged.type, merged.defaultValue);
  return {
    ...merged,
    description: orNull(merged.description),
    category: orNull(merged.category),
    updatedAt: laterThan(before.updatedAt, nowMs),
    revision: before.revision + 1,
  };
}

/** `2026-03-01T09:30:00.000Z` → `2026-03-01 09:30:00.000+00`. */
export function toggleTime(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '+00');
}

/** The toggle as the API shows it. */
export function toToggle(row: ToggleRow): Toggle {
  const { id, identifier, name, description, category, type, defaultValue, createdAt, updatedAt } = row;
  return {
    id,
    identifier,
    name,
    description,
    category,
    type,
    defaultValue,
    created_at: toggleTime(createdAt),
    updated_at: toggleTime(updatedAt),
  };
}
