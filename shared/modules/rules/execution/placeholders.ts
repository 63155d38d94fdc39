/** Replaces `{{names}}` and `{{expressions}}` in texts. */

import { cached } from '../../../kernel/base/cached.ts';
import { responseBytes } from '../../../kernel/base/json.ts';
import type { Resolve } from '../../../kernel/conditions/resolver.ts';
import { isNone, toShownText } from '../../../kernel/conditions/values.ts';
import { evaluateIn, expressionEngine } from '../../../kernel/expressions/engine.ts';
import { isExpressionError } from '../../../kernel/expressions/expression-error.ts';
import { partsOf, type TextPart } from '../../../kernel/expressions/template.ts';
import { ActionError } from './effects.ts';

/** Counts the output; throws if it is too large. */
export type Spend = (bytes: number) => void;

export interface FillContext {
  resolve: Resolve;
  spend: Spend;
  /** Throws when the time is up. */
  watch?: () => void;
  /** Where the value is, for messages: `Rule TAX, config`. */
  place: string;
  /** Converts a value inside other text, which is `before` it. */
  escape?: (value: string, before: string) => string;
}

const afterHost = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#]*[/?#]/i;

/**
 * A value in a URL, encoded as one segment of the path or one value of the query, so that it ends neither. Before the
 * path it stays: it is the host. Throws ActionError for a segment that would name the parent.
 */
export function escapeInUrl(value: string, before: string): string {
  if (!afterHost.test(before)) return value;
  if ((value === '.' || value === '..') && /^[^?#]*\/$/.test(before))
    throw new ActionError(`The url must not contain the segment "${value}".`);
  return encodeURIComponent(value.toWellFormed());
}

const maxKeptTexts = 1_000;
const maxKeptCharacters = 2_000;
const keptParts = cached(maxKeptTexts, partsOf);
const split = (text: string) => (text.length > maxKeptCharacters ? partsOf(text) : keptParts(text));

/** The value as JSON, and its text. */
interface FilledPart {
  value: unknown;
  text: string;
}

/** Undefined for a text that is neither a name nor an expression: rules of earlier versions contain such texts. */
function compiled(content: string) {
  try {
    return expressionEngine().compileExpression(content);
  } catch (error) {
    if (isExpressionError(error)) return undefined;
    throw error;
  }
}

/** The value of a part; undefined if it stays as it is written. Throws ActionError. */
function filledPart(
  { kind, content, at }: TextPart,
  { resolve, watch, place }: FillContext,
): FilledPart | undefined {
  const expression = kind === 'expression' ? compiled(content) : undefined;
  if (expression === undefined) {
    const value = resolve(content);
    return isNone(value) ? undefined : { value, text: toShownText(value) };
  }
  return evaluateIn({ place, at, Failure: ActionError }, ({ toPlain, toText: textOf }) => {
    const value = expression.evaluate({ resolve, ...(watch && { watch }) });
    return { value: toPlain(value), text: textOf(value) };
  });
}

function fillText(text: string, context: FillContext): unknown {
  const { spend } = context;
  const parts = text.includes('{{') ? split(text) : [];
  const [first] = parts;
  if (first === undefined) {
    spend(responseBytes(text));
    return text;
  }
  if (parts.length === 1 && first.kind !== 'text') {
    const whole = filledPart(first, context);
    const value = whole === undefined ? text : whole.value;
    spend(responseBytes(value));
    return value;
  }
  let spent = 0;
  let filledText = '';
  for (const part of parts) {
    const filled = part.kind === 'text' ? undefined : filledPart(part, context);
    const written =
      filled === undefined ? part.written : (context.escape?.(filled.text, filledText) ?? filled.text);
    const bytes = Buffer.byteLength(written);
    spent += bytes;
    // At once: the text may become much larger than its parts.
    spend(bytes);
    filledText += written;
  }
  // What JSON escapes.
  spend(Math.max(0, responseBytes(filledText) - spent));
  return filledText;
}

/**
 * Replaces names and expressions in all texts of a value. A text that is exactly one of them becomes its value, of any
 * type; a name without a value stays unchanged. Throws ActionError for an expression that fails.
 */
export function fill(value: unknown, context: FillContext): unknown {
  const { spend, place } = context;
  if (typeof value === 'string') return fillText(value, context);
  // Counts quotes and commas, too.
  spend(2);
  if (typeof value !== 'object' || value === null) {
    spend(String(value).length);
    return value;
  }
  if (Array.isArray(value))
    return value.map((element, index) => fill(element, { ...context, place: `${place}[${index}]` }));
  const entries = Object.entries(value).map(([key, child]) => {
    spend(responseBytes(key));
    return [key, fill(child, { ...context, place: `${place}.${key}` })];
  });
  return Object.fromEntries(entries);
}
