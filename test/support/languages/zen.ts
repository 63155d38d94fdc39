/** Translates expressions of GoRules' ZEN to ours, as far as ours can express them. */
import { inexpressible } from './inexpressible.ts';
import { type ZenDate, zenDate, zenDateMethods, zenDateText } from './zen-dates.ts';
import { sameFunctions, zenClosures, zenFunctions } from './zen-functions.ts';
import { type Token, tokensOf } from './zen-tokens.ts';

const quoted = JSON.stringify;

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
/** How strongly operators bind; a higher one binds first. */
const strength: Readonly<Record<string, number>> = {
  ...{
    '?': 5,
    or: 10,
    and: 15,
    in: 20,
    not: 20,
    '+': 30,
    '-': 30,
    '*': 60,
    '/': 60,
    '%': 60,
    '^': 70,
    '??': 80,
  },
  ...Object.fromEntries([...comparisons].map((sign) => [sign, 20])),
};
const notStrength = 50;
const signStrength = 200;

interface Interval {
  from: string;
  to: string;
  withFrom: boolean;
  withTo: boolean;
}

const rangeOf = ({ from, to, withFrom, withTo }: Interval): string =>
  `range(${from}${withFrom ? '' : ' + 1'}, ${to}${withTo ? ' + 1' : ''})`;

/** The value that a unary expression tests. */
const tested = 'tested';

class Translation {
  readonly #tokens: readonly Token[];
  readonly #isUnary: boolean;
  #at = 0;
  /** Names of the elements in closures; the last is `#`. */
  readonly #elements: string[] = [];
  #names = 0;
  /** The expressions that are dates, and lists of dates with the zone of the first. */
  readonly #dates = new Map<string, ZenDate>();
  /** A unary expression tests `$` itself. */
  #tests = false;

  constructor(text: string, isUnary: boolean) {
    this.#tokens = tokensOf(text);
    this.#isUnary = isUnary;
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? { kind: 'end', text: '' };
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) inexpressible(`${text} expected, not ${this.#peek().text}`);
  }

  whole(): string {
    const value = this.expression(0);
    if (this.#peek().kind !== 'end') inexpressible(this.#is('=') ? 'assignments' : 'further values');
    const date = this.#dates.get(value);
    return date === undefined ? value : zenDateText(date);
  }

  /** `> 5 and < 10, 20`: one of several tests of `$`, each a condition or a value. */
  unary(): string {
    const tests: string[] = [];
    do {
      this.#tests = false;
      const value = this.expression(0);
      tests.push(this.#tests ? value : `(${tested} == ${value})`);
    } while (this.#take(','));
    if (this.#peek().kind !== 'end') inexpressible('further values');
    return tests.join(' || ');
  }

  expression(least: number): string {
    let left = this.#prefix();
    for (;;) {
      const operator = this.#peek().kind === 'end' ? '' : this.#peek().text;
      const own = this.#peek().kind === 'text' ? undefined : strength[operator];
      if (own === undefined || own <= least) return left;
      this.#at += 1;
      left = this.#infix(left, operator, own);
    }
  }

  #infix(left: string, operator: string, own: number): string {
    if (operator === '?') {
      const yes = this.expression(0);
      this.#expect(':');
      return `(${left} ? ${yes} : ${this.expression(0)})`;
    }
    if (operator === 'not') {
      this.#expect('in');
      return `!${this.#within(left)}`;
    }
    if (operator === 'in') return this.#within(left);
    // A power is evaluated from the right.
    const right = this.expression(operator === '^' ? own - 1 : own);
    if (operator === '^') return `pow(${left}, ${right})`;
    if (operator === '??') return `coalesce(${left}, ${right})`;
    const ours: Readonly<Record<string, string>> = { and: '&&', or: '||' };
    return `(${left} ${ours[operator] ?? operator} ${right})`;
  }

  #within(left: string): string {
    const interval = this.#interval();
    if (interval === undefined) return `(${left} in ${this.expression(20)})`;
    return this.#inside(left, interval);
  }

  #inside(value: string, { from, to, withFrom, withTo }: Interval): string {
    return `(${value} >${withFrom ? '=' : ''} ${from} && ${value} <${withTo ? '=' : ''} ${to})`;
  }

  /** `[1..5)`; undefined, and nothing read, if it is another value in brackets. */
  #interval(): Interval | undefined {
    const begin = this.#at;
    const withFrom = this.#is('[');
    if (!withFrom && !this.#is('(')) return undefined;
    this.#at += 1;
    if (!this.#is(']')) {
      const from = this.expression(0);
      if (this.#take('..')) {
        const to = this.expression(0);
        const withTo = this.#take(']');
        if (!withTo) this.#expect(')');
        return { from, to, withFrom, withTo };
      }
    }
    this.#at = begin;
    return undefined;
  }

  #prefix(): string {
    const token = this.#peek();
    if (this.#isUnary && comparisons.has(token.text)) {
      this.#at += 1;
      this.#tests = true;
      return `(${tested} ${token.text} ${this.expression(20)})`;
    }
    if (this.#take('not')) return `!${this.expression(notStrength)}`;
    if (this.#take('-')) return `(-${this.expression(signStrength)})`;
    if (this.#take('+')) return this.expression(signStrength);
    return this.#members(this.#primary());
  }

  #primary(): string {
    const interval = this.#interval();
    if (interval !== undefined) {
      if (this.#isUnary && this.#elements.length === 0) {
        this.#tests = true;
        return this.#inside(tested, interval);
      }
      return rangeOf(interval);
    }
    const { kind, text } = this.#peek();
    this.#at += 1;
    if (kind === 'number') return text;
    if (kind === 'text') return quoted(text);
    if (kind === 'template') return this.#template(text);
    if (text === '(') {
      const value = this.expression(0);
      this.#expect(')');
      return `(${value})`;
    }
    if (text === '[') {
      const items = this.#until(']', () => this.expression(0));
      return this.#withDate(`[${items.join(', ')}]`, items[0]);
    }
    if (text === '{') return `{${this.#until('}', () => this.#entry()).join(', ')}}`;
    if (kind !== 'name') return inexpressible(`the sign ${text}`);
    return this.#is('(') ? this.#call(text) : this.#name(text);
  }

  /** A value that has the zone of another one, if that is a date. */
  #withDate(value: string, other = ''): string {
    const date = this.#dates.get(other);
    return date === undefined ? value : this.#date({ ...date, time: value, isValid: 'true' });
  }

  #date(date: ZenDate): string {
    this.#dates.set(date.time, date);
    return date.time;
  }

  #method(of: string, name: string): string {
    const date = this.#dates.get(of);
    const method = date === undefined ? undefined : zenDateMethods[name];
    if (date === undefined || method === undefined) return inexpressible(`the method ${name}`);
    this.#expect('(');
    const result = method(date, ...this.#until(')', () => this.expression(0)));
    return typeof result === 'string' ? result : this.#date(result);
  }

  #until(end: string, read: () => string): string[] {
    const parts: string[] = [];
    while (!this.#take(end)) {
      parts.push(read());
      if (!this.#is(end)) this.#expect(',');
    }
    return parts;
  }

  #entry(): string {
    let key = quoted(this.#peek().text);
    if (this.#take('[')) {
      key = this.expression(0);
      this.#expect(']');
    } else this.#at += 1;
    this.#expect(':');
    return `${key}: ${this.expression(0)}`;
  }

  #name(name: string): string {
    if (name === '$' && this.#isUnary) {
      this.#tests = true;
      return tested;
    }
    if (name === '$root') return inexpressible('$root');
    if (name === '#') return this.#elements.at(-1) ?? inexpressible('# outside of a closure');
    return name;
  }

  /** `Total: ${sum}` */
  #template(text: string): string {
    const parts = text.split(/\$\{([^}]*)\}/);
    const texts = parts.map((part, index) => {
      if (index % 2 === 0) return quoted(part);
      const inner = new Translation(part, false);
      inner.#elements.push(...this.#elements);
      return `string(${inner.whole()})`;
    });
    return `(${texts.join(' + ')})`;
  }

  #members(value: string): string {
    let result = value;
    for (;;) {
      if (this.#take('.')) {
        const name = this.#peek().text;
        this.#at += 1;
        result = this.#is('(') ? this.#method(result, name) : `${result}.${name}`;
      } else if (this.#take('[')) result = this.#index(result);
      else return result;
    }
  }

  /** An element, or characters from one position to another, both included. */
  #index(of: string): string {
    const from = this.#is(':') ? '0' : this.expression(0);
    if (this.#take(']')) return `${of}[${from}]`;
    this.#expect(':');
    const to = this.#is(']') ? '' : `, ${this.expression(0)} + 1`;
    this.#expect(']');
    return `substring(${of}, ${from}${to})`;
  }

  #call(name: string): string {
    this.#expect('(');
    const closure = zenClosures[name];
    if (closure !== undefined) return this.#closure(closure);
    const args = this.#until(')', () => this.expression(0));
    if (name === 'd') return this.#date(zenDate(...args));
    const translate = zenFunctions[name];
    if (translate !== undefined) return translate(...args);
    if (!sameFunctions.has(name)) return inexpressible(`the function ${name}`);
    const called = `${name}(${args.join(', ')})`;
    return name === 'min' || name === 'max' ? this.#withDate(called, args[0]) : called;
  }

  #closure(closure: (list: string, name: string, body: string) => string): string {
    const interval = this.#interval();
    const list = interval === undefined ? this.expression(0) : rangeOf(interval);
    this.#names += 1;
    let name = `element${this.#names}`;
    if (this.#take('as')) {
      name = this.#peek().text;
      this.#at += 1;
    }
    this.#expect(',');
    this.#elements.push(name);
    const body = this.expression(0);
    this.#elements.pop();
    this.#expect(')');
    return closure(list.startsWith('range') || list.startsWith('[') ? list : `(${list})`, name, body);
  }
}

/** Throws InexpressibleError. */
export const zenToOurs = (text: string): string => new Translation(text, false).whole();

/** A unary expression, which tests the value `$`; data has it as `tested`. Throws InexpressibleError. */
export const unaryZenToOurs = (text: string): string => new Translation(text, true).unary();
