/** The message of an issue whose check has no text of its own. */
export const withoutText = 'Invalid input';

/** How values are parsed whose issues `describeIssue` words: zod's own texts are left out, whichever locale is loaded. */
export const parseOptions = { reportInput: true, error: () => withoutText };
