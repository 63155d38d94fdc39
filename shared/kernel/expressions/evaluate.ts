/** Evaluates the tree of an expression. */
import { includesText } from '../base/linear-text.ts';
import { ExpressionError } from './expression-error.ts';
import { Arguments, described, type ExpressionFunction, made, madeList } from './function-spec.ts';
import { functionNamed } from './functions.ts';
import { expressionLimits } from './limits.ts';
import type { Node, Operator } from './syntax.ts';
import {
  areSame,
  Duration,
  Exact,
  exact,
  finite,
  instantOf,
  isMap,
  isNumber,
  type NumberValue,
  orderOf,
  timeOf,
  toText,
} from './values.ts';

type Variables = Readonly<Record<string, unknown>>;

/** One evaluation: its names, and its remaining steps. */
export interface EvaluationContext {
  /** The value of a path; undefined or null if there is none. */
  resolve: (path: string) => unknown;
  /** Throws when the time is up. */
  watch: (() => void) | undefined;
  /** Receives the value of each part that is not a constant. */
  onStep: ((node: Node, value: unknown) => void) | undefined;
}

const stepsPerWatch = 1_000;

type Arithmetic = '+' | '-' | '*' | '/' | '%';

/** Throws ExpressionError. */
function calculate(operator: Arithmetic, left: NumberValue, right: NumberValue): unknown {
  // Sums and products of small whole numbers are exact.
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right) && operator !== '/' && operator !== '%') {
    const [a, b] = [Number(left), Number(right)];
    const result = operator === '+' ? a + b : operator === '-' ? a - b : a * b;
    if (Number.isSafeInteger(result)) return result;
  }
  const [one, other] = [exact(left), exact(right)];
  switch (operator) {
    case '+':
      return finite(one.plus(other));
    case '-':
      return finite(one.minus(other));
    case '*':
      return finite(one.times(other));
    default:
      if (other.isZero()) throw new ExpressionError('division by zero');
      return finite(operator === '/' ? one.dividedBy(other) : one.modulo(other));
  }
}

class Evaluation {
  readonly #context: EvaluationContext;
  #steps = 0;
  #watchedAt = 0;

  constructor(context: EvaluationContext) {
    this.#context = context;
  }

  readonly spend = (steps: number): void => {
    this.#steps += steps;
    if (this.#steps > expressionLimits.steps)
      throw new ExpressionError(
        `the evaluation takes more than ${expressionLimits.steps} steps`,
        undefined,
        true,
      );
    if (this.#steps - this.#watchedAt < stepsPerWatch) return;
    this.#watchedAt = this.#steps;
    this.#context.watch?.();
  };

  /** The value of a node. Throws ExpressionError with the position of the part that failed. */
  run(node: Node, variables: Variables): unknown {
    this.spend(1);
    try {
      const value = this.#valueOf(node, variables);
      if (node.kind !== 'literal' && node.kind !== 'number') this.#context.onStep?.(node, value);
      return value;
    } catch (error) {
      if (error instanceof ExpressionError) error.at ??= node.at;
      throw error;
    }
  }

  #valueOf(node: Node, variables: Variables): unknown {
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'number':
        return new Exact(node.digits);
      case 'path':
        return this.#context.resolve(node.path) ?? null;
      case 'variable':
        return variables[node.name] ?? null;
      case 'member':
        return memberOf(this.run(node.of, variables), this.run(node.index, variables));
      case 'list':
        return madeList(
          node.items.map((item) => this.run(item, variables)),
          this.spend,
        );
      case 'map':
        return this.#map(node.entries, variables);
      case 'not':
        return !this.#bool(node.operand, variables, '!');
      case 'minus':
        return this.#negative(node.operand, variables);
      case 'has':
        return (this.run(node.operand, variables) ?? null) !== null;
      case 'binary':
        return this.#binary(node, variables);
      case 'choice':
        return this.run(
          this.#bool(node.condition, variables, 'the condition of ?:') ? node.yes : node.no,
          variables,
        );
      case 'bind':
        return this.run(node.body, { ...variables, [node.variable]: this.run(node.value, variables) });
      case 'each':
        return this.#each(node, variables);
      case 'call': {
        const called = functionNamed(node.name);
        if (called === undefined) throw new ExpressionError(`there is no function ${node.name}`);
        const values = this.#arguments(node.args, called, variables);
        try {
          return called.run(new Arguments(node.name, values), this.spend) ?? null;
        } catch (error) {
          if (!(error instanceof ExpressionError) || error.isFinal) throw error;
          throw missingValue(node.args, values) ?? error;
        }
      }
    }
  }

  #arguments(nodes: readonly Node[], { endsWith }: ExpressionFunction, variables: Variables): unknown[] {
    const values: unknown[] = [];
    for (const node of nodes) {
      const value = this.run(node, variables);
      values.push(value);
      if (endsWith?.(value)) break;
    }
    return values;
  }

  #map(entries: readonly [Node, Node][], variables: Variables): unknown {
    const pairs = entries.map(
      ([key, value]) => [this.run(key, variables), this.run(value, variables)] as const,
    );
    const wrong = pairs.find(([key]) => typeof key !== 'string');
    if (wrong !== undefined)
      throw new ExpressionError(`a key of a map must be a text, not ${described(wrong[0])}`);
    return Object.fromEntries(pairs.map(([key, value]) => [String(key), value]));
  }

  #bool(node: Node, variables: Variables, of: string): boolean {
    const value = this.run(node, variables);
    if (typeof value !== 'boolean')
      throw new ExpressionError(`${of} needs true or false, not ${described(value)}${named(node)}`, node.at);
    return value;
  }

  #negative(operand: Node, variables: Variables): unknown {
    const value = this.run(operand, variables);
    if (value instanceof Duration) return new Duration(-value.ms);
    if (!isNumber(value))
      throw new ExpressionError(`- needs a number, not ${described(value)}${named(operand)}`, operand.at);
    return exact(value).negated();
  }

  /** `true || error` and `error || true` are true, as in CEL; likewise for `&&`. */
  #logic(left: Node, right: Node, deciding: boolean, operator: Operator, variables: Variables): boolean {
    let failure: ExpressionError | undefined;
    try {
      if (this.#bool(left, variables, operator) === deciding) return deciding;
    } catch (error) {
      if (!(error instanceof ExpressionError) || error.isFinal) throw error;
      failure = error;
    }
    const second = this.#bool(right, variables, operator);
    if (failure !== undefined && second !== deciding) throw failure;
    return second;
  }

  #binary(node: Node & { kind: 'binary' }, variables: Variables): unknown {
    const { operator } = node;
    if (operator === '&&' || operator === '||')
      return this.#logic(node.left, node.right, operator === '||', operator, variables);
    const left = this.run(node.left, variables);
    const right = this.run(node.right, variables);
    switch (operator) {
      case '==':
        return areSame(left, right, this.spend);
      case '!=':
        return !areSame(left, right, this.spend);
      case 'in':
        return this.#isIn(left, right, node.right);
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const order = orderOf(left, right, this.spend);
        if (order === undefined) throw mismatch(operator, node, left, right);
        return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator];
      }
      default:
        return this.#arithmetic(operator, node, left, right);
    }
  }

  #isIn(item: unknown, within: unknown, node: Node): boolean {
    if (Array.isArray(within)) return within.some((one) => areSame(one, item, this.spend));
    if (typeof within === 'string' && typeof item === 'string')
      return includesText(made(within, this.spend), item);
    if (isMap(within)) return typeof item === 'string' && Object.hasOwn(within, item);
    throw (
      missingValue([node], [within]) ??
      new ExpressionError(`in needs a list, a map or a text, not ${described(within)}`)
    );
  }

  #arithmetic(operator: Arithmetic, node: Node & { kind: 'binary' }, left: unknown, right: unknown): unknown {
    if (isNumber(left) && isNumber(right)) return calculate(operator, left, right);
    if (operator === '+') {
      if (typeof left === 'string' && typeof right === 'string') return made(left + right, this.spend);
      if (Array.isArray(left) && Array.isArray(right)) return madeList([...left, ...right], this.spend);
      if (left instanceof Duration && right instanceof Duration) return new Duration(left.ms + right.ms);
      const [time, duration] = left instanceof Duration ? [right, left] : [left, right];
      const ms = instantOf(time);
      if (duration instanceof Duration && ms !== undefined) return timeOf(ms + duration.ms);
    }
    if (operator === '-') {
      if (left instanceof Duration && right instanceof Duration) return new Duration(left.ms - right.ms);
      const ms = instantOf(left);
      if (right instanceof Duration && ms !== undefined) return timeOf(ms - right.ms);
      const from = instantOf(right);
      if (ms !== undefined && from !== undefined) return new Duration(ms - from);
    }
    throw mismatch(operator, node, left, right);
  }

  #each(node: Node & { kind: 'each' }, variables: Variables): unknown {
    const list = this.run(node.list, variables);
    // As in CEL, a map stands for its keys.
    const items: unknown = isMap(list) ? Object.keys(list) : list;
    if (!Array.isArray(items))
      throw new ExpressionError(`${node.macro} needs a list, not ${described(list)}${named(node.list)}`);
    const { macro, filter, body } = node;
    const variablesFor = (item: unknown): Variables => ({ ...variables, [node.variable]: item });
    if (macro === 'all' || macro === 'exists') {
      const holds = (item: unknown) => this.#bool(body, variablesFor(item), macro);
      return this.#decided(items, holds, macro === 'exists');
    }
    const results: unknown[] = [];
    for (const item of items as readonly unknown[]) {
      const within = variablesFor(item);
      if (macro === 'map') {
        if (filter === undefined || this.#bool(filter, within, macro)) results.push(this.run(body, within));
      } else if (this.#bool(body, within, macro)) results.push(item);
    }
    return macro === 'exists_one' ? results.length === 1 : madeList(results, this.spend);
  }

  /** Joins the results of all elements by `||` (`deciding` is true) or `&&`, so an element that decides hides errors of others. */
  #decided(items: readonly unknown[], holds: (item: unknown) => boolean, deciding: boolean): boolean {
    let failure: ExpressionError | undefined;
    for (const item of items) {
      try {
        if (holds(item) === deciding) return deciding;
      } catch (error) {
        if (!(error instanceof ExpressionError) || error.isFinal) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return !deciding;
  }
}

/** ` (total)` if the node is the path `total`. */
const named = (node: Node): string => (node.kind === 'path' ? ` (${node.path})` : '');

function mismatch(
  operator: string,
  { left: leftNode, right: rightNode }: Node & { kind: 'binary' },
  left: unknown,
  right: unknown,
): ExpressionError {
  const missing = missingValue([leftNode, rightNode], [left, right]);
  if (missing !== undefined) return missing;
  const hint =
    operator === '+' && (typeof left === 'string' || typeof right === 'string')
      ? '; convert with string() or number()'
      : '';
  return new ExpressionError(`${operator} cannot combine ${described(left)} and ${described(right)}${hint}`);
}

/** The error of the first member without a value; undefined if there is none. */
function missingValue(nodes: readonly Node[], values: readonly unknown[]): ExpressionError | undefined {
  for (const [index, value] of values.entries()) {
    const node = nodes[index];
    if (node?.kind === 'path' && (value ?? null) === null)
      return new ExpressionError(`${node.path} has no value`, node.at);
  }
  return undefined;
}

/** An own member of a map or an element of a list; null if there is none. Never an inherited member. */
function memberOf(value: unknown, index: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    if (index === 'length') return value.length;
    if (!isNumber(index))
      throw new ExpressionError(`the index of a list must be a number, not ${described(index)}`);
    return (value as readonly unknown[])[exact(index).toNumber()] ?? null;
  }
  if (!isMap(value)) throw new ExpressionError(`${described(value)} has no members`);
  if (Array.isArray(index) || isMap(index))
    throw new ExpressionError(`a key of a map must be a text, not ${described(index)}`);
  const key = toText(index);
  return Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

/** Evaluates a tree. Throws ExpressionError with a position. */
export const evaluateNode = (root: Node, context: EvaluationContext): unknown =>
  new Evaluation(context).run(root, {});
