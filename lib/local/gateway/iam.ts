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
  const applicable = applicableTo(action, resource, statements);
  // Without conditions, action and resource alone determine the decision.
  if (!applicable.isConditional) {
    applicable.decision ??= decide(action, applicable.rules, {});
    return applicable.decision;
  }
  return decide(action, applicable.rules, lowerCaseKeys(context));
}

/** A statement that covers an action and possibly a resource. */
interface Rule {
  statement: PolicyStatement;
  resource: Exclude<Verdict, 'no'>;
}

interface Applicable {
  rules: readonly Rule[];
  isConditional: boolean;
  decision?: Decision;
}

function decide(action: string, rules: readonly Rule[], context: ConditionContext): Decision {
  const allows: PolicyStatement[] = [];
  const refused: string[] = [];
  for (const { statement, resource } of rules) {
    const failed = failedConditions(statement, context);
    const verdict = resource === 'unknown' ? 'unknown' : failed.verdict;
    if (statement.Effect === 'Deny' && verdict !== 'no') {
      return {
        allowed: false,
        matched: [statement],
        reason: 'with an explicit deny in an identity-based policy',
      };
    }
    if (statement.Effect !== 'Allow') continue;
    if (verdict === 'yes') allows.push(statement);
    else refused.push(...failed.conditions);
  }
  if (allows.length > 0) {
    return { allowed: true, matched: allows, reason: 'allowed by an identity-based policy' };
  }
  const reason = `because no identity-based policy allows the ${action} action`;
  if (refused.length === 0) return { allowed: false, matched: [], reason };
  return { allowed: false, matched: [], reason: `${reason} (condition not met: ${refused.join(', ')})` };
}

/**
 * Number of (action, resource) pairs cached per list of statements; every object of a bucket is a resource of its own.
 */
const maxRemembered = 1_000;
/** Cache by the statements of an identity (one list object for all its calls), then by action and resource. */
const remembered = new WeakMap<readonly PolicyStatement[], Map<string, Applicable>>();

/** Returns the statements that cover the action and the resource, cached. */
function applicableTo(action: string, resource: string, statements: readonly PolicyStatement[]): Applicable {
  let known = remembered.get(statements);
  if (known === undefined) {
    known = new Map();
    remembered.set(statements, known);
  }
  const name = `${action} ${resource}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const rules: Rule[] = [];
  for (const statement of statements) {
    if (!asList(statement.Action).some((pattern) => matchesAction(pattern, action))) continue;
    const verdict = anyOf(asList(statement.Resource).map((pattern) => resourceVerdict(pattern, resource)));
    if (verdict !== 'no') rules.push({ statement, resource: verdict });
  }
  const applicable: Applicable = {
    rules,
    isConditional: rules.some(({ statement }) => statement.Condition !== undefined),
  };
  if (known.size >= maxRemembered) known.clear();
  known.set(name, applicable);
  return applicable;
}

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

function resourceVerdict(pattern: string, resource: string): Verdict {
  // Policy variables such as ${aws:PrincipalTag/team} are not substituted here.
  if (pattern.includes('${')) return 'unknown';
  return matchesPattern(pattern, resource) ? 'yes' : 'no';
}

function failedConditions(
  statement: PolicyStatement,
  context: ConditionContext,
): { verdict: Verdict; conditions: string[] } {
  const outcomes: Verdict[] = [];
  const conditions: string[] = [];
  for (const [operator, keys] of Object.entries(statement.Condition ?? {})) {
    for (const [key, expected] of Object.entries(keys)) {
      const outcome = conditionVerdict(operator, asList(expected), context[key.toLowerCase()]);
      outcomes.push(outcome);
      if (outcome !== 'yes') conditions.push(`${operator} ${key}`);
    }
  }
  // One failed condition decides the statement; unknown ones have no effect.
  if (outcomes.includes('no')) return { verdict: 'no', conditions };
  return { verdict: outcomes.includes('unknown') ? 'unknown' : 'yes', conditions };
}

interface Operator {
  negated?: boolean;
  test(expected: string, actual: string): boolean;
}

const operators: Record<string, Operator> = {
  StringEquals: { test: (expected, actual) => expected === actual },
  StringNotEquals: { negated: true, test: (expected, actual) => expected === actual },
  StringLike: { test: matchesPattern },
  ArnLike: { test: matchesArn },
  // IAM gives both the same behaviour:
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
  ArnEquals: { test: matchesArn },
  Bool: { test: (expected, actual) => expected.toLowerCase() === actual.toLowerCase() },
};

function conditionVerdict(
  operatorName: string,
  expected: string[],
  actual: string | string[] | undefined,
): Verdict {
  const { set, base, ifExists } = parseOperator(operatorName);
  if (base === 'Null') {
    if (set !== undefined || ifExists) return 'unknown';
    return expected.some((value) => (value.toLowerCase() === 'true') === (actual === undefined))
      ? 'yes'
      : 'no';
  }
  const operator = Object.hasOwn(operators, base) ? operators[base] : undefined;
  if (operator === undefined || expected.some((value) => value.includes('${'))) return 'unknown';
  // AWS lets ForAllValues and negated operators pass when the key is absent. Refused here, so that no policy relies
  // on that.
  if (actual === undefined) return ifExists ? 'yes' : 'unknown';
  const holds = (value: string): boolean =>
    expected.some((pattern) => operator.test(pattern, value)) !== (operator.negated ?? false);
  const values = asList(actual);
  if (set === 'ForAllValues') return values.every(holds) ? 'yes' : 'no';
  if (set === 'ForAnyValue') return values.some(holds) ? 'yes' : 'no';
  const [single, ...more] = values;
  // IAM leaves the result for several values without a set prefix undefined.
  if (single === undefined || more.length > 0) return 'unknown';
  return holds(single) ? 'yes' : 'no';
}

function parseOperator(name: string): { set?: string; base: string; ifExists: boolean } {
  const [first = '', second] = name.split(':');
  const operator = second ?? first;
  const ifExists = operator.endsWith('IfExists');
  const base = ifExists ? operator.slice(0, -'IfExists'.length) : operator;
  if (second === undefined) return { base, ifExists };
  if (first !== 'ForAllValues' && first !== 'ForAnyValue') return { base: '', ifExists };
  return { set: first, base, ifExists };
}

/** ARNs are compared section by section: a wildcard does not match across the first five colons. */
function matchesArn(pattern: string, arn: string): boolean {
  const wanted = arnSections(pattern);
  const given = arnSections(arn);
  if (wanted.length !== 6 || given.length !== 6) return false;
  return wanted.every((section, index) => matchesPattern(section, given[index] ?? ''));
}

function arnSections(arn: string): string[] {
  const sections = arn.split(':');
  return sections.length < 6 ? sections : [...sections.slice(0, 5), sections.slice(5).join(':')];
}

function anyOf(verdicts: Verdict[]): Verdict {
  if (verdicts.includes('yes')) return 'yes';
  return verdicts.includes('unknown') ? 'unknown' : 'no';
}

function asList(value: string | string[]): string[] {
  return Array.isArray(value) ? value : [value];
}

function lowerCaseKeys(context: ConditionContext): ConditionContext {
  return Object.fromEntries(Object.entries(context).map(([key, value]) => [key.toLowerCase(), value]));
}
