/** The message of an issue without its own text. */
export const withoutText = 'Invalid input';

/**
 * Parse options for values whose issues `describeIssue` formats: zod's own texts are omitted, whichever locale is
 * loaded.
 */
export const parseOptions = { reportInput: true, error: () => withoutText };
