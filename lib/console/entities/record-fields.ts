/** The form of a record, and the request body. */

import type { EntityRecord, FieldDefinition } from '../../../shared/clients/typescript/index.ts';
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { customOfText, textOfCustom } from './custom-values.ts';

export interface RecordForm {
  externalId: string;
  /** Texts by field key. */
  custom: Record<string, string>;
  /** JSON text of an object; empty for none. */
  fields: string;
}

/** The default for a new record. */
export function formOf(definitions: readonly FieldDefinition[], record?: EntityRecord): RecordForm {
  return {
    externalId: record?.externalId ?? '',
    custom: Object.fromEntries(
      definitions.map((definition) => [
        definition.key,
        textOfCustom(definition, record?.customFields[definition.key]),
      ]),
    ),
    fields: record === undefined ? '' : toJson(record.fields, 2),
  };
}

/** Without external id and custom values that are as `before`: their texts need not make the same values of them. */
export function bodyOf(
  { externalId, custom, fields }: RecordForm,
  definitions: readonly FieldDefinition[],
  before?: RecordForm,
) {
  const changed = definitions.filter(({ key }) => custom[key] !== before?.custom[key]);
  return {
    ...(externalId !== before?.externalId && { externalId: externalId.trim() || null }),
    fields: parseJsonObject(fields) ?? {},
    customFields: Object.fromEntries(
      changed.map((definition) => [definition.key, customOfText(definition, custom[definition.key] ?? '')]),
    ),
  };
}
