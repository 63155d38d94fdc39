/** Requests to a URL without a webhook: their validation and payload. Pure. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { customHeaderProblem } from '../../../kernel/outbound/custom-headers.ts';
import { urlCharacters } from '../../../kernel/outbound/limits.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../../kernel/outbound/url.ts';
import { webhookLimits } from '../limits.ts';
import type { OwnRequest, Payload } from './delivery.ts';

export const ownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What is wrong with the URL of a request, as a phrase after its name; undefined if it is valid. */
export function callUrlProblem(url: string): string | undefined {
  if (url.length > urlCharacters) return `must have at most ${urlCharacters} characters`;
  return webhookUrlProblem(url, { allowPrivate: allowsPrivateWebhooks() });
}

const isContentType = (name: string): boolean => name.toLowerCase() === 'content-type';

/** The first problem of a request's headers. Unlike a webhook's headers, they may contain the content type. */
export function callHeadersProblem(
  headers: Readonly<Record<string, string>>,
): ReturnType<typeof customHeaderProblem> {
  const entries = Object.entries(headers);
  const types = entries.filter(([name]) => isContentType(name));
  if (types.length > 1) return { field: 'headers.content-type', message: 'occurs twice, in different case' };
  const [type] = types;
  if (type !== undefined && !/^[\x20-\x7e]{1,256}$/.test(type[1]))
    return { field: `headers.${type[0]}`, message: 'must be the content type of the body' };
  return customHeaderProblem(Object.fromEntries(entries.filter(([name]) => !isContentType(name))), 'headers');
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** The request to a URL: a text is sent unchanged, any other value as JSON; GET has no body. */
export function ownPayload(
  method: OwnRequest['method'],
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Payload {
  const isNone = body === undefined || body === null || method === 'GET';
  const text = isNone ? '' : typeof body === 'string' ? body : toJson(body);
  const [given] = Object.entries(headers).filter(([name]) => isContentType(name));
  const guessed = typeof body !== 'string' || isJson(body) ? 'application/json' : 'text/plain; charset=utf-8';
  const contentType = text === '' ? null : (given?.[1] ?? guessed);
  const others = Object.entries(headers).filter(([name]) => !isContentType(name));
  return { text, request: { method, headers: Object.fromEntries(others), contentType } };
}

/** Whether it is too large for one item of the table. */
export function isTooLarge({ text, request }: Payload): boolean {
  return Buffer.byteLength(text) + Buffer.byteLength(toJson(request ?? null)) > webhookLimits.callBytes;
}
