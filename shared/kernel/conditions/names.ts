/** Names in conditions and actions. */
import { findKey, toJson } from '../base/json.ts';
import { truncate } from '../base/text.ts';

/** Names that reach an object's prototype: no condition or action may have such a key. A path may name such a field. */
export const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds a key with a prototype's name anywhere in JSON data; undefined when there is none. */
export function findForbiddenKey(root: unknown): string | undefined {
  return findKey(root, forbiddenNames);
}

/** An invalid name, shortened for a message. */
export const shownValue = (value: unknown): string => truncate(toJson(value) ?? 'undefined', 100, '…');
