/** The regular expressions of a source file, from its syntax tree. */
import { parseSync } from 'oxc-parser';

export interface Expression {
  source: string;
  flags: string;
  /** `path:line` of each occurrence. */
  places: string[];
}

interface Found {
  expressions: Expression[];
  /** Occurrences whose expression is only known at runtime. */
  unknown: string[];
}

/** A node of the syntax tree, with the fields that are read. */
interface SyntaxNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value : [value]).filter(isNode);

function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const value of Object.values(next)) waiting.push(...nodesIn(value));
  }
}

type Constants = ReadonlyMap<string, SyntaxNode>;

/** Initial values of all constants by name; ambiguous names are left out. */
function constantsOf(nodes: readonly SyntaxNode[]): Constants {
  const constants = new Map<string, SyntaxNode>();
  const repeated = new Set<string>();
  for (const { type, kind, declarations } of nodes) {
    if (type !== 'VariableDeclaration' || kind !== 'const') continue;
    for (const { id, init } of nodesIn(declarations)) {
      const [target] = nodesIn(id);
      const [value] = nodesIn(init);
      if (typeof target?.name !== 'string' || value === undefined) continue;
      if (constants.has(target.name)) repeated.add(target.name);
      constants.set(target.name, value);
    }
  }
  for (const name of repeated) constants.delete(name);
  return constants;
}

/** The text of a constant expression; undefined when it is only known at runtime. */
function textOf(node: SyntaxNode | undefined, constants: Constants): string | undefined {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number'
        ? String(node.value)
        : undefined;
    case 'Identifier':
      return textOf(constants.get(String(node.name)), constants);
    case 'BinaryExpression': {
      const parts = [node.left, node.right].map((side) => textOf(nodesIn(side)[0], constants));
      return node.operator === '+' && !parts.includes(undefined) ? parts.join('') : undefined;
    }
    case 'TemplateLiteral': {
      const texts = nodesIn(node.quasis).map(({ value }) =>
        typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
      );
      const values = nodesIn(node.expressions).map((one) => textOf(one, constants));
      return values.includes(undefined) ? undefined : String.raw({ raw: texts }, ...values);
    }
    default:
      return undefined;
  }
}

const patternMethods = new Set(['match', 'matchAll', 'search']);

/** The arguments of `new RegExp(…)`, `RegExp(…)` and `text.match('…')`, which compiles its text. */
function patternArguments({ type, callee, arguments: given }: SyntaxNode): SyntaxNode[] | undefined {
  if (type !== 'NewExpression' && type !== 'CallExpression') return undefined;
  const [called] = nodesIn(callee);
  if (called?.type === 'Identifier' && called.name === 'RegExp') return nodesIn(given);
  const [property] = nodesIn(called?.property);
  const [first] = nodesIn(given);
  const takesPattern = property !== undefined && patternMethods.has(String(property.name));
  return takesPattern && first?.type !== 'Identifier' ? nodesIn(given).slice(0, 1) : undefined;
}

function literalOf(node: SyntaxNode): { source: string; flags: string } | undefined {
  const { regex } = node;
  if (node.type !== 'Literal' || typeof regex !== 'object' || regex === null) return undefined;
  if (!('pattern' in regex && 'flags' in regex)) return undefined;
  return { source: String(regex.pattern), flags: String(regex.flags) };
}

/** The regular expressions of one file, unordered. Throws when the file does not parse. */
export function expressionsOf(path: string, source: string): Found {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const nodes = nodesIn(program).flatMap((node) => [...descendants(node)]);
  const constants = constantsOf(nodes);
  const found: Found = { expressions: [], unknown: [] };
  // Counts lines, which takes long in a large file: only for nodes with an expression.
  const placeOf = ({ start }: SyntaxNode) => `${path}:${source.slice(0, start).split('\n').length}`;
  for (const node of nodes) {
    const literal = literalOf(node);
    if (literal !== undefined) found.expressions.push({ ...literal, places: [placeOf(node)] });
    const [pattern, flags] = patternArguments(node) ?? [];
    if (pattern === undefined || literalOf(pattern) !== undefined) continue;
    const place = placeOf(node);
    const text = textOf(pattern, constants);
    const flagText = flags === undefined ? '' : textOf(flags, constants);
    if (text === undefined || flagText === undefined) found.unknown.push(place);
    else found.expressions.push({ source: text, flags: flagText, places: [place] });
  }
  return found;
}

/** Each expression once, with all its occurrences. */
export function merged(expressions: readonly Expression[]): Expression[] {
  const groups = Map.groupBy(expressions, ({ source, flags }) => `/${source}/${flags}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, places: [...new Set([first, ...others].flatMap(({ places }) => places))].toSorted() }],
  );
}

/** The values of `pattern` in a JSON schema, or in a document with schemas. */
export function schemaPatterns(path: string, document: unknown): Expression[] {
  const found: Expression[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string')
      found.push({ source: value, flags: '', places: [path] });
    return value;
  });
  return merged(found);
}
