/**
 * Evaluates conditions. A condition becomes a flat list of comparisons, each with the locations to continue at for
 * true and false: groups cost nothing at evaluation, the first decisive comparison ends it, and nesting needs no
 * stack.
 */
import {
  type Comparison,
  type ConditionInput,
  compileComparison,
  missingIn,
  pathsIn,
  rightSide,
  slowOperators,
  type Test,
} from './comparison.ts';
import { compilePath } from './path.ts';

/** Stops evaluations that take too long, by throwing. */
export type BudgetCheck = () => void;

/** Path of a comparison in its condition: the last steps. */
interface NodeLocation {
  /** Undefined for the condition itself. */
  parent: NodeLocation | undefined;
  index: number;
}

/** The outcomes, as locations. */
const holds = -1;
const fails = -2;

interface Program {
  tests: Test[];
  whenTrue: number[];
  whenFalse: number[];
  comparisons: Comparison[];
  locations: (NodeLocation | undefined)[];
  /** Comparisons whose time depends on more than a few values: the watch is called before each. */
  slow: boolean[];
}

/** Operands and result of a comparison. */
export interface TracedComparison {
  /** `rules[1].rules[0]`; empty when the condition is this comparison. */
  path: string;
  field: string;
  operator: string;
  expected: unknown;
  actual: unknown;
  result: boolean;
}

export interface Decision {
  result: boolean;
  /** The decisive comparison; null for a condition without any. */
  decidedBy: TracedComparison | null;
  /** The missing fields, if their absence failed the condition; else empty. */
  failedByMissing: string[];
}

export interface Explanation extends Decision {
  /** The first executed comparisons, in order; without those that could not change the outcome. */
  comparisons: TracedComparison[];
  /** Number of executed comparisons. */
  made: number;
  /** The missing fields that comparisons read; the first hundred. */
  missingFields: string[];
}

export interface CompiledCondition {
  /** Number of comparisons. */
  size: number;
  /** The pattern engine must be loaded before the evaluation (`shared/kernel/base/patterns.ts`). */
  usesPatterns: boolean;
  evaluate(input: ConditionInput, watch?: BudgetCheck): boolean;
  /** Like `evaluate`, with the decisive comparison. */
  decide(input: ConditionInput, watch?: BudgetCheck): Decision;
  /** Like `evaluate`, with every executed comparison. */
  explain(input: ConditionInput, watch?: BudgetCheck): Explanation;
  /** The missing fields of the whole condition, each once; the first hundred. */
  missingFields(input: ConditionInput): string[];
  /** Every path that the condition reads, including placeholders, each once. */
  paths(): string[];
}

interface Group {
  operator: 'AND' | 'OR' | 'NOT';
  rules: readonly Node[];
}
type Node = Comparison | Group;

/** A node to be compiled, with the locations to continue at. */
interface Frame {
  node: Node;
  location: NodeLocation | undefined;
  whenTrue: number;
  whenFalse: number;
  /** Children of a group that are still to be compiled, last first. */
  left: number;
}

function frameOf(node: Node, location: NodeLocation | undefined, whenTrue: number, whenFalse: number): Frame {
  if (!('rules' in node)) return { node, location, whenTrue, whenFalse, left: 0 };
  // NOT is the opposite of AND.
  const negated = node.operator === 'NOT';
  return {
    node,
    location,
    whenTrue: negated ? whenFalse : whenTrue,
    whenFalse: negated ? whenTrue : whenFalse,
    left: node.rules.length,
  };
}

/**
 * Compiles the comparisons from last to first, so that the locations to continue at are known. Returns the program and
 * the location of its first comparison.
 */
function compileProgram(condition: Node): { program: Program; start: number } {
  const program: Program = {
    tests: [],
    whenTrue: [],
    whenFalse: [],
    comparisons: [],
    locations: [],
    slow: [],
  };
  const stack = [frameOf(condition, undefined, holds, fails)];
  /** Location of the comparison that was compiled last. */
  let start = holds;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { node, location, whenTrue, whenFalse } = frame;
    if (!('rules' in node)) {
      start = program.tests.push(compileComparison(node)) - 1;
      program.whenTrue.push(whenTrue);
      program.whenFalse.push(whenFalse);
      program.comparisons.push(node);
      program.locations.push(location);
      program.slow.push(slowOperators.has(node.operator));
      stack.pop();
      continue;
    }
    if (node.rules.length === 0) start = node.operator === 'NOT' ? whenFalse : whenTrue;
    if (frame.left === 0) {
      stack.pop();
      continue;
    }
    const isLast = frame.left === node.rules.length;
    frame.left -= 1;
    const child = node.rules[frame.left];
    if (child === undefined) throw new Error('A group of a condition has no such child.');
    const at = { parent: location, index: frame.left };
    if (isLast) stack.push(frameOf(child, at, whenTrue, whenFalse));
    else if (node.operator === 'OR') stack.push(frameOf(child, at, whenTrue, start));
    else stack.push(frameOf(child, at, start, whenFalse));
  }
  return { program, start };
}

/** The watch is called once per this number of comparisons. */
const comparisonsPerCheck = 256;
/** An explanation contains this number of comparisons, and the decisive one. */
const maxTraced = 100;
/** Paths of deep comparisons are shortened to their end, which identifies them. */
const pathSteps = 20;

function pathOf(location: NodeLocation | undefined): string {
  const steps: string[] = [];
  let at = location;
  for (; at !== undefined && steps.length < pathSteps; at = at.parent) steps.push(`rules[${at.index}]`);
  const path = steps.toReversed().join('.');
  return at === undefined ? path : `….${path}`;
}

function trace(program: Program, index: number, result: boolean, input: ConditionInput): TracedComparison {
  const comparison = program.comparisons[index];
  if (comparison === undefined) throw new Error('A condition has no such comparison.');
  const { field, operator } = comparison;
  const right = rightSide(comparison);
  return {
    path: pathOf(program.locations[index]),
    field,
    operator,
    expected: 'look' in right ? right.look(input) : right.constant,
    actual: compilePath(field)(input.data),
    result,
  };
}

/** The names of a list, each once. */
const firstNames = (names: Iterable<string>): string[] => [...new Set(names)].slice(0, maxTraced);

/**
 * Compiles a condition that `findConditionProblem` accepts. Null, which old rules may have, is always true, and so is
 * an empty group. With `failsOnMissing`, the first comparison of a missing field fails the whole condition.
 */
export function compileCondition(
  condition: unknown,
  { failsOnMissing = false }: { failsOnMissing?: boolean } = {},
): CompiledCondition {
  const always: Group = { operator: 'AND', rules: [] };
  const { program, start } = compileProgram((condition ?? always) as Node);
  const { tests, whenTrue, whenFalse, comparisons, slow } = program;
  const usesPatterns = comparisons.some(({ operator }) => operator === 'MATCHES');
  const missingAt = (at: number, input: ConditionInput): string[] => {
    const comparison = comparisons[at];
    return comparison === undefined ? [] : missingIn(comparison, input);
  };
  const failsAt = failsOnMissing
    ? (at: number, input: ConditionInput): boolean => missingAt(at, input).length > 0
    : undefined;

  /** Runs the program; `visit` is called for every executed comparison. */
  function run(
    input: ConditionInput,
    watch: BudgetCheck | undefined,
    visit?: (at: number, result: boolean) => void,
  ): boolean {
    let at = start;
    let made = 0;
    while (at >= 0) {
      if (watch !== undefined && (slow[at] || made % comparisonsPerCheck === comparisonsPerCheck - 1))
        watch();
      made += 1;
      if (failsAt?.(at, input)) {
        visit?.(at, false);
        return false;
      }
      const result = (tests[at] as Test)(input);
      visit?.(at, result);
      at = (result ? whenTrue[at] : whenFalse[at]) as number;
    }
    return at === holds;
  }

  return {
    size: tests.length,
    usesPatterns,
    evaluate: (input, watch) => run(input, watch),
    decide(input, watch) {
      let last: [at: number, result: boolean] | undefined;
      const result = run(input, watch, (...made) => {
        last = made;
      });
      if (last === undefined) return { result, decidedBy: null, failedByMissing: [] };
      const failedByMissing = failsOnMissing ? firstNames(missingAt(last[0], input)) : [];
      return { result, decidedBy: trace(program, ...last, input), failedByMissing };
    },
    explain(input, watch) {
      const made: [at: number, result: boolean][] = [];
      const result = run(input, watch, (...one) => made.push(one));
      const last = made.at(-1);
      return {
        result,
        decidedBy: last === undefined ? null : trace(program, ...last, input),
        failedByMissing: last && failsOnMissing ? firstNames(missingAt(last[0], input)) : [],
        comparisons: made.slice(0, maxTraced).map((one) => trace(program, ...one, input)),
        made: made.length,
        missingFields: firstNames(made.flatMap(([at]) => missingAt(at, input))),
      };
    },
    // The program is compiled from the last comparison to the first.
    missingFields: (input) =>
      firstNames(comparisons.toReversed().flatMap((comparison) => missingIn(comparison, input))),
    paths: () => [...new Set(comparisons.toReversed().flatMap(pathsIn))],
  };
}
