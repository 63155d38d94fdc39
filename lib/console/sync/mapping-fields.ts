/** The form of a mapping, and the request body. */
import type { SyncMapping, SyncMappingField } from '../../../shared/clients/typescript/index.ts';
import { type ConditionDraft, draftOf, textOfValue, valueOfText } from '../conditions/condition-tree.ts';

export const mappingKinds = [
  ...(['core', 'relation', 'external_id', 'custom_field', 'metadata', 'ignore'] as const),
] as const;
export const matchStrategies = ['externalId', 'sku', 'email', 'custom'] as const;
export const otherFieldsChoices = ['default', 'keep', 'ignore'] as const;

export interface FieldDraft {
  key: string;
  externalField: string;
  localField: string;
  mappingKind: (typeof mappingKinds)[number];
  /** A name, or JSON of one conversion with options or of several. */
  transform: string;
  /** JSON, or plain text. */
  defaultValue: string;
  required: boolean;
  /** Fields that the form does not show. */
  others: Readonly<Record<string, unknown>>;
}

export interface MappingForm {
  fields: readonly FieldDraft[];
  otherFields: (typeof otherFieldsChoices)[number];
  matchStrategy: (typeof matchStrategies)[number];
  matchField: string;
  condition: ConditionDraft;
  others: Readonly<Record<string, unknown>>;
}

let lastKey = 0;

export function newField(): FieldDraft {
  lastKey += 1;
  return {
    key: String(lastKey),
    externalField: '',
    localField: '',
    mappingKind: 'core',
    transform: '',
    defaultValue: '',
    required: false,
    others: {},
  };
}

const textOf = (value: unknown): string => (value === undefined ? '' : textOfValue(value));

function fieldDraftOf(field: SyncMappingField): FieldDraft {
  const { externalField, localField, mappingKind, transform, defaultValue, required, ...others } = field;
  return {
    ...newField(),
    ...{ externalField, localField, others },
    mappingKind: mappingKind ?? 'core',
    transform: textOf(transform),
    defaultValue: textOf(defaultValue),
    required: required ?? false,
  };
}

export function formOf(mapping: SyncMapping): MappingForm {
  const { fields, otherFields, matchStrategy, matchField, condition, ...others } = mapping;
  return {
    fields: (fields ?? []).map(fieldDraftOf),
    otherFields: otherFields ?? 'default',
    matchStrategy: matchStrategy ?? 'externalId',
    matchField: matchField ?? '',
    condition: draftOf(condition ?? null),
    others,
  };
}

function fieldOf(draft: FieldDraft): SyncMappingField {
  const { externalField, localField, mappingKind, transform, defaultValue, required, others } = draft;
  return {
    ...others,
    externalField: externalField.trim(),
    localField: localField.trim(),
    ...(mappingKind !== 'core' && { mappingKind }),
    ...(transform.trim() !== '' && { transform: valueOfText(transform.trim()) }),
    ...(defaultValue !== '' && { defaultValue: valueOfText(defaultValue) }),
    ...(required && { required }),
  };
}

export function mappingOf(form: MappingForm): SyncMapping {
  const { otherFields, matchStrategy, matchField, condition, others } = form;
  return {
    ...others,
    fields: form.fields.map(fieldOf),
    ...(otherFields !== 'default' && { otherFields }),
    matchStrategy,
    ...(matchStrategy !== 'externalId' && matchField.trim() !== '' && { matchField: matchField.trim() }),
    condition: condition.condition,
  };
}
