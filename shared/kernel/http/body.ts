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

/** What the parser throws (415, and 422 with the text or the name that it refuses) as the 400 of this API. */
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
 * middy's parser. It calls a function for each value, without room on the stack for some 2 000 levels: what nests deeper
 * than bodies may, which only conditions of rules do, is parsed by `parseCallerJson` alone.
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
        // Its types know the event as it comes in; here the event travels on with the parsed body.
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

/** The body as JSON that nests at most `maxJsonLevels` deep, but for the contract's `deepFields`. */
export const jsonBody: BodyReader = (spec) => {
  const { operationId, bodyFormat = 'json' } = spec;
  if (bodyFormat !== 'json') throw new Error(`${operationId} does not take JSON: give it ${bodyFormat}Body.`);
  return [checkText(spec), parseText(spec), checkValues(spec)];
};
