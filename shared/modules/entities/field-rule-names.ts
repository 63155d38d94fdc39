/** The rules a custom field may carry; apart from their checks, whose pattern engine no contract needs. */
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
