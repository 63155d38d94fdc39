/** Where the field of a mapping is in a record. Pure. */

export interface MappedField {
  localField: string;
  mappingKind?: string | undefined;
}

const metadataField = 'metadata';

/** Where a field of a record is, and whether among the custom ones. */
export function placeOf({ localField, mappingKind }: MappedField): { custom: boolean; path: string } {
  if (mappingKind === 'custom_field') return { custom: true, path: localField };
  return { custom: false, path: mappingKind === 'metadata' ? `${metadataField}.${localField}` : localField };
}
