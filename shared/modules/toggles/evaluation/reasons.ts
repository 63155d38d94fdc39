/** Reasons and error codes of evaluations, as OpenFeature and its providers define them. */

export const reasons = [
  'STATIC',
  'TARGETING_MATCH',
  'SPLIT',
  'DISABLED',
  'PREREQUISITE_FAILED',
  'DEFAULT',
  'ERROR',
] as const;
export type Reason = (typeof reasons)[number];

export const evaluationErrorCodes = ['GENERAL'] as const;
export type EvaluationErrorCode = (typeof evaluationErrorCodes)[number];
