import jsonBodyParser from '@middy/http-json-body-parser';
import { jsonContentTypePattern } from '@middy/util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { MalformedBodyError } from '../errors/errors.ts';
import { type BodyReader, checkSize } from './body-reader.ts';
import {
  checkCallerJson,
  forbiddenNameError,
  maxJsonLevels,
  nestsDeeper,
  parseCallerJson,
} from './caller-json.ts';
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

/** Refuses with 413 and 400 before parsing: size in bytes, encoding, missing body. */
function checkText(spec: EndpointSpec): Middleware {
  return {
    before: ({ event }) => {
      checkSize(spec, Number(event.headers['content-length'] ?? 0));
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

interface ParserError extends Error {
  statusCode: number;
  cause: { data?: unknown };
}

const isParserError = (error: unknown): error is ParserError =>
  error instanceof Error && 'statusCode' in error && error.cause instanceof Object;

/** Converts the parser's errors (415, and 422 with the refused text or name) into this API's 400. */
function toBodyError(error: unknown, text: string): unknown {
  if (!isParserError(error)) return error;
  if (error.statusCode === 415)
    return new MalformedBodyError('Send the body as JSON with content-type: application/json.');
  const { data } = error.cause;
  return data === text
    ? new MalformedBodyError('The body is not valid JSON.')
    : forbiddenNameError(String(data));
}

const parser = jsonBodyParser<APIGatewayProxyEventV2>();

/**
 * middy's parser. It calls a function for each value, which overflows the stack at about 2 000 levels: only conditions
 * of rules may nest deeper, and those are parsed by `parseCallerJson` alone.
 */
function parseText({ deepFields = [] }: EndpointSpec): Middleware {
  return {
    before: async (request) => {
      const { event } = request;
      if (typeof event.body !== 'string') return;
      const text = event.body;
      const isJson = jsonContentTypePattern.test(event.headers['content-type'] ?? '');
      try {
        if (isJson && nestsDeeper(text, maxJsonLevels)) event.body = parseCallerJson(text, { deepFields });
        // Its types describe the incoming event; here the event contains the parsed body.
        else await parser.before?.(request as unknown as Parameters<NonNullable<typeof parser.before>>[0]);
      } catch (error) {
        throw error instanceof SyntaxError
          ? new MalformedBodyError('The body is not valid JSON.')
          : toBodyError(error, text);
      }
    },
  };
}

/** The names and texts of the parsed body. */
function checkValues({ deepFields = [] }: EndpointSpec): Middleware {
  return { before: ({ event }) => checkCallerJson(event.body, { deepFields }) };
}

/** Parses the body as JSON with at most `maxJsonLevels` levels, except in the contract's `deepFields`. */
export const jsonBody: BodyReader = (spec) => {
  const { operationId, bodyFormat = 'json' } = spec;
  if (bodyFormat !== 'json') throw new Error(`${operationId} does not take JSON: give it ${bodyFormat}Body.`);
  return [checkText(spec), parseText(spec), checkValues(spec)];
};
