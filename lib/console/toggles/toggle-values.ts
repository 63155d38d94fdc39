/** Converts values of toggles to form texts and back. */

import type { Toggle } from '../../../shared/clients/typescript/index.ts';
import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { numberOfText } from '../forms/number-text.ts';
import { toggleTexts } from '../texts/toggles.ts';

export type ToggleType = Toggle['type'];

export const toggleTypes = ['boolean', 'string', 'number', 'json'] as const;

/** Returns why the text is not a value of the type, or undefined. Empty text is null, except for texts. */
export function valueProblem(type: ToggleType, text: string): string | undefined {
  if (text.trim() === '' || type === 'string' || type === 'boolean') return undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? undefined : toggleTexts.form.notNumber;
  try {
    parseJson(text);
    return undefined;
  } catch {
    return toggleTexts.form.notJson;
  }
}

/** The value of a text without a problem. */
export function parseValue(type: ToggleType, text: string): unknown {
  if (type === 'string') return text;
  if (text.trim() === '') return null;
  if (type === 'boolean') return text === 'true';
  return type === 'number' ? numberOfText(text) : parseJson(text);
}

export function textOf(type: ToggleType, value: unknown): string {
  if (value === null || value === undefined) return '';
  return type === 'json' ? toJson(value, 2) : String(value);
}

/** A short text for tables. */
export function valueInWords(value: unknown): string {
  const { values } = toggleTexts;
  if (value === null || value === undefined) return values.none;
  if (typeof value === 'boolean') return value ? values.true : values.false;
  return typeof value === 'string' ? value : toJson(value);
}
