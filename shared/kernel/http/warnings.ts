/**
 * Warnings about ignored parts of a request: unknown names and values that were replaced. Clients that prefer errors say so
 * by `Prefer: handling=strict` (RFC 7240).
 */

import { toJson } from '../base/json.ts';
import { truncate } from '../base/text.ts';
import { issuePath } from './issue-path.ts';

export const warningLimits = { texts: 20, nameLength: 100, headerBytes: 1_024 } as const;
export const warningsHeader = 'x-warnings';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The paths of object keys that parsing dropped, the first `limit` of them. Open parts of a schema are the same object
 * after parsing and are skipped, however deep they nest.
 */
export function droppedKeys(given: unknown, parsed: unknown, limit: number = warningLimits.texts): string[] {
  const dropped: string[] = [];
  const compare = (before: unknown, after: unknown, path: readonly PropertyKey[]): void => {
    if (before === after || !isObject(before) || !isObject(after)) return;
    const isList = Array.isArray(before);
    if (isList !== Array.isArray(after)) return;
    for (const [key, value] of Object.entries(before)) {
      if (dropped.length >= limit) return;
      const at = [...path, isList ? Number(key) : key];
      if (Object.hasOwn(after, key)) compare(value, Reflect.get(after, key), at);
      else if (!isList) dropped.push(truncate(issuePath(at), warningLimits.nameLength, '…'));
    }
  };
  compare(given, parsed, []);
  return dropped;
}

export const unknownKeyWarning = (part: 'body' | 'query', path: string): string =>
  `The ${part} field ${toJson(path)} is unknown and was ignored.`;

const inAscii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The warnings as one ASCII header value within its limit: as many as fit, then the number of others. */
export function warningsHeaderValue(warnings: readonly string[]): string {
  const texts: string[] = [];
  let bytes = 0;
  for (const [index, text] of warnings.map(inAscii).entries()) {
    const rest = `and ${warnings.length - index} more in the body`;
    const isLast = index === warnings.length - 1;
    const room = warningLimits.headerBytes - bytes - (isLast ? 0 : rest.length + 1);
    if (text.length + 1 > room) return [...texts, rest].join(' ');
    texts.push(text);
    bytes += text.length + 1;
  }
  return texts.join(' ');
}

const isDocument = (body: unknown): body is Readonly<Record<string, unknown>> =>
  isObject(body) && !Array.isArray(body);

/** A JSON body with the warnings as an extra field; lists and empty bodies only have the header. */
export function withWarnings(body: unknown, warnings: readonly string[]): unknown {
  if (warnings.length === 0 || !isDocument(body)) return body;
  const own: unknown = body.warnings;
  return { ...body, warnings: [...(Array.isArray(own) ? own : []), ...warnings] };
}

/** The response header with the preferences that were applied. */
export const preferenceApplied = { 'preference-applied': 'handling=strict' } as const;

/** Preferences, separated by commas outside of quoted texts. */
const preferences = /(?:[^,"]|"[^"]*")+/g;

/** Whether the client wants unknown fields to be refused. The first `handling` counts, and unknown values are ignored. */
export function prefersStrict(prefer: string | undefined): boolean {
  for (const preference of prefer?.match(preferences) ?? []) {
    const [stated = ''] = preference.split(';');
    const [name = '', value = ''] = stated.split('=').map((text) => text.trim().toLowerCase());
    if (name === 'handling') return value.replaceAll('"', '') === 'strict';
  }
  return false;
}
