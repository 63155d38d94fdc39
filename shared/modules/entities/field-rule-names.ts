/**
 * The validation rules of custom fields; separate from their checks, because contracts do not need the
 * pattern engine.
 */
export const ruleNames = [
  'required',
  'date',
  'integer',
  'float',
  'lt',
  'lte',
  'gt',
  'gte',
  'eq',
  'ne',
  'regex',
] as const;
export type FieldRuleName = (typeof ruleNames)[number];
