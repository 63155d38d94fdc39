/** The names of custom fields in bodies and queries, beside the declared fields. */
export const customFieldNames = /^cf[_:]./s;

export const customFieldsProblem = 'must be an object, or a list of {key, value}';

/** Whether a value of `customFields` has one of the accepted forms; null has no values. */
export function isCustomFields(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry?.key === 'string');
  return typeof value === 'object';
}
