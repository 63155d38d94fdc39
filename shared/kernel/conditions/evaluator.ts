/**
 * Evaluates conditions. A condition becomes a flat list of comparisons, each with the locations to continue at for
 * true and false: groups cost nothing at evaluation, the first decisive comparison ends it, and nesting needs no
 * stack.
 */
import type { BudgetCheck } from './budget.ts';
import {
  type Comparison,
  comparesWithExpression,
  compileComparison,
  missingIn,
  pathsIn,
  slowOperators,
} from './comparison.ts';
import type {
  CompiledCondition,
  SearchAllowance,
  Test,
  TraceAllowance,
  TracedComparison,
} from './compiled.ts';
import { type ConditionInput, outerPathOf } from './field.ts';
import {
  type CompiledList,
  compileList,
  evaluatedElements,
  evaluateList,
  isListOperator,
  type ListCondition,
  missingInElements,
  missingThatFailed,
  pathsOfList,
} from './list.ts';
import { maxTraced, traceAllowance, traceLeaf } from './trace.ts';

export type { BudgetCheck } from './budget.ts';
export type { CompiledCondition, Decision, TracedComparison } from './compiled.ts';

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
  leaves: (Comparison | CompiledList)[];
  locations: (NodeLocation | undefined)[];
  /** Comparisons whose time depends on more than a few values: the watch is called before each. */
  slow: boolean[];
}

interface Group {
  operator: 'AND' | 'OR' | 'NOT';
  rules: readonly Node[];
}
type Leaf = Comparison | ListCondition<Node>;
type Node = Leaf | Group;

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

interface CompileOptions {
  failsOnMissing?: boolean;
}

const isList = (leaf: Comparison | CompiledList): leaf is CompiledList => 'ofElement' in leaf;
const isOnElements = (leaf: Leaf): leaf is ListCondition<Node> => isListOperator(leaf.operator);

function compileLeaf(leaf: Leaf, options: CompileOptions): { leaf: Comparison | CompiledList; test: Test } {
  if (!isOnElements(leaf)) return { leaf, test: compileComparison(leaf) };
  // Validation limits how deep conditions on elements nest.
  const list = compileList(leaf, compileCondition(leaf.condition, options));
  return { leaf: list, test: (input, watch) => evaluateList(list, input, watch) };
}

/**
 * Compiles the comparisons from last to first, so that the locations to continue at are known. Returns the program and
 * the location of its first comparison.
 */
function compileProgram(condition: Node, options: CompileOptions): { program: Program; start: number } {
  const program: Program = {
    tests: [],
    whenTrue: [],
    whenFalse: [],
    leaves: [],
    locations: [],
    slow: [],
  };
  const stack = [frameOf(condition, undefined, holds, fails)];
  /** Location of the comparison that was compiled last. */
  let start = holds;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { node, location, whenTrue, whenFalse } = frame;
    if (!('rules' in node)) {
      const { leaf, test } = compileLeaf(node, options);
      start = program.tests.push(test) - 1;
      program.whenTrue.push(whenTrue);
      program.whenFalse.push(whenFalse);
      program.leaves.push(leaf);
      program.locations.push(location);
      program.slow.push(isList(leaf) || slowOperators.has(leaf.operator) || comparesWithExpression(leaf));
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
/** Paths of deep comparisons are shortened to their end, which identifies them. */
const pathSteps = 20;

function pathOf(location: NodeLocation | undefined): string {
  const steps: string[] = [];
  let at = location;
  for (; at !== undefined && steps.length < pathSteps; at = at.parent) steps.push(`rules[${at.index}]`);
  const path = steps.toReversed().join('.');
  return at === undefined ? path : `….${path}`;
}

function trace(
  { leaves, locations }: Program,
  index: number,
  result: boolean,
  input: ConditionInput,
  allowance: TraceAllowance,
): TracedComparison {
  const leaf = leaves[index];
  if (leaf === undefined) throw new Error('A condition has no such comparison.');
  return traceLeaf(leaf, pathOf(locations[index]), result, input, allowance);
}

/** A condition of a rule has fewer comparisons; those on elements are counted for each element. */
const maxSearched = 10_000;

/** The names of a list, each once. */
const firstNames = (names: Iterable<string>): string[] => [...new Set(names)].slice(0, maxTraced);

/**
 * Compiles a condition that `findConditionProblem` accepts. Null, which old rules may have, is always true, and so is
 * an empty group. With `failsOnMissing`, the first comparison of a missing field fails the whole condition.
 */
export function compileCondition(condition: unknown, options: CompileOptions = {}): CompiledCondition {
  const always: Group = { operator: 'AND', rules: [] };
  const { program, start } = compileProgram((condition ?? always) as Node, options);
  const { tests, whenTrue, whenFalse, leaves, slow } = program;
  const lists = leaves.filter(isList);
  const usesPatterns =
    leaves.some(({ operator }) => operator === 'MATCHES') ||
    lists.some(({ ofElement }) => ofElement.usesPatterns);
  const usesExpressions = leaves.some((leaf) =>
    isList(leaf) ? leaf.ofElement.usesExpressions : comparesWithExpression(leaf),
  );
  /** The missing fields of a comparison itself, without those of elements. */
  const missingAt = (at: number, input: ConditionInput): string[] => {
    const leaf = leaves[at];
    if (leaf === undefined) return [];
    if (isList(leaf)) return leaf.look(input) === undefined ? [leaf.field] : [];
    return missingIn(leaf, input);
  };
  /** The missing fields that failed the condition at a comparison. */
  const failedAt = (at: number, input: ConditionInput): string[] => {
    const leaf = leaves[at];
    const missing = missingAt(at, input);
    return missing.length === 0 && leaf !== undefined && isList(leaf)
      ? missingThatFailed(leaf, input)
      : missing;
  };
  /** The missing fields of the comparisons, also of those that their evaluation makes on elements. */
  const madeMissing = (
    made: readonly number[],
    input: ConditionInput,
    watch: BudgetCheck | undefined,
  ): string[] =>
    firstNames(
      made.flatMap((at) => {
        const leaf = leaves[at];
        const missing = missingAt(at, input);
        if (leaf === undefined || !isList(leaf)) return missing;
        const namesIn = (element: ConditionInput) => leaf.ofElement.missingMade(element, watch);
        const count = evaluatedElements(leaf, input, watch);
        return [...missing, ...missingInElements(leaf, input, namesIn, count)];
      }),
    );
  const failsAt = options.failsOnMissing
    ? (at: number, input: ConditionInput): boolean => missingAt(at, input).length > 0
    : undefined;

  /**
   * Runs the program; undefined if a missing field fails the condition. `visit` is called for every executed comparison.
   */
  function run(
    input: ConditionInput,
    watch: BudgetCheck | undefined,
    visit?: (at: number, result: boolean) => void,
  ): boolean | undefined {
    let at = start;
    let made = 0;
    while (at >= 0) {
      if (watch !== undefined && (slow[at] || made % comparisonsPerCheck === comparisonsPerCheck - 1))
        watch();
      made += 1;
      const result = failsAt?.(at, input) ? undefined : (tests[at] as Test)(input, watch);
      visit?.(at, result === true);
      if (result === undefined) return undefined;
      at = (result ? whenTrue[at] : whenFalse[at]) as number;
    }
    return at === holds;
  }

  function reads(): string[] {
    // The program is compiled from the last comparison to the first.
    const paths = leaves.toReversed().flatMap((leaf) => (isList(leaf) ? pathsOfList(leaf) : pathsIn(leaf)));
    return [...new Set(paths)];
  }

  return {
    size: lists.reduce((sum, { ofElement }) => sum + ofElement.size, tests.length),
    usesPatterns,
    usesExpressions,
    evaluate: (input, watch) => run(input, watch) === true,
    test: (input, watch) => run(input, watch),
    decide(input, watch, allowance = traceAllowance()) {
      let last: [at: number, result: boolean] | undefined;
      const result = run(input, watch, (...made) => {
        last = made;
      });
      if (last === undefined) return { result: result === true, decidedBy: null, failedByMissing: [] };
      return {
        result: result === true,
        decidedBy: trace(program, ...last, input, allowance),
        failedByMissing: result === undefined ? firstNames(failedAt(last[0], input)) : [],
      };
    },
    explain(input, watch) {
      const made: [at: number, result: boolean][] = [];
      const result = run(input, watch, (...one) => made.push(one));
      const last = made.at(-1);
      const allowance = traceAllowance();
      const decidedBy = last === undefined ? null : trace(program, ...last, input, allowance);
      const isShown = made.length <= maxTraced;
      const others = (isShown ? made.slice(0, -1) : made.slice(0, maxTraced)).map((one) =>
        trace(program, ...one, input, allowance),
      );
      return {
        result: result === true,
        decidedBy,
        failedByMissing: last && result === undefined ? firstNames(failedAt(last[0], input)) : [],
        comparisons: isShown && decidedBy !== null ? [...others, decidedBy] : others,
        made: made.length,
        missingFields: madeMissing(
          made.map(([at]) => at),
          input,
          watch,
        ),
      };
    },
    missingFields(input, allowance: SearchAllowance = { comparisons: maxSearched }) {
      const names: string[] = [];
      for (let at = leaves.length - 1; at >= 0 && allowance.comparisons > 0; at -= 1) {
        allowance.comparisons -= 1;
        names.push(...missingAt(at, input));
        const leaf = leaves[at];
        if (leaf === undefined || !isList(leaf)) continue;
        names.push(
          ...missingInElements(leaf, input, (element) => leaf.ofElement.missingFields(element, allowance)),
        );
      }
      return firstNames(names);
    },
    missingMade(input, watch) {
      const made: number[] = [];
      run(input, watch, (at) => made.push(at));
      return madeMissing(made, input, watch);
    },
    reads,
    paths: () => [...new Set(reads().map((path) => outerPathOf(path) ?? path))],
  };
}
