/** Reads expressions in CEL into a tree. https://github.com/google/cel-spec */
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import { expressionLimits } from './limits.ts';

export type Operator =
  | '!='
  | '=='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||';
export type Macro = 'all' | 'exists' | 'exists_one' | 'map' | 'filter';

interface Position {
  /** Where the part begins and ends in the text, from 0. */
  at: number;
  end: number;
}

export type Node = Position &
  (
    | { kind: 'literal'; value: null | boolean | string }
    /** A number with all its digits. */
    | { kind: 'number'; digits: string }
    /** A name and the members that follow it: `order.lines[0].sku`. */
    | { kind: 'path'; path: string }
    /** The element of a macro. */
    | { kind: 'variable'; name: string }
    | { kind: 'member'; of: Node; index: Node }
    | { kind: 'list'; items: Node[] }
    | { kind: 'map'; entries: [Node, Node][] }
    | { kind: 'not' | 'minus' | 'has'; operand: Node }
    | { kind: 'binary'; operator: Operator; left: Node; right: Node }
    | { kind: 'choice'; condition: Node; yes: Node; no: Node }
    | { kind: 'call'; name: string; args: Node[] }
    | { kind: 'each'; macro: Macro; list: Node; variable: string; filter: Node | undefined; body: Node }
    | { kind: 'bind'; variable: string; value: Node; body: Node }
  );

/** The number of arguments that a function takes; undefined for an unknown one. */
export type FunctionArity = (name: string) => { min: number; max: number } | undefined;

const { nodes, depth } = expressionLimits;
const environment = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: nodes, maxDepth: depth },
});

/** Argument counts of macros, without the receiver. */
const macros: Readonly<Record<Macro, readonly number[]>> = {
  all: [2],
  exists: [2],
  exists_one: [2],
  map: [2, 3],
  filter: [2],
};

const asMacro = (name: string): Macro | undefined =>
  Object.hasOwn(macros, name) ? (name as Macro) : undefined;

/** The message without the library's words for tokens. */
function problemOf({ summary, code, range }: ParseError): ExpressionError {
  const words: Readonly<Record<string, string>> = {
    limit_exceeded: `the expression has more than ${nodes} parts or ${depth} levels`,
  };
  // The library reads half of a surrogate pair as a character.
  const message = words[code] ?? summary.replace(/\bEOF\b/, 'the end of the expression').toWellFormed();
  return new ExpressionError(message.charAt(0).toLowerCase() + message.slice(1), range?.start);
}

function parse(text: string): ASTNode {
  try {
    return environment.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError || (error instanceof Error && error.name === 'ParseError')) {
      throw problemOf(error as ParseError);
    }
    if (error instanceof RangeError) throw new ExpressionError('the expression has too many levels');
    throw error;
  }
}

/** Converts the library's tree, and checks functions and their number of arguments. */
class Reader {
  readonly #text: string;
  readonly #arityOf: FunctionArity;
  readonly paths = new Set<string>();

  constructor(text: string, arityOf: FunctionArity) {
    this.#text = text;
    this.#arityOf = arityOf;
  }

  /** `variables` are the names that macros around the node define. */
  read(node: ASTNode, variables: ReadonlySet<string>): Node {
    const { start: at, end } = node;
    const inner = (child: ASTNode) => this.read(child, variables);
    switch (node.op) {
      case 'value':
        return this.#literal(node.args, at, end);
      case 'id':
      case '.':
      case '[]':
        return this.#member(node, variables);
      case 'list':
        return { kind: 'list', items: node.args.map(inner), at, end };
      case 'map':
        return {
          kind: 'map',
          entries: node.args.map(([key, value]): [Node, Node] => [inner(key), inner(value)]),
          at,
          end,
        };
      case '!_':
        return { kind: 'not', operand: inner(node.args), at, end };
      case '-_':
        return { kind: 'minus', operand: inner(node.args), at, end };
      case '?:': {
        const [condition, yes, no] = node.args;
        return { kind: 'choice', condition: inner(condition), yes: inner(yes), no: inner(no), at, end };
      }
      case 'call':
        return this.#call(node.args[0], undefined, node.args[1], node, variables);
      case 'rcall':
        return this.#call(node.args[0], node.args[1], node.args[2], node, variables);
      case '.?':
      case '[?]':
        throw new ExpressionError('optional members are not supported; a missing member is null', at);
      default: {
        const [left, right] = node.args;
        return { kind: 'binary', operator: node.op, left: inner(left), right: inner(right), at, end };
      }
    }
  }

  #literal(value: unknown, at: number, end: number): Node {
    if (value === null || typeof value === 'boolean' || typeof value === 'string')
      return { kind: 'literal', value, at, end };
    if (value instanceof Uint8Array) throw new ExpressionError('bytes are not supported', at);
    const written = this.#text.slice(at, end).replace(/u$/i, '');
    // The text has all digits; the library's number has at most 17.
    return { kind: 'number', digits: written, at, end };
  }

  /** The path that a chain of names writes: `a.b[0]`; undefined if it begins with another value. */
  #pathOf(node: ASTNode, variables: ReadonlySet<string>): string | undefined {
    if (node.op === 'id') return variables.has(node.args) ? undefined : node.args;
    if (node.op !== '.' && node.op !== '[]') return undefined;
    const parent = this.#pathOf(node.args[0], variables);
    if (parent === undefined) return undefined;
    if (node.op === '.') return `${parent}.${node.args[1]}`;
    const index = node.args[1];
    if (index.op !== 'value') return undefined;
    if (typeof index.args === 'bigint' && index.args >= 0n) return `${parent}[${index.args}]`;
    return typeof index.args === 'string' && /^[^.[\]]+$/.test(index.args)
      ? `${parent}.${index.args}`
      : undefined;
  }

  #member(node: ASTNode, variables: ReadonlySet<string>): Node {
    const { start: at, end } = node;
    const path = this.#pathOf(node, variables);
    if (path !== undefined) {
      this.paths.add(path);
      return { kind: 'path', path, at, end };
    }
    if (node.op === 'id') return { kind: 'variable', name: node.args, at, end };
    if (node.op === '[]') {
      const [of, index] = node.args;
      return { kind: 'member', of: this.read(of, variables), index: this.read(index, variables), at, end };
    }
    if (node.op !== '.') throw new ExpressionError('a member needs a value', at);
    const [of, name] = node.args;
    const index: Node = { kind: 'literal', value: name, at: node.pos, end };
    return { kind: 'member', of: this.read(of, variables), index, at, end };
  }

  #call(
    name: string,
    receiver: ASTNode | undefined,
    given: readonly ASTNode[],
    { start: at, end, pos }: ASTNode,
    variables: ReadonlySet<string>,
  ): Node {
    const [first, second, third] = given;
    const macro = asMacro(name);
    if (receiver !== undefined && macro !== undefined && macros[macro].includes(given.length)) {
      if (first?.op !== 'id' || second === undefined)
        throw new ExpressionError(`${name} needs a variable`, at);
      const variable = first.args;
      const within = new Set([...variables, variable]);
      const list = this.read(receiver, variables);
      const body = this.read(third ?? second, within);
      const filter = third === undefined ? undefined : this.read(second, within);
      return { kind: 'each', macro, list, variable, filter, body, at, end };
    }
    if (receiver?.op === 'id' && receiver.args === 'cel' && name === 'bind') {
      if (first?.op !== 'id' || second === undefined || third === undefined)
        throw new ExpressionError('cel.bind needs a variable, its value and an expression', at);
      const value = this.read(second, variables);
      const body = this.read(third, new Set([...variables, first.args]));
      return { kind: 'bind', variable: first.args, value, body, at, end };
    }
    if (receiver === undefined && name === 'has' && first !== undefined && given.length === 1) {
      return { kind: 'has', operand: this.read(first, variables), at, end };
    }
    const all = receiver === undefined ? given : [receiver, ...given];
    const arity = this.#arityOf(name);
    if (arity === undefined) throw new ExpressionError(`there is no function ${name}`, pos);
    if (all.length < arity.min || all.length > arity.max)
      throw new ExpressionError(`${name} takes another number of values than ${all.length}`, pos);
    return { kind: 'call', name, args: all.map((arg) => this.read(arg, variables)), at, end };
  }
}

export interface Syntax {
  root: Node;
  /** Paths that the expression reads. */
  paths: readonly string[];
}

/** Reads an expression. Throws ExpressionError. */
export function readExpression(text: string, arityOf: FunctionArity): Syntax {
  if (text.length > expressionLimits.characters)
    throw new ExpressionError(`the expression has more than ${expressionLimits.characters} characters`);
  if (text.trim() === '') throw new ExpressionError('the expression is empty', 0);
  const reader = new Reader(text, arityOf);
  const root = reader.read(parse(text), new Set());
  return { root, paths: [...reader.paths] };
}
