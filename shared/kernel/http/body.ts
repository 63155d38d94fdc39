import { MalformedBodyError } from '../errors/errors.ts';
import { type BodyReader, checkEncoding, checkSize, isJsonType } from './body-reader.ts';
import { parseCallerJson } from './caller-json.ts';
import type { EndpointSpec } from './endpoint-spec.ts';
import type { HttpEvent, Middleware } from './types.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** API Gateway sends other content types in base64; invalid UTF-8 is refused here. */
function bodyText({ body, isBase64Encoded }: HttpEvent): string | undefined {
  if (typeof body !== 'string' || !isBase64Encoded) return body as string | undefined;
  try {
    return strictUtf8.decode(Buffer.from(body, 'base64'));
  } catch (error) {
    throw new MalformedBodyError('The body is not valid UTF-8.', error);
  }
}

/** Refuses with 413, 415 and 400 before parsing: size in bytes, encoding, missing body. */
function checkText(spec: EndpointSpec): Middleware {
  return {
    before: ({ event }) => {
      checkSize(spec, Number(event.headers['content-length'] ?? 0));
      checkEncoding(event);
      const text = bodyText(event);
      event.isBase64Encoded = false;
      if (text === undefined || text.trim() === '') {
        if (!spec.bodyOptional) throw new MalformedBodyError('A JSON body is required.');
        event.body = {};
        return;
      }
      checkSize(spec, Buffer.byteLength(text));
      event.body = text;
    },
  };
}

/** Parses the body, and checks the depth, the names and the texts of its values. */
function parseText({ deepFields = [] }: EndpointSpec): Middleware {
  return {
    before: ({ event }) => {
      if (typeof event.body !== 'string') return;
      if (!isJsonType(event.headers['content-type']))
        throw new MalformedBodyError('Send the body as JSON with content-type: application/json.');
      try {
        event.body = parseCallerJson(event.body, { deepFields });
      } catch (error) {
        throw error instanceof SyntaxError ? new MalformedBodyError('The body is not valid JSON.') : error;
      }
    },
  };
}

/** Parses the body as JSON with at most `maxJsonLevels` levels, except in the contract's `deepFields`. */
export const jsonBody: BodyReader = (spec) => {
  const { operationId, bodyFormat = 'json' } = spec;
  if (bodyFormat !== 'json') throw new Error(`${operationId} does not take JSON: give it ${bodyFormat}Body.`);
  return [checkText(spec), parseText(spec)];
};
