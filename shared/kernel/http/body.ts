import { BodyTooLargeError, FileTooLargeError, MalformedBodyError } from '../errors/errors.ts';
import { parseCallerJson } from './caller-json.ts';
import type { EndpointSpec } from './endpoint-spec.ts';
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

/** Throws BodyTooLargeError; FileTooLargeError, with the limit of the file alone, for a form with a file. */
export function checkSize(spec: EndpointSpec, bytes: number): void {
  const { maxBodyBytes = limits.bodyBytes, formOverheadBytes } = spec;
  if (bytes <= maxBodyBytes) return;
  if (formOverheadBytes === undefined) throw new BodyTooLargeError(maxBodyBytes);
  throw new FileTooLargeError(maxBodyBytes - formOverheadBytes);
}

/** 413 and 400 before the parser: size in bytes, encoding, presence. */
function checkText(spec: EndpointSpec): Middleware {
  return {
    before: ({ event }) => {
      checkSize(spec, Number(event.headers['content-length'] ?? 0));
      const text = bodyText(event);
      if (text === undefined || text.trim() === '') {
        if (!spec.bodyOptional) throw new MalformedBodyError('A JSON body is required.');
        event.body = undefined;
        return;
      }
      checkSize(spec, Buffer.byteLength(text));
      event.body = text;
      event.isBase64Encoded = false;
    },
  };
}

const jsonType = /^application\/([a-z0-9.+-]+\+)?json(;|$)/i;

/**
 * Not by `@middy/http-json-body-parser`: its reviver takes 30 times as long (3 s for a body of 1 MB), and has no stack for
 * the 9 000 levels of a condition that is stored today.
 */
function parseJson({ body, headers }: HttpEvent, { deepFields = [] }: EndpointSpec): unknown {
  if (!jsonType.test(headers['content-type'] ?? ''))
    throw new MalformedBodyError('Send the body as JSON with content-type: application/json.');
  try {
    return parseCallerJson(String(body), { deepFields });
  } catch (error) {
    throw error instanceof SyntaxError ? new MalformedBodyError('The body is not valid JSON.', error) : error;
  }
}

/** How the body of an endpoint is checked and parsed; throws BodyTooLargeError, MalformedBodyError, TooDeepError and InvalidInputError. */
export type BodyReader = (spec: EndpointSpec) => Middleware[];

/** The body as JSON that nests at most `maxJsonLevels` deep, but for the contract's `deepFields`. */
export const jsonBody: BodyReader = (spec) => {
  const { operationId, bodyFormat = 'json' } = spec;
  if (bodyFormat !== 'json') throw new Error(`${operationId} does not take JSON: give it ${bodyFormat}Body.`);
  const parse: Middleware = {
    before: ({ event }) => {
      event.body = event.body === undefined ? {} : parseJson(event, spec);
    },
  };
  return [checkText(spec), parse];
};
