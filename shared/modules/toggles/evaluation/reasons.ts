/** How evaluations explain themselves, in OpenFeature's words. */

export const reasons = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'DEFAULT', 'ERROR'] as const;
export type Reason = (typeof reasons)[number];

/** What an evaluation can fail with. */
export const evaluationErrorCodes = ['TARGETING_KEY_MISSING', 'GENERAL'] as const;
export type EvaluationErrorCode = (typeof evaluationErrorCodes)[number];
