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
} from '../../entities/public.ts';
import { attachmentEntityType } from '../attachment.ts';

/** Returns the tenant's custom fields of attachments. Sends one GetItem. */
export async function attachmentDefinitions(scope: TenantScope): Promise<Definition[]> {
  const { fields } = await getDefinitions(scope, attachmentEntityType);
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

/** Null clears a value. Files have any values until fields are defined. */
const unrestricted = (values: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Returns the custom values of a new file. Throws InvalidInputError for values that do not match the definitions. */
export const newCustom = (given: CustomValues, definitions: readonly Definition[]): CustomValues =>
  definitions.length === 0 ? unrestricted(given) : newCustomValues(definitions, given);

/** Returns the custom values after a change. Throws InvalidInputError for new values that do not match the definitions. */
export const changedCustom = (
  before: CustomValues,
  given: CustomValues,
  definitions: readonly Definition[],
): CustomValues =>
  definitions.length === 0
    ? unrestricted({ ...before, ...given })
    : changedCustomValues(definitions, before, given);
