/** The OpenAPI document defines each part once, under names that client generators can distinguish. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type OpenApiDocument,
  operationsIn,
  resolveReference,
} from '../../shared/modules/docs/openapi/types.ts';

const text = readFileSync('shared/modules/docs/openapi/openapi.json', 'utf8');
const document: OpenApiDocument = JSON.parse(text);
const operations = operationsIn(document);

/** Without shared components an operation would be twice as large. */
const maxServedBytesPerOperation = 3_450;
const maxFileBytesPerOperation = 5_250;

describe('the size of the document', () => {
  it('is bounded per operation as it is served', () => {
    expect(Buffer.byteLength(JSON.stringify(document)) / operations.length).toBeLessThan(
      maxServedBytesPerOperation,
    );
  });

  it('is bounded per operation as it is committed', () => {
    expect(Buffer.byteLength(text) / operations.length).toBeLessThan(maxFileBytesPerOperation);
  });
});

describe('shared parts', () => {
  it('include the credentials, ids and parameters that several operations share', () => {
    const pattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-';
    expect(text.split(pattern).length - 1).toBeLessThanOrEqual(4);
    const inline = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).filter((one) => !('$ref' in one)).map((one) => JSON.stringify(one)),
    );
    expect(inline.filter((one, index) => inline.indexOf(one) !== index)).toEqual([]);
    const repeated = operations.filter(({ operation }) =>
      [operation.security].some((own) => JSON.stringify(own) === JSON.stringify(document.security)),
    );
    expect(repeated).toEqual([]);
  });

  it('are complete: every reference resolves', () => {
    for (const [, target = ''] of text.matchAll(/"\$ref": "([^"]+)"/g))
      expect(() => resolveReference(document, { $ref: target })).not.toThrow();
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
    const schemas = Object.keys(document.components.schemas).map(flat);
    expect(schemas.filter((name) => taken.has(name))).toEqual([]);
  });

  it.each(['schemas', 'parameters', 'responses', 'examples'] as const)(
    'of %s are unique after flattening',
    (kind) => {
      const names = Object.keys(document.components[kind]).map(flat);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    },
  );
});
