/** One streaming function for the exports of all lists. It loads the code of a list when the list is first requested. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { NotFoundError } from '../errors/errors.ts';
import type { Endpoint } from '../http/endpoint-spec.ts';
import { type StreamingHandler, streamEndpoint } from '../http/stream-endpoint.ts';
import { returnsWholeResponses } from '../http/whole-response.ts';
import { type ExportFormat, exportFormatOf } from './export.ts';
import type { ExportSource } from './export-source.ts';

/** Loads the exported lists of a module. */
export type LoadExports = () => Promise<{ exportSources: readonly ExportSource[] }>;

/** Paging parameters have no effect on an export, so they are not validated; the format was already read. */
function withoutPaging(rawQueryString: string): string {
  const query = new URLSearchParams(rawQueryString);
  query.delete('page');
  query.delete('pageSize');
  query.delete('format');
  return query.toString();
}

/** Returns the export format of the query, by its last `format`; undefined for an unknown format. */
function formatOf(rawQueryString: string): ExportFormat | undefined {
  return exportFormatOf(new URLSearchParams(rawQueryString).getAll('format').at(-1) ?? '');
}

/** Handles a path that is not an exportable list; CloudFront sends no such request here. */
function noSuchList(): StreamingHandler {
  const contract: Endpoint = {
    operationId: 'exportList',
    module: 'exports',
    method: 'GET',
    path: '/',
    transport: 'stream',
    summary: 'No such list',
    description: 'Answers 404 in the shape of every other error.',
    auth: 'none',
    scope: 'none',
    success: { status: 200 },
  };
  return streamEndpoint(contract, async () => {
    throw new NotFoundError('List');
  });
}

/** Whether a path matches a list's, such as `/api/runs/{id}/failures`. */
function fits(pattern: string, path: string): boolean {
  const [segments, actual] = [pattern.split('/'), path.split('/')];
  return (
    segments.length === actual.length &&
    segments.every((segment, index) =>
      segment.startsWith('{') ? actual[index] !== '' : segment === actual[index],
    )
  );
}

/**
 * The handler that exports the list at the request's path in the format of its query. `lists` are the paths of all lists
 * with what loads their modules. Needs `awslambda`.
 */
export function exportHandler(lists: Readonly<Record<string, LoadExports>>): StreamingHandler {
  // An environment serves few lists and formats.
  const handlers = new Map<string, StreamingHandler>();

  async function makeHandler(pattern: string, format: ExportFormat | undefined): Promise<StreamingHandler> {
    const { exportSources } = (await lists[pattern]?.()) ?? {};
    const source = exportSources?.find(({ contract }) => contract.path === pattern);
    return source?.handler(format) ?? noSuchList();
  }

  async function handlerFor(path: string, format: ExportFormat | undefined): Promise<StreamingHandler> {
    const pattern = Object.hasOwn(lists, path) ? path : Object.keys(lists).find((one) => fits(one, path));
    if (pattern === undefined) return noSuchList();
    const key = `${format} ${pattern}`;
    const handler = handlers.get(key) ?? (await makeHandler(pattern, format));
    handlers.set(key, handler);
    return handler;
  }

  const withoutFormat = <Event extends { rawQueryString: string }>(event: Event): Event => ({
    ...event,
    rawQueryString: withoutPaging(event.rawQueryString),
  });
  if (returnsWholeResponses) {
    const whole = async (event: APIGatewayProxyEventV2, context: Context): Promise<unknown> => {
      const handler = await handlerFor(event.rawPath, formatOf(event.rawQueryString));
      return Reflect.apply(handler, undefined, [withoutFormat(event), context]);
    };
    return whole as unknown as StreamingHandler;
  }
  return awslambda.streamifyResponse(async (event, responseStream, context) => {
    const handler = await handlerFor(event.rawPath, formatOf(event.rawQueryString));
    await handler(withoutFormat(event), responseStream, context);
  });
}
