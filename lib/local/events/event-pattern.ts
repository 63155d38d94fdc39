/**
 * The event patterns of EventBridge rules and of Lambda's filter criteria, which share one language. Of its operators,
 * those in `comparisons` run locally.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
import { isRecord } from '../cloudformation/intrinsics.ts';
import { matchesPattern } from '../gateway/iam.ts';

type Comparison = (operand: unknown, value: unknown) => boolean;

const onText =
  (compare: (wanted: string, text: string) => boolean): Comparison =>
  (operand, value) =>
    typeof operand === 'string' && typeof value === 'string' && compare(operand, value);

const comparisons: Readonly<Record<string, Comparison>> = {
  prefix: onText((wanted, text) => text.startsWith(wanted)),
  suffix: onText((wanted, text) => text.endsWith(wanted)),
  // `?` is literal here but a wildcard in IAM's patterns, so it is replaced on both sides.
  wildcard: onText((wanted, text) =>
    matchesPattern(wanted.replaceAll('?', '\u0000'), text.replaceAll('?', '\u0000')),
  ),
  'anything-but': (operand, value) => ![operand].flat().some((excluded) => matchesOne(excluded, value)),
  exists: (operand) => operand === true,
};

/** Throws an error that names the operator when the pattern uses an unsupported one, or is not a pattern. */
export function checkPattern(pattern: unknown): asserts pattern is Record<string, unknown> {
  if (!isRecord(pattern))
    throw new Error(`an event pattern must be an object, got ${JSON.stringify(pattern)}`);
  for (const [name, wanted] of Object.entries(pattern)) {
    if (name.startsWith('$')) throw unsupported(name);
    if (Array.isArray(wanted)) wanted.forEach(checkAlternative);
    else checkPattern(wanted);
  }
}

function unsupported(operator: string): Error {
  return new Error(`the event pattern operator "${operator}" is not supported by the local runtime`);
}

function checkAlternative(alternative: unknown): void {
  if (Array.isArray(alternative)) throw new Error('an event pattern cannot have lists within lists');
  if (!isRecord(alternative)) return;
  const [[operator = '', operand] = [], ...more] = Object.entries(alternative);
  if (more.length > 0) throw new Error('an alternative of an event pattern must have one operator');
  if (!Object.hasOwn(comparisons, operator)) throw unsupported(operator);
  for (const one of [operand].flat()) checkAlternative(one);
}

/** Whether the event matches everything that the pattern names. */
export function matchesEvent(pattern: Readonly<Record<string, unknown>>, event: unknown): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
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
  return Array.isArray(value)
    ? value.some((one) => matchesOne(alternative, one))
    : matchesOne(alternative, value);
}

function matchesOne(alternative: unknown, value: unknown): boolean {
  if (!isRecord(alternative)) return alternative === value;
  const [[operator = '', operand] = []] = Object.entries(alternative);
  return comparisons[operator]?.(operand, value) ?? false;
}
