/** Small damage to a value: a part replaced, a key removed or added. */
import fc from 'fast-check';
import { toJson } from '../../../shared/kernel/base/json.ts';
import { prototypeNames } from './hostile-texts.ts';
import { hostileValue } from './hostile-values.ts';

export interface Mutation {
  kind: 'replace' | 'remove' | 'add';
  /** Index of the part within the whole value. */
  at: number;
  key: string;
  value: unknown;
}

const addedKeys = ['tenantId', 'organizationId', 'id', 'unknown', '', ...prototypeNames] as const;

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'add'),
  at: fc.nat({ max: 60 }),
  key: fc.constantFrom(...addedKeys),
  value: hostileValue,
});

type Container = Record<string, unknown>;

const maxParts = 500;

/** Returns the parts of a value with their containers, outer parts first. */
function partsOf(root: Container): { holder: Container; key: string }[] {
  const parts: { holder: Container; key: string }[] = [];
  const holders = [root];
  for (
    let holder = holders.shift();
    holder !== undefined && parts.length < maxParts;
    holder = holders.shift()
  ) {
    for (const key of Object.keys(holder)) {
      parts.push({ holder, key });
      const child = holder[key];
      if (typeof child === 'object' && child !== null) holders.push(child as Container);
    }
  }
  return parts;
}

/** Adds an own key to an object, even `__proto__`. */
function define(holder: Container, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns a copy of the value with the mutations applied in order. */
export function mutate(value: unknown, mutations: readonly Mutation[]): unknown {
  if (mutations.length === 0) return value;
  const box: Container = { root: JSON.parse(toJson(value)) };
  // All targets are chosen in the original value.
  const parts = partsOf(box);
  for (const { kind, at, key: added, value: hostile } of mutations) {
    const part = parts[at % parts.length];
    if (part === undefined) continue;
    const { holder, key } = part;
    const target = holder[key];
    // Copied each time: a value inserted into itself could not be serialized.
    const value = JSON.parse(toJson(hostile));
    if (kind === 'remove' && holder !== box) delete holder[key];
    else if (kind === 'add' && typeof target === 'object' && target !== null) {
      define(target as Container, added, value);
    } else define(holder, key, value);
  }
  return box.root;
}
