/** The fields of a mapping: where each is in a record, and what is wrong with all of them together. Pure. */

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

/** What is checked of a mapping. */
interface CheckedField extends MappedField {
  externalField: string;
}
interface CheckedMapping {
  fields?: readonly CheckedField[] | undefined;
  matchStrategy?: string | undefined;
  matchField?: string | undefined;
}

export interface MappingProblem {
  path: (string | number)[];
  message: string;
}

const customKey = /^[a-z][a-z0-9_]{0,49}$/;

const isWritten = ({ mappingKind }: MappedField): boolean =>
  mappingKind !== 'ignore' && mappingKind !== 'external_id';

/** Is one of two paths inside the other, or the same? */
const meet = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

function fieldProblem(field: CheckedField, before: readonly CheckedField[]): string | undefined {
  const { custom, path } = placeOf(field);
  if (custom && !customKey.test(path))
    return 'must be the key of a custom field: lower-case letters, digits, underscores';
  const other = before.find((one) => {
    const place = placeOf(one);
    return isWritten(one) && place.custom === custom && meet(place.path, path);
  });
  return other && `is written by ${other.externalField} already`;
}

/** Every problem with where it is. */
export function mappingProblems({
  fields = [],
  matchStrategy,
  matchField,
}: CheckedMapping): MappingProblem[] {
  const problems = fields.flatMap((field, index): MappingProblem[] => {
    const message = isWritten(field) ? fieldProblem(field, fields.slice(0, index)) : undefined;
    return message === undefined ? [] : [{ path: ['fields', index, 'localField'], message }];
  });
  const ids = fields.flatMap(({ mappingKind }, index) => (mappingKind === 'external_id' ? [index] : []));
  for (const index of ids.slice(1))
    problems.push({
      path: ['fields', index, 'mappingKind'],
      message: 'another field is the external_id already',
    });
  if (matchStrategy === 'custom' && matchField === undefined)
    problems.push({ path: ['matchField'], message: 'is required with matchStrategy custom' });
  return problems;
}
