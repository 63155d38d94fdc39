/** What the undo of one audit entry would write. Pure. */
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';

/** The name that a field of an entry has in the change of the thing; undefined if no change accepts it. */
export type UndoFields = (field: string) => string | undefined;

export interface UndoPlan {
  /** The values before the entry, by the field of the change. */
  values: Readonly<Record<string, unknown>>;
  /** Fields that stay as they are: their value is masked, was too large to store, or no change accepts them. */
  kept: readonly string[];
  /** Fields that were changed again after the entry. */
  changedSince: readonly string[];
}

/** Stands in the API's answers for a secret. */
const masked = '"__masked__"';

/** The value of a field before the change; undefined if the entry does not tell it. */
function valueBefore(change: unknown): { value: unknown } | undefined {
  if (!isJsonObject(change) || 'note' in change) return undefined;
  const value = change.before ?? null;
  return toJson(value).includes(masked) ? undefined : { value };
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Whether the field has another value than the one that the entry gave it; unknown for lists and objects. */
function isChangedSince(change: unknown, current: unknown): boolean {
  if (!isJsonObject(change) || current === undefined) return false;
  const { after = null } = change;
  return isPlain(after) && isPlain(current) && after !== current;
}

/** Plans the undo of an entry with these changes. `current` is the thing as it is now. */
export function undoPlanOf(
  changes: Readonly<Record<string, unknown>>,
  fields: UndoFields,
  current: Readonly<Record<string, unknown>> = {},
): UndoPlan {
  const values: Record<string, unknown> = {};
  const kept: string[] = [];
  const changedSince: string[] = [];
  for (const [field, change] of Object.entries(changes)) {
    const before = valueBefore(change);
    const target = fields(field);
    if (before === undefined || target === undefined) {
      kept.push(field);
      continue;
    }
    values[target] = before.value;
    if (isChangedSince(change, current[target])) changedSince.push(field);
  }
  return { values, kept, changedSince };
}

const isIn = (name: string, values: unknown): boolean => isJsonObject(values) && Object.hasOwn(values, name);

/**
 * The change of a record that writes these values. Entries name custom values `cf_<key>`, as requests do; those of earlier
 * versions by their keys alone.
 */
export function recordChange(
  { externalId, ...values }: Readonly<Record<string, unknown>>,
  { fields, customFields }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isCustom = (name: string) =>
    !isIn(name, fields) && (name.startsWith('cf_') || isIn(name, customFields));
  const pick = (custom: boolean) => Object.entries(values).filter(([name]) => isCustom(name) === custom);
  return {
    ...(externalId !== undefined && { externalId }),
    fields: Object.fromEntries(pick(false)),
    customFields: Object.fromEntries(pick(true).map(([name, value]) => [name.replace(/^cf_/, ''), value])),
  };
}
