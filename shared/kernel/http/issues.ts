import type { z } from 'zod/mini';
import { safeRange } from '../base/json.ts';
import { issuePath } from './issue-path.ts';
import { withoutText } from './parse-options.ts';

const formats: Record<string, string> = {
  guid: 'must be a UUID',
  email: 'must be an e-mail address',
  url: 'must be a URL',
};

const isNumeric = /^(?:int|number)$/;

interface Bound {
  origin: string;
  inclusive?: boolean | undefined;
}

function boundText({ origin, inclusive }: Bound, words: [string, string], limit: number | bigint): string {
  const word = inclusive === false ? words[1] : words[0];
  if (origin === 'string') return `must have ${word} ${limit} characters`;
  if (origin === 'array') return `must have ${word} ${limit} entries`;
  return `must be ${word} ${limit}`;
}

/**
 * The problem of a value that matches none of several schemas: what each requires, or what the only one of the right
 * type misses.
 */
function unionText(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  const first = options.flatMap(([issue]) => (issue === undefined ? [] : [issue]));
  const ofType = first.filter(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  const [only, ...others] = ofType;
  if (only !== undefined && others.length === 0) {
    const at = issuePath(only.path);
    return at === '' ? describeIssue(only) : `${at} ${describeIssue(only)}`;
  }
  return [...new Set(first.map((issue) => describeIssue(issue)))].join(', or ') || 'is not valid';
}

function keyText(issue: z.core.$ZodIssue | undefined): string {
  return issue === undefined ? 'has a key that is not valid' : `has a key that ${describeIssue(issue)}`;
}

/**
 * Formats the issues of a value for the caller. The product has its own sentences, because zod's locale files are
 * larger in a bundle than the whole validator.
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.message && issue.message !== withoutText) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      // A number, but of more digits than can be computed with.
      if (typeof issue.input === 'bigint' && isNumeric.test(issue.expected)) return safeRange;
      return `must be ${article(issue.expected)}`;
    case 'too_big':
      return boundText(issue, ['at most', 'less than'], issue.maximum);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : boundText(issue, ['at least', 'more than'], issue.minimum);
    case 'invalid_format':
      if (issue.format === 'regex') return `must match ${issue.pattern}`;
      return formats[issue.format] ?? `must be a valid ${issue.format}`;
    case 'invalid_value':
      return issue.input === undefined
        ? 'is required'
        : `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return unionText(issue.errors);
    case 'invalid_key':
      return keyText(issue.issues[0]);
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`;
    default:
      return 'is not valid';
  }
}

/** The words of JSON for the types of the validator. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['record', 'object'],
]);

function article(expected: string): string {
  const word = typeNames.get(expected) ?? expected;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
