/** Validates custom values of attachments in the same way as those of records. */

import { loadPatternEngine } from '../../../kernel/base/patterns.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import {
  type CustomValues,
  changedCustomValues,
  type Definition,
  getDefinitions,
  newCustomValues,
  usesPatterns,
  withoutNull,
} from '../../entities/public.ts';
import { attachmentEntityType } from '../attachment.ts';

/** Returns the tenant's custom fields of attachments. Sends one GetItem. */
export async function attachmentDefinitions(scope: TenantScope): Promise<Definition[]> {
  const { fields } = await getDefinitions(scope, attachmentEntityType);
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

/**
 * Returns the custom values of a new file, which has any values until fields are defined. Throws InvalidInputError for
 * values that do not match the definitions.
 */
export const newCustom = (given: CustomValues, definitions: readonly Definition[]): CustomValues =>
  definitions.length === 0 ? withoutNull(given) : newCustomValues(definitions, given);

/** Returns the custom values after a change. Throws InvalidInputError for new values that do not match the definitions. */
export const changedCustom = (
  before: CustomValues,
  given: CustomValues,
  definitions: readonly Definition[],
): CustomValues =>
  definitions.length === 0
    ? withoutNull({ ...before, ...given })
    : changedCustomValues(definitions, before, given);
