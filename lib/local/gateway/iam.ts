/** IAM's decision for one principal, action and resource: explicit deny, then allow, else implicit deny. */
import type { PolicyStatement } from '../types.ts';

/** Condition keys of one request, for instance `{'dynamodb:LeadingKeys': ['KEY#1']}`. */
export type ConditionContext = Record<string, string | string[]>;

export interface Decision {
  allowed: boolean;
  /** The deciding statements: the first that denies, or all that allow; none for an implicit deny. */
  matched: readonly PolicyStatement[];
  /** Ends AWS's sentence "… is not authorized to perform: A on resource: R …". */
  reason: string;
}

/** `unknown` means that this evaluator cannot decide: an Allow then does not apply, and a Deny does. */
type Verdict = 'yes' | 'no' | 'unknown';

/** Condition key of every request: the loopback connection has no TLS, but in AWS the SDK always uses it. */
const everyContext: ConditionContext = { 'aws:SecureTransport': 'true' };

/**
 * Decides whether the statements allow the action on the resource. Pure and total: a statement with an unknown
 * operator, condition key or policy variable refuses instead of throwing.
 */
export function authorize(request: {
  statements: readonly PolicyStatement[];
  action: string;
  resource: string;
  context?: ConditionContext;
}): Decision {
  const { statements, action, resource, context = {} } = request;
  return deciderOf(statements, action, resource)(context);
}

type Decider = (context: ConditionContext) => Decision;

interface Condition {
  key: string;
  /** Operator and key, for messages. */
  name: string;
  verdict(actual: string | string[] | undefined): Verdict;
}

/** A statement that covers an action and possibly a resource. */
interface Rule {
  statement: PolicyStatement;
  resource: Exclude<Verdict, 'no'>;
  conditions: readonly Condition[];
}

function decide(action: string, rules: readonly Rule[], context: ConditionContext): Decision {
  const allows: PolicyStatement[] = [];
  const refused: string[] = [];
  for (const { statement, resource, conditions } of rules) {
    const verdicts = conditions.map(({ key, verdict }) => verdict(contextValue(key, context)));
    const isDeny = statement.Effect === 'Deny';
    // One failed condition decides the statement; unknown ones have no effect.
    if (isDeny && !verdicts.includes('no')) {
      const reason = 'with an explicit deny in an identity-based policy';
      return { allowed: false, matched: [statement], reason };
    }
    if (isDeny) continue;
    if (resource === 'yes' && verdicts.every((verdict) => verdict === 'yes')) allows.push(statement);
    else refused.push(...conditions.flatMap(({ name }, index) => (verdicts[index] === 'yes' ? [] : name)));
  }
  if (allows.length > 0) {
    return { allowed: true, matched: allows, reason: 'allowed by an identity-based policy' };
  }
  const reason = `because no identity-based policy allows the ${action} action`;
  if (refused.length === 0) return { allowed: false, matched: [], reason };
  return { allowed: false, matched: [], reason: `${reason} (condition not met: ${refused.join(', ')})` };
}

/** Names of condition keys are case-insensitive, but almost always written like AWS's documentation writes them. */
function contextValue(key: string, context: ConditionContext): string | string[] | undefined {
  const value = context[key] ?? everyContext[key];
  if (value !== undefined) return value;
  const wanted = key.toLowerCase();
  return Object.entries(context).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/**
 * Number of (action, resource) pairs cached per list of statements; every object of a bucket is a resource of its own.
 */
const maxRemembered = 1_000;
/** Cache by the statements of an identity (one list object for all its calls), then by action and resource. */
const remembered = new WeakMap<readonly PolicyStatement[], Map<string, Decider>>();

/** Returns the decision on the action and the resource as a function of the condition keys, cached. */
function deciderOf(statements: readonly PolicyStatement[], action: string, resource: string): Decider {
  const known = remembered.get(statements) ?? new Map<string, Decider>();
  const name = `${action} ${resource}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const rules = statements.flatMap((statement) => ruleOf(statement, action, resource) ?? []);
  const unconditional = decide(action, rules, {});
  const isConditional = rules.some(({ conditions }) => conditions.length > 0);
  const decider: Decider = isConditional ? (context) => decide(action, rules, context) : () => unconditional;
  if (known.size >= maxRemembered) known.clear();
  remembered.set(statements, known.set(name, decider));
  return decider;
}

/** Undefined when the statement does not cover the action on the resource. */
function ruleOf(statement: PolicyStatement, action: string, resource: string): Rule | undefined {
  const { Action, Resource, Condition = {} } = statement;
  if (![Action].flat().some((pattern) => matchesAction(pattern, action))) return undefined;
  const patterns = [Resource].flat();
  const isCovered = patterns.some((pattern) => !hasVariable(pattern) && matchesPattern(pattern, resource));
  if (!isCovered && !patterns.some(hasVariable)) return undefined;
  const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, expected]) => ({
      key,
      name: `${operator} ${key}`,
      verdict: conditionVerdict(operator, [expected].flat()),
    })),
  );
  return { statement, resource: isCovered ? 'yes' : 'unknown', conditions };
}

/** Policy variables such as `${aws:PrincipalTag/team}` are not substituted here. */
const hasVariable = (text: string): boolean => text.includes('${');

/** Matches like IAM patterns: `*` is any text, `?` any one character, everything else is literal. */
export function matchesPattern(pattern: string, text: string): boolean {
  // Two cursors and one restart point: linear memory and no exponential backtracking for any pattern.
  let p = 0;
  let t = 0;
  let star = -1;
  let restart = 0;
  while (t < text.length) {
    const symbol = pattern[p];
    if (symbol === '*') {
      star = p++;
      restart = t;
    } else if (symbol !== undefined && (symbol === '?' || symbol === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++restart;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Whether an IAM action pattern covers an action, both like `dynamodb:GetItem`, case-insensitive. */
export function matchesAction(pattern: string, action: string): boolean {
  return matchesPattern(pattern.toLowerCase(), action.toLowerCase());
}

/** ARNs are compared section by section: a wildcard does not match across the first five colons. */
function matchesArn(pattern: string, arn: string): boolean {
  const sections = (text: string): string[] =>
    /^(.*?):(.*?):(.*?):(.*?):(.*?):(.*)$/s.exec(text)?.slice(1) ?? [];
  const [wanted, given] = [sections(pattern), sections(arn)];
  if (wanted.length === 0 || given.length === 0) return false;
  return wanted.every((section, index) => matchesPattern(section, given[index] ?? ''));
}

const operators = new Map<string, (expected: string, actual: string) => boolean>([
  ['StringEquals', (expected, actual) => expected === actual],
  ['StringLike', matchesPattern],
  ['ArnLike', matchesArn],
  // IAM gives both the same behaviour:
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
  ['ArnEquals', matchesArn],
  ['Bool', (expected, actual) => expected.toLowerCase() === actual.toLowerCase()],
]);

/** Returns the function that compares a condition's values with those of a request. */
function conditionVerdict(operator: string, expected: readonly string[]): Condition['verdict'] {
  if (operator === 'Null') {
    return (actual) => (expected.includes(String(actual === undefined)) ? 'yes' : 'no');
  }
  const [, set, name = ''] = /^(?:(ForAllValues|ForAnyValue):)?(\w+)$/.exec(operator) ?? [];
  const matches = operators.get(name);
  if (matches === undefined || expected.some(hasVariable)) return () => 'unknown';
  const holds = (value: string): boolean => expected.some((pattern) => matches(pattern, value));
  return (actual) => {
    const values = [actual ?? []].flat();
    // AWS lets ForAllValues pass when the key is absent. Refused here, so that no policy relies on that. IAM leaves
    // the result for several values without a set prefix undefined.
    if (actual === undefined || (set === undefined && values.length !== 1)) return 'unknown';
    return (set === 'ForAnyValue' ? values.some(holds) : values.every(holds)) ? 'yes' : 'no';
  };
}
