import type { z } from 'zod/mini';

const formats: Record<string, string> = {
  guid: 'must be a UUID',
  email: 'must be an e-mail address',
  url: 'must be a URL',
  regex: 'has the wrong form',
};

function bound(issue: { origin: string }, word: string, limit: number | bigint): string {
  if (issue.origin === 'string') return `must have ${word} ${limit} characters`;
  if (issue.origin === 'array') return `must have ${word} ${limit} entries`;
  return `must be ${word} ${limit}`;
}

/**
 * What is wrong with a value, in words for the caller. Our own sentences instead of zod's locale files: those
 * weigh more in a bundle than the whole validator.
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
    case 'too_big':
      return bound(issue, 'at most', issue.maximum);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : bound(issue, 'at least', issue.minimum);
    case 'invalid_format':
      return formats[issue.format] ?? `must be a valid ${issue.format}`;
    case 'invalid_value':
      return issue.input === undefined
        ? 'is required'
        : `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'custom':
      return issue.message ?? 'is not valid';
    default:
      return 'is not valid';
  }
}

function article(expected: string): string {
  const word = expected === 'int' ? 'integer' : expected;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
