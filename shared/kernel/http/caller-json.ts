/** Parses and checks callers' JSON in a body, a part of a form, a line of a file or a message. */

import { parseJson } from '../base/json.ts';
import { truncateStart } from '../base/text.ts';
import { InvalidInputError, MalformedBodyError, TooDeepError } from '../errors/errors.ts';
import { issuePath } from './issue-path.ts';

/** Maximum number of levels of a caller's JSON; `[]` has one. */
export const maxJsonLevels = 100;

/** To a parser, a key with this name is data; to a later plain assignment, it is a prototype. */
export const forbiddenNames: ReadonlySet<string> = new Set(['__proto__']);

/** For `forbidden`, where keys are data and never property names. */
export const anyName: ReadonlySet<string> = new Set();

/** Maximum length of a path in an error: paths may be as long as the JSON. */
const maxFieldCharacters = 200;

export interface JsonProblem {
  kind: 'forbidden_name' | 'too_deep' | 'not_unicode' | 'not_finite' | 'not_exact';
  /** Path of the invalid part, `items[0].name`. For too deep values, the field that contains them. */
  field: string;
}

interface JsonRules {
  /** Name of the JSON in errors, if it is a part of the request or of a file. */
  name?: string;
  /** Its fields that may nest to any depth; `mapping.condition` is a field of an object. */
  deepFields?: readonly string[];
  /** Forbidden keys; `forbiddenNames` by default. */
  forbidden?: ReadonlySet<string>;
}

interface Holder {
  value: object;
  /** Levels including this one. */
  level: number;
  key: PropertyKey | undefined;
  parent: Holder | undefined;
}

function pathOf(holder: Holder | undefined, key: PropertyKey | undefined): PropertyKey[] {
  const path: PropertyKey[] = key === undefined ? [] : [key];
  for (let at = holder; at?.key !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** Returns whether one of the names, with at most two parts, matches the member. */
function isNamed(
  names: readonly string[],
  holder: Holder | undefined,
  key: PropertyKey | undefined,
): boolean {
  if (typeof key !== 'string' || holder === undefined) return false;
  if (holder.parent === undefined) return names.includes(key);
  return holder.parent.parent === undefined && names.includes(`${String(holder.key)}.${key}`);
}

/** The first problem of parsed JSON of any depth; undefined when there is none. */
export function findJsonProblem(
  root: unknown,
  { name, deepFields = [], forbidden = forbiddenNames }: JsonRules = {},
): JsonProblem | undefined {
  const stack: Holder[] = [];
  const problem = (kind: JsonProblem['kind'], holder: Holder | undefined, key?: PropertyKey): JsonProblem => {
    const path = [...(name === undefined ? [] : [name]), ...pathOf(holder, key)];
    const shown = kind === 'too_deep' ? path.slice(0, 1).filter((part) => typeof part === 'string') : path;
    return { kind, field: truncateStart(issuePath(shown), maxFieldCharacters) || 'body' };
  };
  const visit = (value: unknown, holder: Holder | undefined, key?: PropertyKey): JsonProblem | undefined => {
    if (typeof value === 'string' && !value.isWellFormed()) return problem('not_unicode', holder, key);
    // 1e999 is valid JSON, but is parsed as Infinity, and 12345678901234567.5 as NaN; both would be written as null.
    if (typeof value === 'number' && !Number.isFinite(value))
      return problem(Number.isNaN(value) ? 'not_exact' : 'not_finite', holder, key);
    if (typeof value !== 'object' || value === null) return undefined;
    const isDeepField = deepFields.length > 0 && isNamed(deepFields, holder, key);
    const level = isDeepField ? Number.NEGATIVE_INFINITY : (holder?.level ?? 0) + 1;
    if (level > maxJsonLevels) return problem('too_deep', holder, key);
    stack.push({ value, level, key, parent: holder });
    return undefined;
  };
  const visitMembers = (at: Holder): JsonProblem | undefined => {
    // By index: a body may have half a million members, and iterators would make an array for each.
    if (Array.isArray(at.value)) {
      for (let index = 0; index < at.value.length; index += 1) {
        const found = visit(at.value[index], at, index);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    for (const [key, child] of Object.entries(at.value)) {
      if (forbidden.has(key)) return problem('forbidden_name', at, key);
      if (!key.isWellFormed()) return problem('not_unicode', at);
      const found = visit(child, at, key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  let found = visit(root, undefined);
  for (let at = stack.pop(); at !== undefined && found === undefined; at = stack.pop())
    found = visitMembers(at);
  return found;
}

/** What is wrong with JSON that is not in a request, after the name of what contains it. */
export function jsonProblemText({ kind, field }: JsonProblem): string {
  switch (kind) {
    case 'too_deep':
      return `nests more than ${maxJsonLevels} levels deep at ${field}`;
    case 'not_unicode':
      return `has text that is not valid Unicode at ${field}`;
    case 'not_finite':
      return `has a number that is too large at ${field}`;
    case 'not_exact':
      return `has a number with too many digits at ${field}`;
    case 'forbidden_name':
      return `has a key that may not be used at ${field}`;
  }
}

/** The error of a text with invalid Unicode. */
export const notUnicodeError = (field: string) => new InvalidInputError({ [field]: 'must be valid Unicode' });

/** The error of a key with a prototype's name. */
const forbiddenNameError = (name: string) =>
  new MalformedBodyError(`The name "${name}" may not be used as a key.`);

/** Throws TooDeepError, InvalidInputError or MalformedBodyError with the path of the part that is refused. */
export function checkCallerJson(value: unknown, rules?: JsonRules): void {
  const problem = findJsonProblem(value, rules);
  if (problem === undefined) return;
  if (problem.kind === 'too_deep') throw new TooDeepError(problem.field, maxJsonLevels);
  if (problem.kind === 'not_unicode') throw notUnicodeError(problem.field);
  if (problem.kind === 'not_finite')
    throw new InvalidInputError({ [problem.field]: 'must be a number of at most 1.8e308' });
  if (problem.kind === 'not_exact')
    throw new InvalidInputError({ [problem.field]: 'must have no decimal places beyond 9007199254740991' });
  throw forbiddenNameError('__proto__');
}

/** A byte order mark, which some programs write before their text; RFC 8259 (8.1) allows to ignore it. */
const byteOrderMark = /^\uFEFF/;

/** Parses a caller's JSON text. Throws SyntaxError for invalid JSON, otherwise like `checkCallerJson`. */
export function parseCallerJson(text: string, rules?: JsonRules): unknown {
  const value: unknown = parseJson(text.replace(byteOrderMark, ''));
  checkCallerJson(value, rules);
  return value;
}
