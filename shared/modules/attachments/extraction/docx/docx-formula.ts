/** Signs of formulas that Word stores as structure, not as text: brackets, bars of fractions, roots, sums. */
import type { Attributes } from '../xml-reader.ts';

/** An open element that has operands. */
interface Operation {
  name: string;
  /** The operands that began. */
  count: number;
  begin: string;
  between: string;
  end: string;
}

type Signs = Partial<Pick<Operation, 'begin' | 'between' | 'end'>>;

/** The operations with their signs before, between and after operands, if they do not name others. */
const operations: ReadonlyMap<string, Signs> = new Map<string, Signs>([
  // cspell:disable-next-line
  ...['acc', 'bar', 'borderBox', 'box', 'groupChr', 'phant', 'sPre', 'sSub', 'sSubSup', 'sSup'].map(
    (name): [string, Signs] => [name, {}],
  ),
  ['d', { begin: '(', between: '|', end: ')' }],
  ['eqArr', { between: '\n' }],
  ['f', { between: '/' }],
  ['func', { between: ' ' }],
  ['limLow', { between: ' ' }],
  ['limUpp', { between: ' ' }],
  ['m', { between: '\n' }],
  ['mr', { between: '\t' }],
  ['nary', { begin: '∫', between: ' ' }],
  ['oMath', {}],
  ['rad', { begin: '√' }],
]);

/** Operands of operations whose operands are not `e` alone. */
const operandsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['f', ['num', 'den']],
  ['func', ['fName', 'e']],
  ['limLow', ['e', 'lim']],
  ['limUpp', ['e', 'lim']],
  ['m', ['mr']],
  ['nary', ['sub', 'sup', 'e']],
]);

/** Properties by which operations name their signs. */
const named: ReadonlyMap<string, readonly [operation: string, sign: keyof Signs]> = new Map([
  ['begChr', ['d', 'begin']],
  ['sepChr', ['d', 'between']],
  ['endChr', ['d', 'end']],
  ['chr', ['nary', 'begin']],
]);

/** Follows the formulas of a part. */
export class Formulas {
  readonly #open: Operation[] = [];

  /** Returns the sign before an element. */
  open(name: string, { val = '' }: Attributes): string {
    const operation = this.#open.at(-1);
    if (operation === undefined && name !== 'oMath') return '';
    const before = operation === undefined ? '' : this.#before(operation, name, val);
    const own = operations.get(name);
    if (own !== undefined) this.#open.push({ name, count: 0, begin: '', between: '', end: '', ...own });
    return before;
  }

  /** Returns the sign after an element. */
  close(name: string): string {
    if (this.#open.at(-1)?.name !== name) return '';
    const closed = this.#open.pop();
    return closed === undefined || closed.count === 0 ? '' : closed.end;
  }

  #before(operation: Operation, name: string, val: string): string {
    const [owner, sign] = named.get(name) ?? [];
    if (sign !== undefined && owner === operation.name) operation[sign] = val;
    // Without a bar, one operand is above the other, as in a binomial.
    if (operation.name === 'f' && name === 'type' && val === 'noBar') operation.between = ' ';
    const operands = operandsOf.get(operation.name) ?? ['e'];
    if (!operands.includes(name)) return '';
    operation.count += 1;
    return operation.count === 1 ? operation.begin : operation.between;
  }
}
