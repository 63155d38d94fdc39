/**
 * Parses tags, assignments and custom fields. Parts of a form are parsed leniently, because a form has no types; values
 * that are too long are always rejected. Pure.
 */

import { comparedName } from '../../../kernel/base/compared.ts';
import { isNumeric, toJson } from '../../../kernel/base/json.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { parseCallerJson } from '../../../kernel/http/caller-json.ts';
import {
  type CustomValues,
  customValuesOf,
  type Definition,
  type FieldValue,
  filterValue,
} from '../../entities/public.ts';
import { type Assignment, libraryEntityId } from '../attachment.ts';
import { attachmentLimits as limits } from '../limits.ts';

/** Parses the JSON of a part; undefined if it is not JSON. Throws TooDeepError and InvalidInputError. */
function jsonOf(text: string | undefined, name: string): unknown {
  if (text === undefined) return undefined;
  try {
    return parseCallerJson(text, { name });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const characters = (text: string): number => [...text].length;

/** The first of each name, in the compared form. */
function distinctNames(names: readonly string[]): string[] {
  const byName = Map.groupBy(names, comparedName);
  return [...byName].flatMap(([name, [first = '']]) => (name === '' ? [] : [first]));
}

/** Trims tags and removes blanks and duplicates. Throws InvalidInputError beyond the limits. */
export function normalizeTags(values: readonly unknown[]): string[] {
  const texts = values.filter((value) => typeof value === 'string');
  const tags = distinctNames(texts.map((tag) => tag.toWellFormed().trim()));
  if (tags.length > limits.tags)
    throw new InvalidInputError({ tags: `must have at most ${limits.tags} tags` });
  const long = tags.findIndex((tag) => characters(tag) > limits.tag);
  if (long >= 0)
    throw new InvalidInputError({ [`tags[${long}]`]: `must have at most ${limits.tag} characters` });
  return tags;
}

/** Parses the tags of a form: a JSON array or a comma-separated list. Throws InvalidInputError beyond the limits. */
export function parseTags(part: string | undefined): string[] {
  if (part === undefined || part.trim() === '') return [];
  const value = jsonOf(part, 'tags');
  if (typeof value === 'object') return Array.isArray(value) ? normalizeTags(value) : [];
  // A single tag such as `2026` is JSON, too.
  return normalizeTags((typeof value === 'string' ? value : part).split(','));
}

/** Returns whether the text is a path or an http(s) URL; false for `javascript:…` in any spelling. */
export function isAllowedHref(href: string): boolean {
  // Browsers ignore tabs and line breaks in URLs.
  if (/[\p{Cc}\s\\]/u.test(href)) return false;
  return /^https?:\/\//i.test(href) || !/^[^/?#]*:/.test(href);
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.toWellFormed().trim() : '';
  return text === '' ? undefined : text;
}

function assertMaxLength(field: string, text: string | undefined | null, max: number): void {
  if (text && characters(text) > max)
    throw new InvalidInputError({ [field]: `must have at most ${max} characters` });
}

function toAssignment(value: unknown, index: number): Assignment | undefined {
  const { type, id, href, label } = (value ?? {}) as Record<string, unknown>;
  const assignment = { type: textOf(type), id: textOf(id), href: textOf(href), label: textOf(label) };
  if (assignment.type === undefined || assignment.id === undefined) return undefined;
  assertMaxLength(`assignments[${index}].type`, assignment.type, limits.assignmentType);
  assertMaxLength(`assignments[${index}].id`, assignment.id, limits.assignmentId);
  assertMaxLength(`assignments[${index}].href`, assignment.href, limits.href);
  assertMaxLength(`assignments[${index}].label`, assignment.label, limits.label);
  const link = assignment.href !== undefined && isAllowedHref(assignment.href) ? assignment.href : undefined;
  return {
    type: assignment.type,
    id: assignment.id,
    ...(link !== undefined && { href: link }),
    ...(href === null && { href: null }),
    ...(assignment.label !== undefined && { label: assignment.label }),
  };
}

function unique(assignments: readonly Assignment[]): Assignment[] {
  return [
    ...new Map(
      assignments.map((assignment) => [toJson([assignment.type, assignment.id]), assignment]),
    ).values(),
  ];
}

/**
 * Returns the assignments with type and id; the last of several equal ones is used. URLs that are neither paths nor http(s)
 * are left out. Throws InvalidInputError beyond the limits.
 */
export function normalizeAssignments(values: readonly unknown[]): Assignment[] {
  const assignments = unique(values.map(toAssignment).filter((assignment) => assignment !== undefined));
  if (assignments.length > limits.assignments)
    throw new InvalidInputError({ assignments: `must have at most ${limits.assignments} assignments` });
  return assignments;
}

/** Parses the assignments of a form: a JSON array or object. Other values are ignored. */
export function parseAssignments(part: string | undefined): Assignment[] {
  const value = jsonOf(part, 'assignments');
  if (typeof value !== 'object' || value === null) return [];
  return normalizeAssignments(Array.isArray(value) ? value : [value]);
}

/** Adds the record of the upload to the assignments, replacing an equal one. */
export function withOwner(
  assignments: readonly Assignment[],
  { entityId, recordId }: { entityId: string; recordId: string },
): Assignment[] {
  if (entityId === libraryEntityId) return [...assignments];
  const others = assignments.filter(({ type, id }) => type !== entityId || id !== recordId);
  return [...others, { type: entityId, id: recordId }];
}

/** Returns the assignments after a transfer from one record to another. */
export function movedAssignments(
  assignments: readonly Assignment[],
  { entityId, from, to }: { entityId: string; from: string; to: string },
): Assignment[] {
  return unique(
    assignments.map((assignment) =>
      assignment.type === entityId && assignment.id === from ? { ...assignment, id: to } : assignment,
    ),
  );
}

/** Parses the code of a partition in a form, without invalid characters; undefined if no character is left. */
export function parsePartitionCode(part: string | undefined): string | undefined {
  const code = (part ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '');
  return code === '' ? undefined : code;
}

/** Converts the text of a `cf_` part to the type of its field. */
function typedValue(text: string, definition: Definition | undefined): unknown {
  if (definition === undefined) return text;
  if (!definition.multi) return filterValue(definition.kind, text) ?? text;
  const values = jsonOf(text, `cf_${definition.key}`);
  const texts = Array.isArray(values) ? values : text.split(',').map((part) => part.trim());
  return texts.map((part) =>
    typeof part === 'string' ? (filterValue(definition.kind, part) ?? part) : part,
  );
}

/** Parses the custom values of a form: the JSON object `customFields`, and parts `cf_<key>` or `cf:<key>`. */
export function parseCustomFields(
  parts: ReadonlyMap<string, string>,
  definitions: readonly Definition[],
): CustomValues {
  const given = jsonOf(parts.get('customFields'), 'customFields');
  const values: Record<string, unknown> = Object.create(null);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) Object.assign(values, given);
  for (const [name, text] of parts) {
    const key = /^cf[_:](.+)$/s.exec(name)?.[1];
    if (key === undefined) continue;
    values[key] = typedValue(
      text,
      definitions.find((definition) => definition.key === key),
    );
  }
  return normalizeCustom(values);
}

const primitive = (value: unknown): FieldValue =>
  typeof value === 'string' || isNumeric(value) || typeof value === 'boolean' ? value : toJson(value ?? null);

/** Converts objects to JSON texts, also in lists. Throws InvalidInputError beyond the limit. */
export function normalizeCustom(values: Readonly<Record<string, unknown>>): CustomValues {
  const normal = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, CustomValues[string]] => [
      key,
      value === null ? null : Array.isArray(value) ? value.map(primitive) : primitive(value),
    ]);
  const custom = Object.fromEntries(normal);
  if (Buffer.byteLength(toJson(custom)) > limits.customBytes)
    throw new InvalidInputError({ customFields: `must have at most ${limits.customBytes} bytes as JSON` });
  return custom;
}

/** Parses the custom values of a JSON body in any accepted form. Throws InvalidInputError beyond the limit. */
export function customOfBody(body: Readonly<Record<string, unknown>>): CustomValues {
  return normalizeCustom(customValuesOf(body));
}
