/** Determines the result of a check from stored values. Pure. */
import { toJson } from '../../kernel/base/json.ts';
import { contentTagOf } from '../../kernel/http/content-tag.ts';
import { InvalidToggleValueError, MissingToggleError, ToggleTypeMismatchError } from './errors.ts';
import type { CompiledTargeting } from './evaluation/evaluate.ts';
import type { ToggleType, ValueSource } from './evaluation/toggle-types.ts';
import type { ToggleMetadata } from './prerequisites/fields.ts';
import { isOfType, jsonType } from './toggle.ts';

/** Stored values for a check: the toggle, and the tenant's own value if there is one. */
export interface StoredValues {
  toggleId: string;
  type: ToggleType;
  defaultValue: unknown;
  targeting?: CompiledTargeting | undefined;
  /** An object, because null is a valid value of a JSON toggle. */
  override?: { value: unknown; targeting?: CompiledTargeting | undefined } | undefined;
}

/** The effective value in a tenant. */
export interface Resolved {
  toggleId: string;
  type: ToggleType;
  value: unknown;
  source: ValueSource;
  /** Absent without any. */
  metadata?: ToggleMetadata;
  /** Identifier of the prerequisite that turns the toggle off. */
  failedPrerequisite?: string;
}

/**
 * Returns the value of a toggle for the tenant. Throws MissingToggleError, ToggleTypeMismatchError if the toggle has
 * another type than the expected one, InvalidToggleValueError if it has no value of its type.
 */
export function resolve(
  identifier: string,
  stored: StoredValues | undefined,
  expected: ToggleType,
): Resolved {
  if (stored === undefined) throw new MissingToggleError(identifier, expected);
  const { toggleId, type, override, defaultValue } = stored;
  if (type !== expected) throw new ToggleTypeMismatchError(identifier, expected, type);
  const value = override === undefined ? defaultValue : override.value;
  if (!isOfType(type, value)) throw new InvalidToggleValueError(identifier, type, jsonType(value));
  return { toggleId, type, value, source: override === undefined ? 'default' : 'override' };
}

/** Returns an `ETag` that changes exactly when the response of the check changes. */
export const checkTag = (tenantId: string, identifier: string, resolved: Resolved): string =>
  contentTagOf(toJson([tenantId, identifier, resolved]));
