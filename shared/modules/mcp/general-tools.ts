/** The two tools that reach every operation. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import type { JsonSchema } from '../../kernel/contracts/json-schema.ts';
import { type Connection, callOperation, refusalOf, resultOf } from './call.ts';
import type { LoadDocumentation } from './documentation.ts';
import { InvalidArgumentError } from './errors.ts';
import { callArgumentsOf, objectOf } from './inner-request.ts';
import { hintsOf, type Operation, outputSchemaOf, type Tool } from './operation.ts';
import { searchOperations } from './operation-search.ts';
import { type DescribedOperation, dataOf, inputOf } from './schema-summary.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const fields = (description: string): JsonSchema => ({ type: 'object', description });
const resultsPerPage = 10;

const searchTool: Tool = {
  name: 'search_operations',
  title: 'Search the operations of the API',
  description:
    'Finds operations by words; `operation` shows one with the schemas of its arguments and its response.',
  inputSchema: {
    type: 'object',
    properties: {
      words: text('Words of the name, summary, path or section, such as `retry webhook`.'),
      operation: text('The name of one operation.'),
      page: { type: 'integer', minimum: 1, description: 'Page of the results, from 1.' },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      operations: { type: 'array', items: { type: 'object' } },
      total: { type: 'integer' },
      next: { type: 'string' },
    },
    required: ['operations', 'total'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const callTool: Tool = {
  name: 'call_operation',
  title: 'Call an operation of the API',
  description:
    'Calls any operation that you have the right to. Use `search_operations` first for its arguments.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: text('The name of the operation.'),
      params: fields('Values of the path.'),
      query: fields('Values of the query; `tenantId` and `organizationId` select the scope.'),
      body: {
        description:
          'The body; a file of a form is `{"filename": "…", "contentType": "…", "base64": "…"}`, or `text` instead.',
      },
      headers: fields('Headers, such as `if-match`, `idempotency-key` and the signature of a webhook.'),
      cursor: text('`nextCursor` of the previous call with the same arguments.'),
    },
    required: ['operation'],
  },
  outputSchema: outputSchemaOf(),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

export const generalTools: readonly Tool[] = [searchTool, callTool];

const SearchArguments = z.object({
  words: z.optional(z.string().check(z.maxLength(500))),
  operation: z.optional(z.string()),
  page: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
});

const shown = (operation: Operation) => {
  const { name, title, section, method, path } = operation;
  const { readOnlyHint: readOnly, destructiveHint: destructive } = hintsOf(operation);
  return { name, title, section, method, path, readOnly, destructive };
};

const detail = { levels: 6, words: 200, limits: true };

/** An operation with its arguments and the data of its response. */
export function describedOperation(
  openapi: object,
  operation: Operation,
  described: DescribedOperation,
): Record<string, unknown> {
  const output = dataOf(openapi, described, { levels: 3, words: 80, limits: false });
  return {
    ...shown(operation),
    ...(operation.feature !== undefined && { feature: operation.feature }),
    description: described.description,
    input: inputOf(openapi, described, detail),
    ...(output && { output }),
  };
}

/** The operation with the name among those that the caller has the right to. Throws InvalidArgumentError. */
function operationNamed(operations: readonly Operation[], name: unknown): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(
    'You have no operation with this name: find one with `search_operations`, and call again.',
  );
}

async function search(
  operations: readonly Operation[],
  given: unknown,
  loadDocumentation: LoadDocumentation,
): Promise<CallToolResult> {
  const parsed = SearchArguments.safeParse(objectOf(given));
  if (!parsed.success)
    throw new InvalidArgumentError(
      'Send `words` of at most 500 characters or `operation` as a text, and `page` as a number from 1 to 1000.',
    );
  const { words = '', operation: name, page = 1 } = parsed.data;
  if (name !== undefined) {
    const operation = operationNamed(operations, name);
    const { openapi, operations: described } = await loadDocumentation();
    const description = described.find(({ operationId }) => operationId === operation.name);
    const entry = description ? describedOperation(openapi, operation, description) : shown(operation);
    return resultOf({ operations: [entry], total: 1 });
  }
  const found = searchOperations(operations, words);
  const from = (page - 1) * resultsPerPage;
  const rows = found.slice(from, from + resultsPerPage).map(shown);
  const next =
    rows.length === 0
      ? 'Search with fewer or other words.'
      : found.length > from + rows.length
        ? `Search again with \`page: ${page + 1}\` for more, or with \`operation\` for the arguments of one.`
        : 'Search again with `operation` for the arguments of one.';
  return resultOf({ operations: rows, total: found.length, next });
}

const CallTarget = z.looseObject({ operation: z.string() });

/** Runs one of the two tools for the operations that the caller has the right to. */
export async function runGeneralTool(
  name: string,
  operations: readonly Operation[],
  given: unknown,
  { connection, loadDocumentation }: { connection: Connection; loadDocumentation: LoadDocumentation },
): Promise<CallToolResult> {
  if (name === searchTool.name) return search(operations, given, loadDocumentation);
  const target = CallTarget.safeParse(given);
  if (!target.success)
    return refusalOf('Add `operation`, a name that `search_operations` has found, and call again.');
  return callOperation(operationNamed(operations, target.data.operation), callArgumentsOf(given), connection);
}
