/**
 * The event patterns of EventBridge rules and of Lambda's filter criteria, which share one language.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */

import { isRecord } from '../cloudformation/intrinsics.ts';
import { matchesPattern } from '../gateway/iam.ts';

type Comparison = (operand: unknown, value: unknown) => boolean;

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** Compares text only; a prefix or suffix may also be `{"equals-ignore-case": …}`. */
function onText(compare: (wanted: string, text: string) => boolean): Comparison {
  return (operand, value) => {
    const ignoresCase = isRecord(operand) && 'equals-ignore-case' in operand;
    const [wanted, text] = ignoresCase
      ? [lower(operand['equals-ignore-case']), lower(value)]
      : [operand, value];
    return typeof wanted === 'string' && typeof text === 'string' && compare(wanted, text);
  };
}

const comparisons: Readonly<Record<string, Comparison>> = {
  prefix: onText((wanted, text) => text.startsWith(wanted)),
  suffix: onText((wanted, text) => text.endsWith(wanted)),
  wildcard: onText((wanted, text) => matchesStars(wanted, text)),
  'equals-ignore-case': (operand, value) =>
    [operand].flat().some((wanted) => typeof value === 'string' && lower(wanted) === lower(value)),
  'anything-but': (operand, value) => !isAnyOf(operand, value),
  numeric: isInRange,
  exists: (operand) => operand === true,
};

/** Throws an error that names the operator when the pattern uses an unsupported one, or is not a pattern. */
export function checkPattern(pattern: unknown): asserts pattern is Record<string, unknown> {
  if (!isRecord(pattern))
    throw new Error(`an event pattern must be an object, got ${JSON.stringify(pattern)}`);
  for (const [name, wanted] of Object.entries(pattern)) {
    if (name === '$or' && Array.isArray(wanted)) wanted.forEach(checkPattern);
    else if (Array.isArray(wanted)) wanted.forEach(checkAlternative);
    else checkPattern(wanted);
  }
}

function checkAlternative(alternative: unknown): void {
  if (Array.isArray(alternative)) throw new Error('an event pattern cannot have lists within lists');
  if (!isRecord(alternative)) return;
  const [[operator = ''] = [], ...more] = Object.entries(alternative);
  if (more.length > 0) throw new Error('an alternative of an event pattern must have one operator');
  if (!Object.hasOwn(comparisons, operator)) {
    throw new Error(`the event pattern operator "${operator}" is not supported by the local runtime`);
  }
}

/** Whether the event matches everything that the pattern names. */
export function matchesEvent(pattern: Readonly<Record<string, unknown>>, event: unknown): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    if (name === '$or' && Array.isArray(wanted)) {
      return wanted.some((alternative) => isRecord(alternative) && matchesEvent(alternative, event));
    }
    const value = isRecord(event) ? event[name] : undefined;
    if (Array.isArray(wanted)) return wanted.some((alternative) => matchesValue(alternative, value));
    if (!isRecord(wanted)) return false;
    // A list of objects matches when one of them does.
    return Array.isArray(value)
      ? value.some((member) => matchesEvent(wanted, member))
      : matchesEvent(wanted, value);
  });
}

function matchesValue(alternative: unknown, value: unknown): boolean {
  if (isRecord(alternative) && alternative.exists === false) return value === undefined || isRecord(value);
  if (value === undefined || isRecord(value)) return false;
  const values = Array.isArray(value) ? value : [value];
  return values.some((one) => matchesOne(alternative, one));
}

function matchesOne(alternative: unknown, value: unknown): boolean {
  if (!isRecord(alternative)) return alternative === value;
  const [[operator = '', operand] = []] = Object.entries(alternative);
  return comparisons[operator]?.(operand, value) ?? false;
}

function isAnyOf(excluded: unknown, value: unknown): boolean {
  if (!isRecord(excluded)) return [excluded].flat().includes(value);
  return Object.entries(excluded).some(([operator, operands]) =>
    [operands].flat().some((operand) => comparisons[operator]?.(operand, value) ?? false),
  );
}

/** `["=", 5]` or `[">", 0, "<=", 10]`. */
function isInRange(bounds: unknown, value: unknown): boolean {
  if (typeof value !== 'number' || !Array.isArray(bounds) || bounds.length === 0) return false;
  for (let index = 0; index < bounds.length; index += 2) {
    if (!holds(value, bounds[index], Number(bounds[index + 1]))) return false;
  }
  return true;
}

function holds(value: number, operator: unknown, bound: number): boolean {
  switch (operator) {
    case '=':
      return value === bound;
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    default:
      return false;
  }
}

/** `*` matches any text. `?` is literal here but a wildcard in IAM's patterns, so it is removed from both sides. */
function matchesStars(pattern: string, text: string): boolean {
  if (!pattern.includes('?')) return matchesPattern(pattern, text);
  return matchesPattern(pattern.replaceAll('?', '\u0000'), text.replaceAll('?', '\u0000'));
}
