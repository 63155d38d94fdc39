/** Custom values of attachments, checked as those of records are. */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { loadPatternEngine } from '../../../kernel/text/patterns.ts';
import {
  type CustomValues,
  customValueErrors,
  type Definition,
  getDefinitions,
  usesPatterns,
} from '../../entities/public.ts';
import { attachmentEntityType } from '../attachment.ts';

/** The custom fields that the tenant defined for its attachments, ready to check values with. One GetItem. */
export async function attachmentDefinitions(scope: TenantScope): Promise<Definition[]> {
  const { fields } = await getDefinitions(scope, attachmentEntityType);
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

/**
 * The custom values after a change: null clears one, others stay. Where no field is defined, any values are kept; else
 * given ones must be of defined fields, and all must keep their rules. Throws InvalidInputError.
 */
export function changedCustom(
  before: CustomValues,
  given: CustomValues,
  definitions: readonly Definition[],
): CustomValues {
  const after = { ...before, ...given };
  if (definitions.length > 0) {
    const known = new Set(definitions.map(({ key }) => key));
    // Values of fields that are no longer defined stay, unseen.
    const checked = Object.entries(after).filter(([key]) => known.has(key) || Object.hasOwn(given, key));
    const errors = customValueErrors(definitions, Object.fromEntries(checked));
    if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null));
}
