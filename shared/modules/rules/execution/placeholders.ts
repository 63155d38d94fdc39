/** Replaces `{{placeholders}}` in texts. */

import { responseBytes } from '../../../kernel/base/json.ts';
import type { Resolve } from '../../../kernel/conditions/resolver.ts';
import { isNone, toText } from '../../../kernel/conditions/values.ts';

const wholePlaceholder = /^\{\{([^{}]*)\}\}$/;
const anyPlaceholder = /\{\{([^{}]*)\}\}/g;

/** Counts the output; throws if it is too large. */
export type Spend = (bytes: number) => void;

function fillText(text: string, resolve: Resolve, spend: Spend): unknown {
  if (!text.includes('{{')) {
    spend(responseBytes(text));
    return text;
  }
  const name = wholePlaceholder.exec(text)?.[1];
  const whole = name === undefined ? undefined : resolve(name.trim());
  if (!isNone(whole)) {
    spend(responseBytes(whole));
    return whole;
  }
  let spent = 0;
  const filledText = text.replaceAll(anyPlaceholder, (placeholder, inside: string) => {
    const value = resolve(inside.trim());
    const filled = isNone(value) ? placeholder : toText(value);
    const bytes = Buffer.byteLength(filled);
    spent += bytes;
    // At once: the text may become much larger than its placeholders.
    spend(bytes);
    return filled;
  });
  // The text between the placeholders, and what JSON escapes.
  spend(Math.max(0, responseBytes(filledText) - spent));
  return filledText;
}

/**
 * Replaces the placeholders in all texts of a value. A text that is exactly one placeholder becomes the value
 * itself, of any type; an unknown placeholder stays unchanged.
 */
export function fill(value: unknown, resolve: Resolve, spend: Spend): unknown {
  if (typeof value === 'string') return fillText(value, resolve, spend);
  // Counts quotes and commas, too.
  spend(2);
  if (typeof value !== 'object' || value === null) {
    spend(String(value).length);
    return value;
  }
  if (Array.isArray(value)) return value.map((element) => fill(element, resolve, spend));
  const entries = Object.entries(value).map(([key, child]) => {
    spend(responseBytes(key));
    return [key, fill(child, resolve, spend)];
  });
  return Object.fromEntries(entries);
}
