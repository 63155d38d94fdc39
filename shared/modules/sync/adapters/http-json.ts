/** Syncs with any API that lists records in pages and accepts batches: `GET` and `POST {baseUrl}/{entityType}`. */

import { hash } from 'node:crypto';
import { valueAt } from '../../../kernel/base/field-path.ts';
import { isNumeric, parseJson, toJson } from '../../../kernel/base/json.ts';
import { stripEnd } from '../../../kernel/base/linear-text.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { setParameters } from '../../../kernel/base/url-parameters.ts';
import {
  type ApiResponse,
  assertUtf8,
  callApi,
  errorMessageIn,
  objectIn,
} from '../../../kernel/outbound/api-call.ts';
import { bearerHeader } from '../../../kernel/outbound/bearer.ts';
import { textOf } from '../../integrations/public-data.ts';
import {
  AuthorizationFailedError,
  connectionFailure,
  type ExportItem,
  type ExportOutcome,
  SourceError,
  type SyncAdapter,
  type SyncContext,
  syncUserAgent,
  toSourceItem,
  withId,
} from '../adapter.ts';

const name = 'The API';

type Context = Omit<SyncContext, 'runId'>;

/** The URL `{baseUrl}/{entityType}` with its headers. Throws SourceError, AuthorizationFailedError. */
function endpointOf({ credentials, entityType }: Context): { url: URL; headers: Record<string, string> } {
  const url = URL.parse(textOf(credentials, 'baseUrl') ?? '');
  const token = textOf(credentials, 'token');
  if (url === null) throw new SourceError('baseUrl is missing or not a URL.');
  if (token === undefined) throw new AuthorizationFailedError('token is missing.');
  url.pathname = `${stripEnd(url.pathname, '/')}/${encodeURIComponent(entityType)}`;
  url.hash = '';
  return { url, headers: { ...bearerHeader('token', token), 'user-agent': syncUserAgent } };
}

/**
 * The API's cursor, and how many items of its page were already read: a page may be larger than a batch. `last` identifies the
 * last of these items; positions of older versions have none.
 */
interface Position {
  cursor: string | null;
  skip: number;
  last?: string | undefined;
}

const skipping = /^skip:(\d+):(?:([0-9a-f]{16}):)?(.*)$/s;
const noItem = '0'.repeat(16);

export function parsePosition(cursor: string | null): Position {
  const [, skip, last, rest = ''] = skipping.exec(cursor ?? '') ?? [];
  if (skip === undefined) return { cursor, skip: 0 };
  return { cursor: rest === '' ? null : rest, skip: Number(skip), ...(last !== noItem && { last }) };
}

export function positionText({ cursor, skip, last = noItem }: Position): string | null {
  if (skip > 0 || (cursor !== null && skipping.test(cursor))) return `skip:${skip}:${last}:${cursor ?? ''}`;
  return cursor;
}

function nameOf(item: unknown, idField: string): string {
  const id = typeof item === 'object' && item !== null ? valueAt({ ...item }, idField) : item;
  return hash('sha256', toJson(id ?? null), 'hex').slice(0, noItem.length);
}

/**
 * The items that follow the position. If the page has changed since, they follow the last item, or are all items: those that
 * were already read are unchanged.
 */
function startOf(items: readonly unknown[], { skip, last }: Position, idField: string): number {
  if (last === undefined || nameOf(items[skip - 1], idField) === last) return skip;
  return items.findIndex((item) => nameOf(item, idField) === last) + 1;
}

async function getPage(context: Context, { cursor }: Position, limit: number): Promise<ApiResponse> {
  const { url, headers } = endpointOf(context);
  setParameters(url, { ...(cursor !== null && { cursor }), limit: String(limit) });
  return callApi({ name, url: url.href, method: 'GET', headers, signal: context.signal });
}

interface Page {
  items: readonly unknown[];
  nextCursor: string | null;
}

/** Throws SourceError if the response is not a page. */
function pageOf(response: ApiResponse): Page {
  if (response.status >= 400)
    throw new SourceError(`${name} returns ${response.status}${errorMessageIn(response)}.`);
  const { items, nextCursor = null } = objectIn(name, response);
  if (!Array.isArray(items)) throw new SourceError(`${name} responds without a list of items.`);
  if (nextCursor !== null && typeof nextCursor !== 'string' && !isNumeric(nextCursor))
    throw new SourceError(`${name} responds with a nextCursor that is not a text.`);
  return { items, nextCursor: nextCursor === null || nextCursor === '' ? null : String(nextCursor) };
}

/** The results of single items by id, from `{results: [{id, error?, externalId?}]}` in the response. */
function outcomesById(response: ApiResponse): Map<string, Readonly<Record<string, unknown>>> {
  let parsed: unknown;
  try {
    parsed = parseJson(response.body);
  } catch {
    // A response without a body means that all items succeeded.
  }
  const results =
    typeof parsed === 'object' && parsed !== null && 'results' in parsed ? parsed.results : undefined;
  if (results !== undefined) assertUtf8(name, response);
  const entries = Array.isArray(results)
    ? results.filter((one) => typeof one === 'object' && one !== null)
    : [];
  return new Map(entries.map((one) => [String(one.id), one]));
}

const idOf = ({ externalId, localId }: ExportItem): string => externalId ?? localId;

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** The id that the API gave to a record, as imports read it: a text, or a number as text. */
const idThere = (value: unknown, otherwise: string): string =>
  isNumeric(value) ? String(value) : textOr(typeof value === 'string' ? value.trim() : value, otherwise);

/** Statuses by which an API refuses the data, not the request. */
const refusals: ReadonlySet<number> = new Set([400, 409, 413, 422]);

function outcomesOf(items: readonly ExportItem[], response: ApiResponse): ExportOutcome[] {
  if (refusals.has(response.status)) {
    const error = `${name} refuses the batch (${response.status})${errorMessageIn(response)}.`;
    return items.map(({ localId }) => ({ localId, status: 'error', error }));
  }
  if (response.status >= 400)
    throw new SourceError(`${name} returns ${response.status}${errorMessageIn(response)}.`);
  const outcomes = outcomesById(response);
  return items.map((item): ExportOutcome => {
    const { localId } = item;
    const id = idOf(item);
    const { error, externalId: externalIdThere } = outcomes.get(id) ?? {};
    if (error !== undefined && error !== null) {
      const text = textOr(error, toJson(error));
      return { localId, status: 'error', error: truncate(text, 500) };
    }
    return { localId, status: 'success', externalId: idThere(externalIdThere, id) };
  });
}

/**
 * Lets the API recognize a batch that is sent again because the response was lost. It depends on the content: records
 * may have changed meanwhile, and an API refuses or ignores other content with a key that it knows.
 */
function requestKeyOf({ runId }: SyncContext, batchIndex: number, body: string): string {
  return `${runId}-${batchIndex}-${hash('sha256', body, 'hex').slice(0, 16)}`;
}

export const httpJson: SyncAdapter = {
  providerKey: 'http_json',
  directions: ['import', 'export'],

  async readBatch(context, { cursor, batchSize }) {
    const at = parsePosition(cursor);
    const { items, nextCursor } = pageOf(await getPage(context, at, batchSize));
    const start = startOf(items, at, context.idField);
    const pageItems = items.slice(start, start + batchSize);
    const skip = start + pageItems.length;
    const isWhole = skip >= items.length;
    if (isWhole && nextCursor !== null && nextCursor === at.cursor)
      throw new SourceError(
        `${name} responds with the requested cursor again, so the import would never end.`,
      );
    const last = isWhole ? undefined : nameOf(pageItems.at(-1), context.idField);
    const next = isWhole ? { cursor: nextCursor, skip: 0 } : { cursor: at.cursor, skip, last };
    return {
      items: pageItems.map((item, index) => {
        const position = `Item ${start + index + 1} of the page`;
        return (
          toSourceItem(item, context.idField, position) ?? {
            externalId: null,
            error: `${position} is not an object.`,
            data: item,
          }
        );
      }),
      cursor: positionText(next),
      hasMore: !isWhole || nextCursor !== null,
    };
  },

  async writeBatch(context, { items, batchIndex }) {
    if (items.length === 0) return { results: [], cursor: null };
    const { url, headers } = endpointOf(context);
    const body = toJson({ items: items.map((item) => withId(item.data, context.idField, idOf(item))) });
    const response = await callApi({
      name,
      url: url.href,
      method: 'POST',
      headers: { ...headers, 'idempotency-key': requestKeyOf(context, batchIndex, body) },
      body,
      signal: context.signal,
    });
    return { results: outcomesOf(items, response), cursor: null };
  },

  async validateConnection(context, direction) {
    try {
      const response = await getPage(context, { cursor: null, skip: 0 }, 1);
      // An API that only accepts records may have no endpoint that lists them.
      if (direction === 'export' && [404, 405, 501].includes(response.status))
        return { ok: true, message: `${name} responds.`, details: { status: response.status } };
      const { items } = pageOf(response);
      return { ok: true, message: `${name} responds with a page.`, details: { items: items.length } };
    } catch (error) {
      return connectionFailure(error);
    }
  },
};
