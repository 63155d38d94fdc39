import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { documentParts } from '../../shared/catalog/document-parts.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { errorStatuses } from '../../shared/catalog/errors.ts';
import { samples } from '../../shared/catalog/samples.ts';
import { comparisonOperators, logicalOperators } from '../../shared/kernel/conditions/operators.ts';
import type { JsonSchema } from '../../shared/kernel/contracts/json-schema.ts';
import { AppError } from '../../shared/kernel/errors/app-error.ts';
import { defineEndpoint, type Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { limits } from '../../shared/kernel/http/limits.ts';
import { parseInput } from '../../shared/kernel/http/validate.ts';
import { documentedErrors } from '../../shared/kernel/modules/documented-errors.ts';
import { version } from '../../shared/kernel/settings/version.ts';
import {
  clientResources,
  formatClientResources,
} from '../../shared/modules/docs/openapi/client-resources.ts';
import { buildOpenApi, formatOpenApi } from '../../shared/modules/docs/openapi/document.ts';
import { toMarkdown } from '../../shared/modules/docs/openapi/markdown.ts';
import {
  type NamedExample,
  type OpenApiDocument,
  type Operation,
  operationsIn,
  type Parameter,
  type Response,
  resolveReference,
} from '../../shared/modules/docs/openapi/types.ts';
import { sampleEndpoint } from '../support/fixtures/sample-endpoint.ts';

const documentOf = (some: readonly Endpoint[]) => buildOpenApi(some, { ...documentParts, version, samples });
const document = documentOf(endpoints);
const committed = readFileSync('shared/modules/docs/openapi/openapi.json', 'utf8');

function operationOf({ method, path }: { method: string; path: string }): Operation {
  const operation = document.paths[path]?.[method.toLowerCase() as 'get'];
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document.`);
  return operation;
}

/** Calls `visit` with every object of the document and the path to it. */
function walk(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, path);
  for (const [key, child] of Object.entries(value)) walk(child, visit, `${path}/${key}`);
}

describe('the committed document', () => {
  it.each([
    ['', document],
    [', for any order of endpoints', documentOf(endpoints.toReversed())],
  ])('is current%s', (_, built) => {
    const isCurrent = committed === formatOpenApi(built);
    expect(isCurrent, 'shared/modules/docs/openapi/openapi.json is out of date: run "npm run openapi"').toBe(
      true,
    );
  });

  it('has its resources in the client', () => {
    const file = 'shared/clients/typescript/resources.ts';
    const isCurrent = readFileSync(file, 'utf8') === formatClientResources(clientResources(document));
    expect(isCurrent, `${file} is out of date: run "npm run openapi"`).toBe(true);
  });
});

describe('the document', () => {
  it('has every endpoint, and no other operation', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const paths = endpoints.flatMap(({ method, path, otherPaths = [] }) =>
      [path, ...otherPaths].map((each) => `${method} ${each.replace('+}', '}')}`),
    );
    expect(operations.toSorted()).toEqual(paths.toSorted());
    expect(operations).toContain('GET /api/attachments/image/{id}/{slug}');
  });

  it('has no two paths that one request matches, unless one of them is more specific', () => {
    const segments = (path: string) => path.split('/');
    const isVariable = (segment: string) => segment.startsWith('{');
    /** Whether a path parameter accepts the text, by its schema. */
    const accepts = (path: string, segment: string, value: string): boolean =>
      Object.values(document.paths[path] ?? {}).some(({ parameters = [] }: Operation) =>
        parameters
          .map((one) => resolveReference<Parameter>(document, one))
          .filter((one) => one.in === 'path' && `{${one.name}}` === segment)
          .some(({ schema }) => {
            const { pattern } = resolveReference<JsonSchema>(document, schema);
            return pattern === undefined || new RegExp(pattern).test(value);
          }),
      );
    const paths = Object.keys(document.paths);
    const isAmbiguous = (a: string, b: string): boolean => {
      const [left, right] = [segments(a), segments(b)];
      if (a >= b || left.length !== right.length) return false;
      const pairs = left.map((one, index): [string, string] => [one, right[index] ?? '']);
      const fits = pairs.every(
        ([one, other]) =>
          one === other ||
          (isVariable(one) && (isVariable(other) || accepts(a, one, other))) ||
          (isVariable(other) && accepts(b, other, one)),
      );
      const [wider, narrower] = [
        pairs.some(([one, other]) => isVariable(one) && !isVariable(other)),
        pairs.some(([one, other]) => isVariable(other) && !isVariable(one)),
      ];
      return fits && wider === narrower;
    };
    expect(paths.flatMap((a) => paths.filter((b) => isAmbiguous(a, b)).map((b) => `${a} ${b}`))).toEqual([]);
  });

  it('names a contact, with the page for questions if the repository has one', () => {
    const contactOf = (supportUrl?: string) =>
      buildOpenApi([], { ...documentParts, version, supportUrl }).info.contact;
    expect(contactOf()).toEqual({ name: expect.any(String) });
    expect(contactOf('https://example.com/help')).toMatchObject({ url: 'https://example.com/help' });
  });

  it('describes every schema property, parameter and response', () => {
    const silent: string[] = [];
    const describes = ({ description }: { description?: unknown }) =>
      typeof description === 'string' && description.length >= 5;
    walk(document, ({ properties, parameters, responses }, path) => {
      // Keys in examples are not checked.
      if (/\/(?:value|examples?)\//.test(path)) return;
      for (const [name, schema] of Object.entries((properties ?? {}) as Record<string, JsonSchema>)) {
        if (!describes(resolveReference(document, schema)) && !describes(schema))
          silent.push(`${path}/${name}`);
      }
      if (Array.isArray(parameters)) {
        for (const entry of parameters as Parameter[]) {
          const parameter = resolveReference<Parameter>(document, entry);
          if (!describes(parameter)) silent.push(`${path}/${parameter.name}`);
        }
      }
      for (const [status, entry] of Object.entries((responses ?? {}) as Record<string, Response>)) {
        if (!describes(resolveReference<Response>(document, entry))) silent.push(`${path}/${status}`);
      }
    });
    expect(silent).toEqual([]);
  });

  it('names no variable of the code in its texts, only fields, parameters and operations', () => {
    const known = new Set<unknown>();
    const texts: string[] = [];
    walk(document, ({ properties, name, operationId, summary, description }) => {
      for (const one of [...Object.keys(properties ?? {}), name, operationId]) known.add(one);
      texts.push(...[summary, description].filter((text) => typeof text === 'string'));
    });
    const inCamelCase = (text: string) =>
      text.replaceAll(/`[^`]*`/g, '').match(/\b[a-z]+(?:[A-Z][a-z\d]*)+\b/g) ?? [];
    const unknown = texts.flatMap((text) => inCamelCase(text).filter((word) => !known.has(word)));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('describes a list in a query as one parameter with values separated by commas', () => {
    const lists = endpoints
      .map(operationOf)
      .flatMap(({ parameters = [] }) => parameters)
      .filter((parameter) => 'schema' in parameter && parameter.schema.type === 'array');
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) expect(list).toMatchObject({ explode: false });
  });

  it('allows new fields in responses and unknown fields in requests', () => {
    const closed: string[] = [];
    walk(document, ({ additionalProperties, unevaluatedProperties }, path) => {
      if (additionalProperties === false || unevaluatedProperties === false) closed.push(path);
    });
    expect(closed).toEqual([]);
  });

  it('names the supported operators and action types', () => {
    const { schemas } = document.components;
    const operators = ['ValueComparison', 'EmptinessCheck'].flatMap(
      (name) => resolveReference<JsonSchema>(document, schemas[name]?.properties?.operator ?? {}).enum ?? [],
    );
    expect(operators.toSorted()).toEqual([...comparisonOperators].toSorted());
    expect(schemas.ConditionGroup?.properties?.operator?.enum).toEqual([...logicalOperators]);
    expect(schemas.ConditionGroup?.properties?.rules?.items).toEqual({
      $ref: '#/components/schemas/Condition',
    });
  });
});

describe.each(endpoints)('the operation $operationId', (endpoint) => {
  const operation = operationOf(endpoint);
  const responses = Object.entries(operation.responses).map(
    ([status, entry]) => [status, resolveReference<Response>(document, entry)] as const,
  );

  it('documents every error it can return, with an example', () => {
    for (const code of documentedErrors(endpoint)) {
      const own = responses.find(([status]) => status === String(errorStatuses[code]));
      const [, response] = own ?? responses.find(([status]) => status === 'default') ?? [];
      const example = response?.content?.['application/json']?.examples?.[code];
      const { value } = resolveReference<NamedExample>(
        document,
        example ?? { summary: '', value: undefined },
      );
      expect(value, code).toMatchObject({ error: expect.any(String), code });
    }
  });

  it('documents the error for a query that is not valid UTF-8, even without query parameters', async () => {
    const refused = await parseInput(
      {},
      { pathParameters: {}, rawQueryString: 'page=%ED%A0%80', body: '' },
    ).catch((error: unknown) => error);
    const code = refused instanceof AppError ? refused.code : undefined;
    expect(documentedErrors(endpoint)).toContain(code);
  });

  it('documents Retry-After where a retry can succeed', () => {
    for (const [status, { headers }] of responses) {
      const says = headers !== undefined && 'retry-after' in headers;
      expect(says, status).toBe(['429', '503', 'default'].includes(status));
    }
  });

  it('lists its 4xx responses by status', () => {
    const statuses = documentedErrors(endpoint).map((code) => errorStatuses[code]);
    const listed = responses.map(([status]) => Number(status));
    expect(listed.filter((status) => status >= 400 && status < 500)).toEqual(
      [...new Set(statuses.filter((status = 500) => status < 500))].toSorted(),
    );
    expect(listed.some((status) => status >= 400 && status < 500)).toBe(true);
  });

  it('documents the headers of all responses and the failures of the platform once', () => {
    const [, failure] = responses.find(([status]) => status === 'default') ?? [];
    expect(failure?.headers).toHaveProperty('x-request-id');
    const counted = 'x-ratelimit-remaining' in (failure?.headers ?? {});
    expect(counted).toBe(endpoint.auth !== 'none');
  });

  it('documents the required credentials and feature', () => {
    const { security = document.security, 'x-required-features': features = [] } = operation;
    expect(security.length > 0).toBe(endpoint.auth !== 'none');
    expect(features).toEqual(endpoint.feature === undefined ? [] : [endpoint.feature]);
  });
});

describe('documented limits', () => {
  const { description: introduction } = document.info;
  const parametersOf = (endpoint: (typeof endpoints)[number]) =>
    (operationOf(endpoint).parameters ?? []).map((one) => resolveReference<Parameter>(document, one));

  it('include body sizes, per operation or in general', () => {
    expect(introduction).toContain(`at most ${limits.bodyBytes} bytes`);
    for (const endpoint of endpoints.filter(({ body, maxBodyBytes }) => body && maxBodyBytes)) {
      const { requestBody } = operationOf(endpoint);
      expect(requestBody?.description, endpoint.operationId).toContain(`${endpoint.maxBodyBytes} bytes`);
    }
  });

  it('include the default and maximum page size of each list', () => {
    const pages = endpoints.flatMap((endpoint) =>
      parametersOf(endpoint).filter((one) => one.name === 'pageSize'),
    );
    expect(pages.length).toBeGreaterThan(25);
    for (const { schema, description } of pages) {
      expect(schema.maximum).toBeGreaterThan(0);
      expect(description).toContain(`${schema.maximum}`);
    }
    expect(introduction).toMatch(/strongly consistent/);
    expect(introduction).toMatch(/cost grows with the list/);
  });

  it('include where idempotency keys are accepted, and for how long', () => {
    const safe = endpoints.filter(({ idempotencyKey }) => idempotencyKey);
    expect(safe.length).toBeGreaterThan(3);
    for (const endpoint of safe) {
      const key = parametersOf(endpoint).find(({ name }) => name === 'Idempotency-Key');
      expect(key?.description, endpoint.operationId).toContain('24 hours');
    }
  });
});

describe('forms with files', () => {
  const forms = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ requestBody }) => Object.keys(requestBody?.content ?? {}).join() === 'multipart/form-data')
    .map(({ operationId, requestBody }) => ({ operationId, ...requestBody?.content['multipart/form-data'] }));

  it('exist', () => expect(forms).not.toEqual([]));

  it.each(forms)('prefill no tenant and no invented text in $operationId', ({ schema = {} }) => {
    const { properties = {} } = resolveReference<JsonSchema>(document, schema);
    expect(Object.keys(properties)).not.toContain('tenantId');
    expect(Object.keys(properties)).not.toContain('organizationId');
    const texts = Object.values(properties).filter(({ format }) => format !== 'binary');
    expect(texts.filter(({ examples }) => examples === undefined)).toEqual([]);
  });
});

describe('buildOpenApi', () => {
  const sample = defineEndpoint({
    ...sampleEndpoint,
    ...{ operationId: 'getSample', module: 'health', path: '/api/samples/{id}' },
    params: z.object({ id: z.string() }),
    success: { status: 200, description: 'The sample.', result: z.object({}) },
  });

  it('names the given server and version', () => {
    const serverUrl = 'https://api.example.com';
    expect(buildOpenApi([sample], { ...documentParts, version: '1.2.3', serverUrl })).toMatchObject({
      servers: [{ url: serverUrl }],
      info: { version: '1.2.3' },
    });
  });

  it('refuses an endpoint of a module without a title', () => {
    expect(() => buildOpenApi([{ ...sample, module: 'unheard' }], { ...documentParts, version })).toThrow(
      /sections of a manifest/,
    );
  });

  it('refuses two different schemas of one name', () => {
    const result = z.object({ items: z.array(z.string().check(z.meta({ id: 'Condition' }))) });
    const clashing = { ...sample, success: { ...sample.success, result } };
    expect(() => buildOpenApi([clashing], { ...documentParts, version })).toThrow(
      /Two different schemas are named Condition/,
    );
  });
});

describe('toMarkdown', () => {
  const markdown = toMarkdown(document);

  it('has the title, the version and one section per operation', () => {
    expect(markdown).toContain(`# ${document.info.title}`);
    expect(markdown).toContain(`Version ${version}.`);
    for (const { method, path } of endpoints) expect(markdown).toContain(`### ${method} \`${path}\`\n`);
  });

  it('describes credentials, parameters and errors of an operation', () => {
    const section = markdown.slice(markdown.indexOf('### POST `/api/business_rules/rules`'));
    const own = section.slice(0, section.indexOf('\n### ', 1));
    expect(own).toContain('| `createRule` | Business rules | API key | `business_rules.rules.create` |');
    expect(own).toMatch(/\| `ruleId` \| yes \| string, 1–50 characters \|/);
    expect(own).toMatch(/\| `tenantId` \| query \| no \|/);
    expect(own).toContain('curl -X POST "$BASE_URL/api/business_rules/rules"');
    expect(own).toMatch(/\| 409 \| `rule_id_taken` \|/);
  });
});

const parsed: OpenApiDocument = JSON.parse(committed);
const operations = operationsIn(parsed);

/** Without shared components an operation would be twice as large. */
const maxServedBytesPerOperation = 3_450;
const maxFileBytesPerOperation = 5_250;

describe('the size of the document', () => {
  it('is bounded per operation as it is served', () => {
    expect(Buffer.byteLength(JSON.stringify(parsed)) / operations.length).toBeLessThan(
      maxServedBytesPerOperation,
    );
  });

  it('is bounded per operation as it is committed', () => {
    expect(Buffer.byteLength(committed) / operations.length).toBeLessThan(maxFileBytesPerOperation);
  });
});

describe('shared parts', () => {
  it('include the credentials, ids and parameters that several operations share', () => {
    const pattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-';
    expect(committed.split(pattern).length - 1).toBeLessThanOrEqual(4);
    const inline = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).filter((one) => !('$ref' in one)).map((one) => JSON.stringify(one)),
    );
    expect(inline.filter((one, index) => inline.indexOf(one) !== index)).toEqual([]);
    const repeated = operations.filter(({ operation }) =>
      [operation.security].some((own) => JSON.stringify(own) === JSON.stringify(parsed.security)),
    );
    expect(repeated).toEqual([]);
  });

  it('are complete: every reference resolves', () => {
    for (const [, target = ''] of committed.matchAll(/"\$ref": "([^"]+)"/g))
      expect(() => resolveReference(parsed, { $ref: target })).not.toThrow();
  });
});

/** Names as generators see them: one word, without regard to case. */
const flat = (name: string): string => name.replaceAll(/[^a-zA-Z\d]/g, '').toLowerCase();

describe('names', () => {
  it('of schemas differ from those that generators create for requests and responses', () => {
    const endings = ['', 'Data', 'Error', 'Errors', 'Response', 'Responses', 'Body', 'Params', 'Result'];
    const taken = new Set(
      operations.flatMap(({ operation }) => endings.map((ending) => flat(operation.operationId + ending))),
    );
    const schemas = Object.keys(parsed.components.schemas).map(flat);
    expect(schemas.filter((name) => taken.has(name))).toEqual([]);
  });

  it.each(['schemas', 'parameters', 'responses', 'examples'] as const)(
    'of %s are unique after flattening',
    (kind) => {
      const names = Object.keys(parsed.components[kind]).map(flat);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    },
  );
});
