/** Translates rules of JsonLogic to expressions, as far as they can express them. https://jsonlogic.com */
import { inexpressible } from './inexpressible.ts';

const quoted = JSON.stringify;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The number that JavaScript converts a value to; null for one that is none. */
const numberOf = (value: string): string =>
  `(${value} == null || ${value} == "" ? 0 : isNumber(${value}) || type(${value}) == "bool" ? number(${value}) : null)`;

class Translation {
  /** What the names of `var` belong to: the data, or the element of a list. */
  #scope = 'data';
  #names = 0;

  #newName(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }

  /** A name for a value that is needed more than once. */
  #bind(value: string, body: (name: string) => string): string {
    const name = this.#newName();
    return `cel.bind(${name}, ${value}, ${body(name)})`;
  }

  #isTruthy(value: string): string {
    return this.#bind(
      value,
      (name) => `!(${name} == null || ${name} == false || ${name} == 0 || ${name} == "" || ${name} == [])`,
    );
  }

  #list(value: string): string {
    return `coalesce(${value}, [])`;
  }

  /** An expression on an element, and the name of that. */
  #inElement(body: unknown, write: (name: string, body: string) => string): string {
    const [outer, name] = [this.#scope, this.#newName()];
    this.#scope = name;
    const inner = this.value(body);
    this.#scope = outer;
    return write(name, inner);
  }

  /** Applies an expression to the elements of a list. */
  #each(list: unknown, body: unknown, write: (list: string, name: string, body: string) => string): string {
    const values = this.#list(this.value(list));
    return this.#inElement(body, (name, inner) => write(values, name, inner));
  }

  value(rule: unknown): string {
    if (Array.isArray(rule)) return `[${rule.map((one) => this.value(one)).join(', ')}]`;
    if (!isObject(rule)) return quoted(rule ?? null);
    const [[operator, given] = ['', null], ...others] = Object.entries(rule);
    if (operator === '') return '{}';
    if (others.length > 0) return inexpressible('objects as values');
    return this.#operation(operator, Array.isArray(given) ? given : [given]);
  }

  #operation(operator: string, args: readonly unknown[]): string {
    const [first, second, third] = args;
    const values = () => args.map((arg) => this.value(arg));
    const numbers = () => values().map((value) => this.#bind(value, numberOf));
    const one = () => this.value(first);
    const other = () => this.value(second);
    const some = () =>
      this.#each(first, second, (list, name, body) => `${list}.exists(${name}, ${this.#isTruthy(body)})`);
    const operations: Readonly<Record<string, () => string>> = {
      var: () => this.#variable(first, second),
      missing: () => this.#missing(args),
      missing_some: () => this.#missingSome(first, second),
      '==': () => this.#isSoftlySame(one(), other()),
      '!=': () => `!${this.#isSoftlySame(one(), other())}`,
      '===': () => `(${one()} == ${other()})`,
      '!==': () => `(${one()} != ${other()})`,
      '!': () => `!${this.#isTruthy(one())}`,
      '!!': () => this.#isTruthy(one()),
      and: () => this.#logic('and', values()),
      or: () => this.#logic('or', values()),
      if: () => this.#choice(args),
      '?:': () => this.#choice(args),
      ...Object.fromEntries(
        ['<', '<=', '>', '>='].map((sign) => [sign, () => this.#compare(sign, values())]),
      ),
      '+': () => `sum([${numbers().join(', ')}])`,
      '*': () => `(${numbers().join(' * ')})`,
      ...Object.fromEntries(['-', '/', '%'].map((sign) => [sign, () => this.#calculate(sign, numbers())])),
      min: () => `min([${values().join(', ')}])`,
      max: () => `max([${values().join(', ')}])`,
      cat: () => `[${values().join(', ')}].join("")`,
      substr: () => this.#substring(one(), second, third),
      in: () => this.#within(one(), other()),
      merge: () => this.#merge(values()),
      filter: () =>
        this.#each(first, second, (list, name, body) => `${list}.filter(${name}, ${this.#isTruthy(body)})`),
      map: () => this.#each(first, second, (list, name, body) => `${list}.map(${name}, ${body})`),
      all: () =>
        this.#bind(this.#list(one()), (list) =>
          this.#inElement(
            second,
            (name, body) => `(${list} != [] && ${list}.all(${name}, ${this.#isTruthy(body)}))`,
          ),
        ),
      some,
      none: () => `!${some()}`,
      reduce: () => this.#reduce(first, second, third),
    };
    return operations[operator]?.() ?? inexpressible(`the operator ${operator}`);
  }

  #path(path: unknown): string {
    const steps = path === '' || path === null || path === undefined ? [] : String(path).split('.');
    return steps.reduce(
      (of, step) => (/^\d+$/.test(step) ? `${of}[${step}]` : `${of}[${quoted(step)}]`),
      this.#scope,
    );
  }

  #variable(path: unknown, absent: unknown): string {
    if (Array.isArray(path)) return this.#path(path[0]);
    if (isObject(path) && JSON.stringify(path).includes('.')) return inexpressible('computed paths');
    const found = isObject(path) ? `${this.#scope}[${this.value(path)}]` : this.#path(path);
    return absent === undefined ? found : `coalesce(${found}, ${this.value(absent)})`;
  }

  /** The names without a value. */
  #missing(args: readonly unknown[]): string {
    const [first] = args;
    const names = Array.isArray(first) ? first : args;
    if (names.every((name) => typeof name === 'string' || typeof name === 'number')) {
      const tests = names.map((name) =>
        this.#bind(
          this.#path(name),
          (value) => `${value} == null || ${value} == "" ? ${quoted(name)} : null`,
        ),
      );
      return `[${tests.join(', ')}].filter(name, name != null)`;
    }
    const scope = this.#scope;
    return `flatten([${names.map((name) => this.value(name)).join(', ')}].map(one, type(one) == "list" ? one : [one])).filter(name, ${scope}[name] == null || ${scope}[name] == "")`;
  }

  #missingSome(least: unknown, names: unknown): string {
    if (!Array.isArray(names)) return inexpressible('computed names');
    return this.#bind(
      this.#missing(names),
      (missing) => `${names.length} - size(${missing}) >= ${this.value(least)} ? [] : ${missing}`,
    );
  }

  #isSoftlySame(left: string, right: string): string {
    return this.#bind(left, (one) =>
      this.#bind(
        right,
        (other) =>
          `(${one} == ${other} || (${one} != null && ${other} != null && type(${one}) != type(${other}) && ${numberOf(one)} != null && ${numberOf(one)} == ${numberOf(other)}))`,
      ),
    );
  }

  #logic(operator: 'and' | 'or', [first = 'null', ...others]: readonly string[]): string {
    if (others.length === 0) return first;
    const rest = this.#logic(operator, others);
    return this.#bind(first, (name) =>
      operator === 'and'
        ? `${this.#isTruthy(name)} ? ${rest} : ${name}`
        : `${this.#isTruthy(name)} ? ${name} : ${rest}`,
    );
  }

  #choice([condition, yes, ...others]: readonly unknown[]): string {
    if (condition === undefined) return 'null';
    if (yes === undefined) return this.value(condition);
    return `(${this.#isTruthy(this.value(condition))} ? ${this.value(yes)} : ${this.#choice(others)})`;
  }

  #compare(operator: string, values: readonly string[]): string {
    const [first = 'null', second = 'null', third] = values;
    const pair = this.#bind(first, (left) =>
      this.#bind(
        second,
        (right) =>
          `(type(${left}) == "text" && type(${right}) == "text" ? ${left} ${operator} ${right} : ${numberOf(left)} != null && ${numberOf(right)} != null && ${numberOf(left)} ${operator} ${numberOf(right)})`,
      ),
    );
    return third === undefined ? pair : `(${pair} && ${this.#compare(operator, [second, third])})`;
  }

  #calculate(operator: string, [first = 'null', second]: readonly string[]): string {
    return second === undefined ? `(${operator}${first})` : `(${first} ${operator} ${second})`;
  }

  #substring(text: string, start: unknown, length: unknown): string {
    const from = this.value(start);
    if (length === undefined) return `substring(${text}, ${from})`;
    const count = Number(length);
    if (Number.isNaN(count)) return inexpressible('computed lengths');
    return count < 0
      ? `substring(${text}, ${from}, ${count})`
      : `substring(substring(${text}, ${from}), 0, ${count})`;
  }

  #within(item: string, of: string): string {
    return this.#bind(of, (list) => `type(${list}) in ["list", "text"] && ${item} in ${list}`);
  }

  #merge(values: readonly string[]): string {
    const lists = values.map((value) =>
      this.#bind(value, (name) => `type(${name}) == "list" ? ${name} : [${name}]`),
    );
    return `flatten([${lists.join(', ')}])`;
  }

  /** A sum or product of what each element adds. */
  #reduce(list: unknown, body: unknown, initial: unknown): string {
    if (!isObject(body) || !Array.isArray(body['+'])) return inexpressible('reductions other than sums');
    const own = (value: unknown) => isObject(value) && value.var === 'accumulator';
    const added = body['+'].find((value) => !own(value));
    if (body['+'].length !== 2 || !body['+'].some(own)) return inexpressible('reductions other than sums');
    return this.#each(
      list,
      withoutCurrent(added),
      (values, name, each) => `(${this.value(initial)} + sum(${values}.map(${name}, ${each})))`,
    );
  }
}

/** What a reduction adds: `current` is the element. */
function withoutCurrent(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(withoutCurrent);
  if (!isObject(rule)) return rule;
  const { var: path } = rule;
  if (typeof path !== 'string')
    return Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, withoutCurrent(value)]));
  if (path !== 'current' && !path.startsWith('current.')) return inexpressible('reductions other than sums');
  return { var: path.slice('current.'.length) };
}

/** Its data are in `data`. Throws InexpressibleError. */
export const jsonLogicToOurs = (rule: unknown): string => new Translation().value(rule);
