import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { EndpointSpec } from './contract.ts';
import { BodyTooLargeError, MalformedBodyError } from './errors.ts';
import { findKey } from './json.ts';
import { limits } from './limits.ts';
import type { EndpointRequest, HttpEvent, Middleware } from './types.ts';

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
export function checkBody(spec: EndpointSpec): Middleware {
  const { maxBodyBytes = limits.bodyBytes, bodyOptional, bodyFormat } = spec;
  return {
    before: ({ event }) => {
      const declared = Number(event.headers['content-length'] ?? 0);
      if (declared > maxBodyBytes) throw new BodyTooLargeError(maxBodyBytes);
      if (bodyFormat === 'form') {
        const bytes = Buffer.from(String(event.body ?? ''), event.isBase64Encoded ? 'base64' : 'utf8');
        if (bytes.byteLength > maxBodyBytes) throw new BodyTooLargeError(maxBodyBytes);
        event.body = bytes;
        event.isBase64Encoded = false;
        return;
      }
      const text = bodyText(event);
      if (text === undefined || text.trim() === '') {
        if (!bodyOptional) throw new MalformedBodyError('A JSON body is required.');
        event.body = undefined;
        return;
      }
      if (Buffer.byteLength(text) > maxBodyBytes) throw new BodyTooLargeError(maxBodyBytes);
      event.body = text;
      event.isBase64Encoded = false;
    },
  };
}

/** A key of this name is data to JSON.parse, and a prototype to the next plain assignment. */
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__']);
const { before: parseWithMiddy } = httpJsonBodyParser();

/** What middy's parser says of a body it refused. */
function refusalOf(error: unknown): { statusCode?: number; message: string } {
  const { statusCode, cause } = error as { statusCode?: number; cause?: { message?: string } };
  return { ...(statusCode !== undefined && { statusCode }), message: cause?.message ?? '' };
}

/**
 * JSON nested so deeply that middy's parser overflows the stack: it protects against prototypes with a reviver,
 * which recurses. JSON.parse alone does not, and the keys are searched without recursion afterwards.
 */
function parseDeepJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const forbidden = findKey(value, forbiddenNames);
  if (forbidden === undefined) return value;
  throw new MalformedBodyError(`The name "${forbidden}" may not be used as a key.`);
}

async function parseJson(request: EndpointRequest): Promise<unknown> {
  const text = String(request.event.body);
  try {
    await parseWithMiddy?.(request as unknown as Parameters<NonNullable<typeof parseWithMiddy>>[0]);
    return request.event.body;
  } catch (error) {
    const { statusCode, message } = refusalOf(error);
    if (statusCode === 415) {
      throw new MalformedBodyError('Send the body as JSON with content-type: application/json.', error);
    }
    if (message.includes('call stack')) return parseDeepJson(text);
    throw new MalformedBodyError('The body is not valid JSON, or uses a forbidden key.', error);
  }
}

const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * The fields of a form; one that was sent several times is a list, an empty text counts as absent. Throws
 * MalformedBodyError for what no HTML form sends.
 */
async function parseForm(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  if (!formType.test(contentType)) {
    throw new MalformedBodyError(
      'Send a form: content-type application/x-www-form-urlencoded or multipart/form-data.',
    );
  }
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch((error: unknown) => {
    throw new MalformedBodyError('The body is not a valid form.', error);
  });
  const names = [...new Set(form.keys())].filter((name) => !forbiddenNames.has(name));
  const fields = names.map((name) => {
    const values = form.getAll(name).filter((value) => value !== '');
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The body as JSON of any depth, by middy's parser, or as a form. */
export function parseBody({ bodyFormat }: EndpointSpec): Middleware {
  return {
    before: async (request) => {
      const { event } = request;
      if (bodyFormat === 'form') {
        event.body = await parseForm(event.body as Buffer, event.headers['content-type'] ?? '');
      } else {
        event.body = event.body === undefined ? {} : await parseJson(request);
      }
    },
  };
}
