import type { EndpointSpec } from './contract.ts';
import { BodyTooLargeError, MalformedBodyError } from './errors.ts';
import { findKey } from './json.ts';
import { limits } from './limits.ts';
import type { HttpEvent, Middleware } from './types.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** API Gateway sends what it does not take for text in base64; bytes that are no UTF-8 end here. */
function bodyText({ body, isBase64Encoded }: HttpEvent): string | undefined {
  if (typeof body !== 'string' || !isBase64Encoded) return body as string | undefined;
  try {
    return strictUtf8.decode(Buffer.from(body, 'base64'));
  } catch (error) {
    throw new MalformedBodyError('The body is not valid UTF-8.', error);
  }
}

/** 413 and 400 before the parser: size in bytes, encoding, presence. */
export function checkBody({ maxBodyBytes = limits.bodyBytes }: EndpointSpec): Middleware {
  return {
    before: ({ event }) => {
      const declared = Number(event.headers['content-length'] ?? 0);
      if (declared > maxBodyBytes) throw new BodyTooLargeError(maxBodyBytes);
      const text = bodyText(event);
      if (text === undefined || text.trim() === '') throw new MalformedBodyError('A JSON body is required.');
      if (Buffer.byteLength(text) > maxBodyBytes) throw new BodyTooLargeError(maxBodyBytes);
      event.body = text;
      event.isBase64Encoded = false;
    },
  };
}

const jsonType = /^application\/(.+\+)?json\s*(;|$)/i;
/** A key of this name is data to JSON.parse, and a prototype to the next plain assignment. */
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__']);

/** Throws MalformedBodyError unless the text is JSON without a `__proto__` key. */
function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MalformedBodyError('The body is not valid JSON.', error);
  }
  const forbidden = findKey(value, forbiddenNames);
  if (forbidden === undefined) return value;
  throw new MalformedBodyError(`The name "${forbidden}" may not be used as a key.`);
}

/**
 * The body as JSON of any depth. Not middy's parser: that one gives JSON.parse a reviver, which recurses and
 * overflows the stack at about 2 000 nested groups.
 */
export function parseBody(): Middleware {
  return {
    before: ({ event }) => {
      if (!jsonType.test(event.headers['content-type'] ?? ''))
        throw new MalformedBodyError('Send the body as JSON with content-type: application/json.');
      event.body = parseJson(String(event.body));
    },
  };
}
