/**
 * One streaming function for the exports of all lists. An export is the list's endpoint with another body: the
 * same caller, scope, feature and filters by the list's own contract, and every row instead of a page.
 */

import { InvalidInputError, NotFoundError } from '../errors/errors.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { Endpoint } from '../http/endpoint-spec.ts';
import { type StreamingHandler, type StreamReply, streamEndpoint } from '../http/stream-endpoint.ts';
import {
  columnsOf,
  type ExportFormat,
  exportFiles,
  exportFormatOf,
  exportWriter,
  type Row,
} from './export.ts';
import type { ExportSource, ListInput } from './export-source.ts';

/** Paging has no meaning for an export, so it cannot be wrong either; the format has been read before. */
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

/** The whole file, a piece per batch of rows. A list without rows has the single column `ID`. */
async function* exportText(
  format: ExportFormat,
  fields: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const writer = exportWriter(format, columnsOf(fields));
  let count = 0;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    const begin = count === 0 ? writer.begin() : '';
    yield begin + rows.map((row) => writer.row(row, count++)).join('');
  }
  if (count > 0) return yield writer.end(count);
  const empty = exportWriter(format, []);
  yield empty.begin() + empty.end(0);
}

/** A list as a file: every row that the input selects. */
export function exportReply(
  { fileName, columns, rows }: Omit<ExportSource, 'contract'>,
  format: ExportFormat,
  input: ListInput,
): StreamReply {
  return {
    headers: {
      'content-type': exportFiles[format].contentType,
      'content-disposition': contentDisposition('attachment', `${fileName}.${exportFiles[format].extension}`),
    },
    body: exportText(format, columns, rows(input)),
  };
}

function exportEndpoint(source: ExportSource, format: ExportFormat | undefined): StreamingHandler {
  const streamed: Endpoint = { ...source.contract, transport: 'stream' };
  return streamEndpoint(streamed, async (input) => {
    if (format === undefined) {
      const details = { format: 'must be csv, json, xml or markdown' };
      throw new InvalidInputError(details, undefined, source.contract.invalidError);
    }
    return exportReply(source, format, input as unknown as ListInput);
  });
}

/** Returns a path that is no exportable list; CloudFront sends no such request here. */
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
    success: { status: 200, description: 'Never sent.' },
  };
  return streamEndpoint(contract, async () => {
    throw new NotFoundError('List');
  });
}

/** Does a path fit a list's, such as `/api/runs/{id}/failures`? */
function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) =>
      segment.startsWith('{') ? given[index] !== '' : segment === given[index],
    )
  );
}

/** The handler that exports the list at the request's path in the format of its query. Needs `awslambda`. */
export function exportHandler(sources: readonly ExportSource[]): StreamingHandler {
  const byPath = new Map(sources.map((source) => [source.contract.path, source]));
  const sourceAt = (path: string): ExportSource | undefined =>
    byPath.get(path) ?? sources.find(({ contract }) => fits(contract.path, path));
  // An environment serves few lists and formats, and building all would slow its start.
  const built = new Map<string, StreamingHandler>();

  function handlerFor(path: string, format: ExportFormat | undefined): StreamingHandler {
    const source = sourceAt(path);
    if (source === undefined) return noSuchList();
    const key = `${format} ${source.contract.path}`;
    const known = built.get(key);
    if (known !== undefined) return known;
    const handler = exportEndpoint(source, format);
    built.set(key, handler);
    return handler;
  }

  return awslambda.streamifyResponse(async (event, responseStream, context) => {
    const handler = handlerFor(event.rawPath, formatOf(event.rawQueryString));
    const rawQueryString = withoutPaging(event.rawQueryString);
    await handler({ ...event, rawQueryString }, responseStream, context);
  });
}
