/** The OpenAPI 3.1 document of the endpoint table. */

import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import type { DocumentedError } from '../../../kernel/errors/api-error.ts';
import type { Endpoint, HttpMethod } from '../../../kernel/http/endpoint-spec.ts';
import type { Sections } from '../../../kernel/modules/manifest.ts';
import type { Sample } from '../../../kernel/samples/sample.ts';
import { errorSchema } from './error-responses.ts';
import { extendSchemas } from './extend-schemas.ts';
import { introduction } from './introduction.ts';
import { layOut } from './layout.ts';
import { buildOperation, credentials } from './operation.ts';
import { createSchemaRegistry } from './schemas.ts';
import { shareExamples } from './share-examples.ts';
import { shareParameters } from './share-parameters.ts';
import { sharedHeaders, sharedParameters, sharedResponses } from './shared-parts.ts';
import type { Components, OpenApiDocument, Parameter, PathItem } from './types.ts';

/** What modules declare for the document besides their endpoints. */
export interface ModuleParts {
  sections: Sections;
  errors: readonly DocumentedError[];
  /** Schemas that zod cannot express, by name. */
  schemas: Readonly<Record<string, JsonSchema>>;
}

export interface DocumentOptions extends ModuleParts {
  version: string;
  /** The page for questions and reports. */
  supportUrl?: string | undefined;
  /** Origin of the service. Default `/`: the host that serves the document. */
  serverUrl?: string;
  /** Valid requests; the first of an operation is its example. */
  samples?: readonly Sample[];
}

/**
 * Builds the document. The result does not depend on the order of the endpoints. Throws on an endpoint of an
 * unknown module and on two different schemas with one name.
 */
export function buildOpenApi(
  endpoints: readonly Endpoint[],
  { version, supportUrl, serverUrl = '/', samples = [], ...parts }: DocumentOptions,
): OpenApiDocument {
  const { sections, errors } = parts;
  const schemas = createSchemaRegistry(parts.schemas);
  const shared: Pick<Components, 'responses' | 'examples'> = {
    responses: { ...sharedResponses },
    examples: {},
  };
  const paths: Record<string, PathItem> = {};
  for (const endpoint of inReadingOrder(endpoints, sections)) {
    paths[endpoint.path] ??= {};
    const sample = samples.find((one) => one.endpoint.operationId === endpoint.operationId)?.shown;
    const operation = buildOperation(endpoint, { schemas, shared, sample, sections, errors });
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operation });
    for (const other of otherPathsOf(endpoint)) {
      const named = {
        ...operation,
        operationId: other.operationId,
        parameters: [other.parameter, ...(operation.parameters ?? [])],
      };
      paths[other.path] = { [endpoint.method.toLowerCase()]: named };
    }
  }
  const used = new Set(endpoints.map(({ module }) => module));
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Platform Modules API',
      version,
      summary: 'A multi-tenant backend of ready-made modules.',
      description: introduction,
      contact: {
        name: 'Platform Modules maintainers',
        ...(supportUrl !== undefined && { url: supportUrl }),
      },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'The host that serves this document.' }],
    tags: Object.entries(sections)
      .filter(([module]) => used.has(module))
      .map(([, { title, description }]) => ({ name: title, description })),
    security: credentials,
    paths,
    components: {
      securitySchemes: {
        apiKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'An API key: `pmk_`, eight hexadecimal digits, a dot, and the secret part.',
        },
        apiKeyAuthorization: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The same key as `Authorization: ApiKey pmk_…`; include the word `ApiKey`.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key as `Authorization: Bearer pmk_…`, or a session token.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'auth_token',
          description:
            'The session token of a browser, set by logging in. Changing requests are rejected when another ' +
            'site sends them.',
        },
      },
      parameters: { ...sharedParameters },
      headers: sharedHeaders,
      examples: shared.examples,
      responses: shared.responses,
      schemas: { ...schemas.components(), Error: errorSchema(errors) },
    },
  };
  return withSharedParts(document);
}

/** The further paths of an endpoint as the document names them: with a parameter for the text after the same beginning. */
function otherPathsOf({ operationId, otherPaths = [] }: Endpoint) {
  return otherPaths.map((path) => {
    const [, name = ''] = /\{(\w+)\+\}$/.exec(path) ?? [];
    const parameter: Parameter = {
      name,
      in: 'path',
      description: 'Any text, such as the name of the file; it is ignored.',
      required: true,
      schema: { type: 'string', examples: ['front-view.jpg'] },
    };
    const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return { path: path.replace('+}', '}'), operationId: `${operationId}With${suffix}`, parameter };
  });
}

function withSharedParts(document: OpenApiDocument): OpenApiDocument {
  shareExamples(document);
  extendSchemas(document);
  shareParameters(document);
  const { parameters, examples, responses, schemas, ...others } = document.components;
  return {
    ...document,
    components: {
      ...others,
      parameters: sortedByName(parameters),
      examples: sortedByName(examples),
      responses: sortedByName(responses),
      schemas: sortedByName<JsonSchema>(schemas),
    },
  };
}

const methodOrder: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** By module, path and method, because the order of a module's exports is not stable. */
function inReadingOrder(endpoints: readonly Endpoint[], sections: Sections): Endpoint[] {
  const order = Object.keys(sections);
  const unknown = endpoints.find(({ module }) => !order.includes(module));
  if (unknown)
    throw new Error(
      `The module ${unknown.module} has no title; add it to the sections of a manifest (module.ts).`,
    );
  return endpoints.toSorted(
    (a, b) =>
      order.indexOf(a.module) - order.indexOf(b.module) ||
      Number(a.path > b.path) - Number(a.path < b.path) ||
      methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method),
  );
}

function sortedByName<Value>(map: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The text of the committed document: stable, and readable in a diff. */
export function formatOpenApi(document: OpenApiDocument): string {
  return `${layOut(document)}\n`;
}
