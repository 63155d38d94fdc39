import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { EndpointSpec } from './contract.ts';
import { BodyTooLargeError, MalformedBodyError } from './errors.ts';
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

/** The body as JSON, by middy's parser; its refusals (415) become the documented 400. */
export function parseBody(): Middleware {
  const { before: parse } = httpJsonBodyParser();
  return {
    before: async (request) => {
      try {
        await parse?.(request as unknown as Parameters<NonNullable<typeof parse>>[0]);
      } catch (error) {
        const isJson = /^application\/(.+\+)?json($|;)/.test(request.event.headers['content-type'] ?? '');
        throw new MalformedBodyError(
          isJson
            ? 'The body is not valid JSON.'
            : 'Send the body as JSON with content-type: application/json.',
          error,
        );
      }
    },
  };
}
