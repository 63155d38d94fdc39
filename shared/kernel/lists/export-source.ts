/** Exported lists: their columns, how their rows are read, and the handler that sends them as a file. */

import { InvalidInputError } from '../errors/errors.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { Endpoint, EndpointSpec } from '../http/endpoint-spec.ts';
import type { InputOf, RequestCaller } from '../http/operation.ts';
import { type StreamingHandler, type StreamReply, streamEndpoint } from '../http/stream-endpoint.ts';
import { ListCursor, withCursor } from '../table/list-cursor.ts';
import { columnsOf, type ExportFormat, exportFiles, exportWriter, type Row } from './export.ts';

interface Page {
  items: readonly object[];
  totalPages: number;
}

export interface ExportSource {
  contract: EndpointSpec;
  /** Name of the file, without extension. */
  fileName: string;
  /** Fields of a row in the order of the columns; all that the contract's rows have. */
  columns: readonly string[];
  /** Sends the list in this format; an unknown one is refused after the caller has been authorized. */
  handler(format: ExportFormat | undefined): StreamingHandler;
}

/** Other lists are read page by page. */
const pageSize = 100;

/** Reads a list to its end: with a cursor through the list code, else page by page. */
async function* walk(
  list: (page: { page: number; pageSize: number }) => Promise<Page>,
): AsyncGenerator<readonly Row[]> {
  const cursor = new ListCursor();
  try {
    for (let page = 1; ; page += 1) {
      const { items, totalPages } = await withCursor(cursor, () => list({ page, pageSize }));
      yield items as readonly Row[];
      if (cursor.isUsed ? cursor.isDone : page >= totalPages) return;
    }
  } finally {
    await cursor.close();
  }
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

/** A list as a file. */
function exportReply(
  { fileName, columns }: Pick<ExportSource, 'fileName' | 'columns'>,
  format: ExportFormat,
  rows: AsyncGenerator<readonly Row[]>,
): StreamReply {
  return {
    headers: {
      'content-type': exportFiles[format].contentType,
      'content-disposition': contentDisposition('attachment', `${fileName}.${exportFiles[format].extension}`),
    },
    body: exportText(format, columns, rows),
  };
}

/** The file of an exported list. */
interface ExportedFile<E extends Endpoint> extends Pick<ExportSource, 'fileName' | 'columns'> {
  /** Returns further columns, of fields that the contract does not know. */
  ownColumns?: (caller: RequestCaller, input: InputOf<E>) => Promise<readonly string[]>;
}

/**
 * Makes a list exportable; `list` is what its handler calls. An export is the list's endpoint with another body: the same
 * caller, scope, feature and filters by the list's own contract, and every row instead of a page.
 */
export function exportSource<E extends Endpoint>(
  contract: E,
  { fileName, columns, ownColumns = async () => [] }: ExportedFile<E>,
  list: (caller: RequestCaller, input: InputOf<E>) => Promise<Page>,
): ExportSource {
  const rows = (caller: RequestCaller, filters: object) =>
    walk((page) => list(caller, { ...filters, ...page } as InputOf<E>));
  const streamed: Endpoint = { ...contract, transport: 'stream' };
  return {
    contract,
    fileName,
    columns,
    handler: (format) =>
      streamEndpoint(streamed, async (caller, input) => {
        // How a client reads the file is no filter of the list.
        const { headOnly, range, ifRange, ifNoneMatch, lastEventId, ended, ...filters } = input;
        if (format !== undefined) {
          const own = await ownColumns(caller, filters as InputOf<E>);
          return exportReply({ fileName, columns: [...columns, ...own] }, format, rows(caller, filters));
        }
        const { invalidError: InvalidError = InvalidInputError } = contract;
        throw new InvalidError({ format: 'must be csv, json, xml or markdown' });
      }),
  };
}
