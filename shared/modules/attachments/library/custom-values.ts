/** Validates custom values of attachments in the same way as those of records. */

import { loadPatternEngine } from '../../../kernel/base/patterns.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import {
  type CustomValues,
  customValueErrors,
  type Definition,
  getDefinitions,
  usesPatterns,
  withoutEmptyTexts,
} from '../../entities/public.ts';
import { attachmentEntityType } from '../attachment.ts';

/** Returns the tenant's custom fields of attachments. Sends one GetItem. */
export async function attachmentDefinitions(scope: TenantScope): Promise<Definition[]> {
  const { fields } = await getDefinitions(scope, attachmentEntityType);
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

/**
 * Returns the custom values after a change: null clears a value, other values stay. Without defined fields, any values are
 * accepted; otherwise new values must belong to defined fields, and all must be valid. Throws InvalidInputError.
 */
export function changedCustom(
  before: CustomValues,
  given: CustomValues,
  definitions: readonly Definition[],
): CustomValues {
  const after = withoutEmptyTexts(definitions, { ...before, ...given });
  if (definitions.length > 0) {
    const definedKeys = new Set(definitions.map(({ key }) => key));
    // Values of deleted fields stay stored and are not validated.
    const checked = Object.entries(after).filter(
      ([key]) => definedKeys.has(key) || Object.hasOwn(given, key),
    );
    const errors = customValueErrors(definitions, Object.fromEntries(checked));
    if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null));
}
