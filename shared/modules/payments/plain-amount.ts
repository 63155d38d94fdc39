/** JSON bodies whose amounts are written as people write money: digits, and a point perhaps. */
import { jsonBody } from '../../kernel/http/body.ts';
import type { BodyReader } from '../../kernel/http/body-reader.ts';
import type { HttpEvent, Middleware } from '../../kernel/http/types.ts';
import { stripEnd } from '../../kernel/text/linear-text.ts';

const plain = /^\d+(?:\.\d+)?$/;

/** How a number was written, which the parsed value does not tell. `JSON.parse` of V8 does. */
type WithSource = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/** The text of the body's own `amount`, when it is a number that is written otherwise: `1e3`, `-0`, or with digits lost. */
export function lossyAmount(text: string): string | undefined {
  const found = new Map<unknown, string>();
  const remember: WithSource = function (key, value, context) {
    if (key === 'amount' && typeof value === 'number' && context?.source !== undefined)
      found.set(this, context.source);
    return value;
  };
  let root: unknown;
  try {
    root = JSON.parse(text, remember as (this: unknown, key: string, value: unknown) => unknown);
  } catch {
    // Malformed, or nested beyond any payment: the parser says so.
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

/** What is no plain number becomes a text, which the schema refuses by the field's name. */
const judge: Middleware = {
  before: ({ event }) => {
    const odd = lossyAmount(texts.get(event) ?? '');
    const { body } = event;
    if (odd !== undefined && typeof body === 'object' && body !== null) Object.assign(body, { amount: odd });
  },
};

/** `jsonBody`, for payments. */
export const paymentBody: BodyReader = (spec) => {
  const [check, ...parse] = jsonBody(spec);
  return check === undefined ? parse : [check, keepText, ...parse, judge];
};
