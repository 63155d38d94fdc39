/** Locates the fields of a mapping in a record and validates them together. Pure. */

export interface MappedField {
  localField: string;
  mappingKind?: string | undefined;
}

const metadataField = 'metadata';

/** The path of a field in a record, and whether it is a custom field. */
export function localPathOf({ localField, mappingKind }: MappedField): { custom: boolean; path: string } {
  if (mappingKind === 'custom_field') return { custom: true, path: localField };
  return { custom: false, path: mappingKind === 'metadata' ? `${metadataField}.${localField}` : localField };
}

/** The fields of a mapping that are validated. */
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

/** Whether two paths are equal, or one contains the other. */
const meet = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

function fieldProblem(field: CheckedField, before: readonly CheckedField[]): string | undefined {
  const { custom, path } = localPathOf(field);
  if (custom && !customKey.test(path))
    return 'must be the key of a custom field: lower-case letters, digits, underscores';
  const other = before.find((one) => {
    const written = localPathOf(one);
    return isWritten(one) && written.custom === custom && meet(written.path, path);
  });
  return other && `is already written by ${other.externalField}`;
}

/** Every problem with its path. */
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
      message: 'another field is already the external_id',
    });
  if (matchStrategy === 'custom' && matchField === undefined)
    problems.push({ path: ['matchField'], message: 'is required with matchStrategy custom' });
  return problems;
}
