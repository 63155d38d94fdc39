/** JSON bodies whose amounts are plain decimal numbers: digits, perhaps with a decimal point. */

import { stripEnd } from '../../kernel/base/linear-text.ts';
import { jsonBody } from '../../kernel/http/body.ts';
import type { BodyReader } from '../../kernel/http/body-reader.ts';
import type { HttpEvent, Middleware } from '../../kernel/http/types.ts';

/** Negative ones as well: the schema refuses them and names the reason. */
const plain = /^-?\d+(?:\.\d+)?$/;

/** The source text of a number, which V8's `JSON.parse` passes to its reviver. */
type WithSource = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * The source text of the body's top-level `amount` if it is not a plain number, such as `1e3` or `-0`, or
 * loses digits.
 */
export function lossyAmount(text: string): string | undefined {
  const found = new Map<unknown, string>();
  const remember: WithSource = function (key, value, context) {
    if (key === 'amount' && typeof value === 'number' && context?.source !== undefined)
      found.set(this, context.source);
    return value;
  };
  let root: unknown;
  try {
    // biome-ignore lint/plugin: it reads source texts, and returns no value.
    root = JSON.parse(text, remember as (this: unknown, key: string, value: unknown) => unknown);
  } catch {
    // Malformed, or nested too deeply: the parser reports it.
    return undefined;
  }
  const source = found.get(root);
  if (source === undefined) return undefined;
  const digits = source.includes('.') ? stripEnd(stripEnd(source, '0'), '.') : source;
  return plain.test(source) && String(Number(source)) === digits.replace(/^0+(?=\d)/, '')
    ? undefined
    : source;
}

const texts = new WeakMap<HttpEvent, string>();

const keepText: Middleware = {
  before: ({ event }) => {
    if (typeof event.body === 'string') texts.set(event, event.body);
  },
};

/**
 * Replaces an amount that is not a plain number by its text, so that the schema refuses it under the field's
 * name.
 */
const judge: Middleware = {
  before: ({ event }) => {
    const odd = lossyAmount(texts.get(event) ?? '');
    const { body } = event;
    if (odd !== undefined && typeof body === 'object' && body !== null) Object.assign(body, { amount: odd });
  },
};

/** `jsonBody` with the check of amounts. */
export const paymentBody: BodyReader = (spec) => {
  const [check, ...parse] = jsonBody(spec);
  return check === undefined ? parse : [check, keepText, ...parse, judge];
};
