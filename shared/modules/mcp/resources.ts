/** What MCP clients can read: the documents of the API, a page for each module, and each operation. Pure. */
import { toJson } from '../../kernel/base/json.ts';
import type { Documentation } from './documentation.ts';
import { describedOperation } from './general-tools.ts';
import type { Operation } from './operation.ts';
import { pieceOf } from './pieces.ts';

const root = 'platform://';
const markdown = 'text/markdown';
const json = 'application/json';

interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

const documents: readonly Resource[] = [
  {
    uri: `${root}documents/markdown`,
    name: 'markdown',
    title: 'The API as Markdown',
    description: 'Every operation with its fields and errors.',
    mimeType: markdown,
  },
  {
    uri: `${root}documents/openapi`,
    name: 'openapi',
    title: 'The API as OpenAPI document',
    description: 'OpenAPI 3.1 as JSON.',
    mimeType: json,
  },
];

const slugOf = (section: string): string => section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const operationUri = ({ name }: Operation): string => `${root}operations/${name}`;

/** Descriptions of resources with a variable part. */
export const resourceTemplates = [
  {
    uriTemplate: `${root}operations/{name}`,
    name: 'operation',
    title: 'An operation',
    description: 'An operation with the schemas of its arguments and its response.',
    mimeType: json,
  },
  {
    uriTemplate: `${root}modules/{module}`,
    name: 'module',
    title: 'A module',
    description: 'What a module is for, and its operations.',
    mimeType: markdown,
  },
] as const;

/** All resources for a caller with the right to these operations. */
export function resourcesOf(operations: readonly Operation[]): Resource[] {
  const sections = [...new Set(operations.map(({ section }) => section))].toSorted();
  return [
    ...documents,
    ...sections.map((section) => ({
      uri: `${root}modules/${slugOf(section)}`,
      name: slugOf(section),
      title: section,
      description: `The operations of ${section}.`,
      mimeType: markdown,
    })),
    ...operations.map((operation) => ({
      uri: operationUri(operation),
      name: operation.name,
      title: operation.title,
      description: `${operation.method} ${operation.path}`,
      mimeType: json,
    })),
  ];
}

function modulePage(section: string, { sections }: Documentation, operations: readonly Operation[]): string {
  const description = sections.find(({ name }) => name === section)?.description ?? '';
  const rows = operations
    .filter((operation) => operation.section === section)
    .map(({ name, method, path, title }) => `- \`${name}\` (${method} \`${path}\`): ${title}`);
  return [`# ${section}`, '', description, '', ...rows, ''].join('\n');
}

function textOf(
  path: string,
  documentation: Documentation,
  operations: readonly Operation[],
): string | undefined {
  const [kind, name, ...more] = path.split('/');
  if (more.length > 0) return undefined;
  if (kind === 'documents' && name === 'openapi') return toJson(documentation.openapi);
  if (kind === 'documents' && name === 'markdown') return documentation.markdown();
  if (kind === 'modules') {
    const section = operations.find((operation) => slugOf(operation.section) === name)?.section;
    return section === undefined ? undefined : modulePage(section, documentation, operations);
  }
  if (kind !== 'operations') return undefined;
  const operation = operations.find((one) => one.name === name);
  const described = documentation.operations.find(({ operationId }) => operationId === name);
  return operation && described && toJson(describedOperation(documentation.openapi, operation, described), 1);
}

/** The content of a resource, or of its next piece; undefined for an unknown one. Throws ExpiredCursorError. */
export function readResource(uri: string, documentation: Documentation, operations: readonly Operation[]) {
  const { protocol, host, pathname, searchParams } = URL.parse(uri) ?? {};
  if (protocol !== 'platform:') return undefined;
  const path = `${host}${pathname}`;
  const text = textOf(path, documentation, operations);
  if (text === undefined) return undefined;
  const { text: piece, nextCursor } = pieceOf(text, searchParams?.get('cursor') ?? undefined);
  const mimeType = path === 'documents/openapi' || path.startsWith('operations/') ? json : markdown;
  return {
    contents: [
      {
        uri,
        mimeType,
        text: piece,
        ...(nextCursor && { _meta: { nextUri: `${root}${path}?cursor=${nextCursor}` } }),
      },
    ],
  };
}
