/** Values of fields as texts of a form, and back. Pure. */

import { toJson } from '../../../shared/clients/typescript/index.ts';
import type { Kind, OwnField, OwnResource } from '../../../shared/clients/typescript/own-resource.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { numberOfText } from '../forms/number-text.ts';
import { ownTexts as texts } from '../texts/own.ts';

export type OwnRow = { id: string } & Readonly<Record<string, unknown>>;
/** Checkboxes are booleans, all other fields are texts. */
export type OwnForm = Record<string, string | boolean>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A value as a person reads it. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isList(value)) return value.map(shownValue).join(', ');
  return typeof value === 'object' ? toJson(value) : String(value);
}

const toField = (kind: Kind, value: unknown): string | boolean =>
  kind === 'boolean' ? value === true : shownValue(value);

/** The form of a row; that of a new one without a row. */
export const formOf = ({ fields }: OwnResource, row?: OwnRow): OwnForm =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, initial }]) => [
      name,
      toField(kind, row ? row[name] : initial),
    ]),
  );

/** Why a text is no value of the kind; undefined if it is one. */
export function problemOf({ kind }: OwnField, text: string): string | undefined {
  if (kind === 'number' && Number.isNaN(Number(text))) return texts.notANumber;
  if (kind === 'object' && parseJsonObject(text) === undefined) return texts.notJson;
  return undefined;
}

function toValue({ kind }: OwnField, input: string | boolean): unknown {
  if (typeof input === 'boolean') return input;
  const text = input.trim();
  if (kind === 'list')
    return text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  if (text === '') return null;
  if (kind === 'number') return numberOfText(text);
  return kind === 'object' ? parseJsonObject(text) : text;
}

/**
 * The body of a request. A creation leaves out empty fields; in a change they are null, and fields that are as `before` are
 * left out, because their texts need not make the same values of them.
 */
export function bodyOf({ fields }: OwnResource, form: OwnForm, before?: OwnForm): Record<string, unknown> {
  const values = Object.entries(fields)
    .filter(([name]) => form[name] !== before?.[name])
    .map(([name, field]) => [name, toValue(field, form[name] ?? '')] as const);
  return Object.fromEntries(before ? values : values.filter(([, value]) => value !== null));
}
