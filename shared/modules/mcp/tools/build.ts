/** Builds `tools.json` from the contracts and the OpenAPI document. Pure; `npm run openapi` writes the file. */
import { type Endpoint, isReading } from '../../../kernel/http/endpoint-spec.ts';
import { hintsOf, type Operation, outputSchemaOf, type Tool, type ToolFile } from '../operation.ts';
import { type DescribedOperation, dataOf, inputOf, shortened } from '../schema-summary.ts';
import { directTools } from './direct.ts';

const ownModule = 'mcp';

/** Operations that end or remove something, besides `DELETE`. */
const destroying = /^(bulkDelete|cancel|capture|refund|revoke|rotate|delete|remove|unsubscribe)/;

function operationOf(endpoint: Endpoint, section: string): Operation {
  const { operationId, summary, method, path, feature, superAdmin, body, bodyFormat, holdsConnection } =
    endpoint;
  const reads = isReading(endpoint);
  return {
    name: operationId,
    title: summary,
    section,
    method,
    path,
    ...(feature !== undefined && { feature }),
    ...(superAdmin && { superAdmin }),
    ...(body && { body: bodyFormat ?? 'json' }),
    ...(reads && { reads }),
    ...(!reads && (method === 'DELETE' || destroying.test(operationId)) && { destroys: true as const }),
    ...(holdsConnection && { endless: true as const }),
  };
}

const input = { levels: 3, words: 32, limits: false };
const output = { levels: 1, words: 0, limits: false };

function toolOf(operation: Operation, document: object, described: DescribedOperation): Tool {
  const { properties, ...schema } = inputOf(document, described, input);
  // Tools return pages, not files.
  delete properties?.query?.properties?.format;
  const { required: _, ...data } = dataOf(document, described, output) ?? {};
  return {
    name: operation.name,
    title: operation.title,
    description: shortened(described.description, 110),
    inputSchema: {
      ...schema,
      properties: { ...properties, ...(operation.reads && { cursor: { type: 'string' } }) },
    },
    outputSchema: outputSchemaOf(data),
    annotations: hintsOf(operation),
  };
}

/** The operations of the document by their ids. */
function describedIn(document: { paths: Record<string, object> }): ReadonlyMap<string, DescribedOperation> {
  const operations = Object.values(document.paths).flatMap((item): DescribedOperation[] =>
    Object.values(item),
  );
  return new Map(operations.map((operation) => [operation.operationId, operation]));
}

/** The content of the file. Throws on a direct tool without an operation. */
export function buildTools(
  endpoints: readonly Endpoint[],
  document: { paths: Record<string, object> },
  sections: Readonly<Record<string, { title: string }>>,
): ToolFile {
  const described = describedIn(document);
  const operations = endpoints
    .filter(({ module }) => module !== ownModule)
    .map((endpoint) => operationOf(endpoint, sections[endpoint.module]?.title ?? endpoint.module))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const direct = directTools.map((name) => {
    const operation = operations.find((one) => one.name === name);
    const description = described.get(name);
    if (operation === undefined || description === undefined)
      throw new Error(`The direct tool ${name} is no operation.`);
    return toolOf(operation, document, description);
  });
  return { operations, direct };
}

/** The text of the file: one line for each entry, so that changes are readable. */
export function formatTools({ operations, direct }: ToolFile): string {
  const lines = (entries: readonly unknown[]) =>
    // biome-ignore lint/plugin: schemas of the product have no long numbers.
    entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n');
  return `{"operations": [\n${lines(operations)}\n], "direct": [\n${lines(direct)}\n]}\n`;
}
