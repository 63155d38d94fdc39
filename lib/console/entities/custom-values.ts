/** Converts values of custom fields to texts of form controls and back. Pure. */

import type { FieldDefinition } from '../../../shared/clients/typescript/index.ts';
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { numberOfText } from '../forms/number-text.ts';
import { recordTexts as texts } from '../texts/records.ts';

type Kind = Pick<FieldDefinition, 'kind' | 'multi' | 'options'>;

const numberKinds: ReadonlySet<string> = new Set(['integer', 'float', 'currency']);

export const isNumberKind = ({ kind }: Kind): boolean => numberKinds.has(kind);

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : toJson(value);

/** The text of a control; the values of a list are lines. */
export const textOfCustom = ({ multi }: Kind, value: unknown): string =>
  multi && Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value);

/** A text that is not a number is sent unchanged: the API reports the error. */
function singleOf({ kind }: Kind, text: string): unknown {
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (!numberKinds.has(kind)) return text;
  const number = numberOfText(text);
  return typeof number === 'bigint' || Number.isFinite(number) ? number : text;
}

/** Parses a text; null for an empty one, which clears the field. */
export function customOfText(definition: Kind, text: string): unknown {
  if (!definition.multi) return text.trim() === '' ? null : singleOf(definition, text.trim());
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? null : lines.map((line) => singleOf(definition, line.trim()));
}

function singleInWords({ kind, options }: Kind, value: unknown): string {
  if (kind === 'boolean') return value === true ? texts.yes : texts.no;
  return options.find((option) => option.value === value)?.label ?? textOf(value);
}

/** Formats a value for readers; undefined without a value. */
export function customInWords(definition: Kind, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Array.isArray(value)
    ? value.map((one) => singleInWords(definition, one)).join(', ')
    : singleInWords(definition, value);
}
