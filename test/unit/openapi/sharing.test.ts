/** Common parts of operations occur once in the document. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { documentParts } from '../../../shared/catalog/document-parts.ts';
import { exampleOf, flattened } from '../../../shared/kernel/contracts/schema-view.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { timestamp, uuid } from '../../../shared/kernel/http/fields.ts';
import { listOf } from '../../../shared/kernel/lists/list.ts';
import { buildOpenApi } from '../../../shared/modules/docs/openapi/document.ts';
import { layOut } from '../../../shared/modules/docs/openapi/layout.ts';

const words = (text: string) => z.meta({ description: text, examples: ['example'] });
const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

const fields = {
  id: uuid('Id of the thing.'),
  createdAt: timestamp('When it was made.'),
  closedAt: z.nullable(timestamp('When it was closed; null while it is open.')),
  title: z.string().check(words('What it is called.')),
};
const row = z.object(fields).check(z.meta({ id: 'Thing', description: 'A thing.' }));
const detail = z
  .object({ ...fields, notes: z.string().check(words('What people wrote about it.')) })
  .check(z.meta({ id: 'ThingDetail', description: 'A thing with its notes.' }));
const shownRow = { id, createdAt: '2026-03-01T09:30:00.000Z', closedAt: null, title: 'Chair' };

const base = {
  module: 'health',
  method: 'GET',
  auth: 'caller',
  scope: 'none',
  description: 'Sample.',
} as const;
const page = z.optional(z.int()).check(z.meta({ description: 'Page number.', examples: [1] }));
const writable = {
  title: z.optional(z.string().check(words('What it shall be called.'))),
  colour: z.optional(z.string().check(words('Which colour it shall have.'))),
};

const listThings = defineEndpoint({
  ...base,
  ...{ operationId: 'listThings', path: '/api/things', summary: 'List things' },
  query: z.object({ page }),
  success: { status: 200, description: 'Things.', result: listOf(row) },
  example: {
    summary: 'One',
    response: { items: [shownRow], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});
const getThing = defineEndpoint({
  ...base,
  ...{ operationId: 'getThing', path: '/api/things/{id}', summary: 'Get a thing' },
  params: z.object({ id: uuid('Id of the thing.') }),
  query: z.object({ page }),
  success: { status: 200, description: 'The thing.', result: detail },
  errors: ['not_found'],
  example: { summary: 'A chair', response: { ...shownRow, notes: 'Wobbles.' } },
});
const createThing = defineEndpoint({
  ...base,
  ...{ method: 'POST', operationId: 'createThing', path: '/api/things', summary: 'Create a thing' },
  body: z.object(writable),
  success: { status: 201, description: 'Its id.', result: z.object({ id: fields.id }) },
  example: { summary: 'A chair', response: { id } },
});
const updateThing = defineEndpoint({
  ...base,
  ...{ method: 'PUT', operationId: 'updateThing', path: '/api/things', summary: 'Change a thing' },
  body: z.object({ id: fields.id, ...writable }),
  success: { status: 200, description: 'Its id.', result: z.object({ id: fields.id }) },
  errors: ['not_found'],
  example: { summary: 'A chair', response: { id } },
});

const document = buildOpenApi([listThings, getThing, createThing, updateThing], {
  ...documentParts,
  version: '1.0.0',
});
const { schemas, parameters, responses, examples } = document.components;
const list = document.paths['/api/things']?.get;
const one = document.paths['/api/things/{id}']?.get;

describe('the document', () => {
  it('refers to ids and times, and keeps the description of each', () => {
    expect(schemas.Thing?.properties).toMatchObject({
      id: { $ref: '#/components/schemas/Uuid', description: 'Id of the thing.' },
      createdAt: { $ref: '#/components/schemas/Timestamp', description: 'When it was made.' },
      closedAt: { $ref: '#/components/schemas/TimestampOrNull' },
    });
    expect(schemas.Uuid).toMatchObject({ type: 'string', format: 'uuid', pattern: expect.any(String) });
    expect(schemas.TimestampOrNull).toMatchObject({ type: ['string', 'null'], format: 'date-time' });
  });

  it('derives a schema with all fields of another one from it', () => {
    expect(schemas.ThingDetail).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Thing' }] });
    expect(Object.keys(schemas.ThingDetail?.properties ?? {})).toEqual(['notes']);
    expect(schemas.ThingDetail?.required).toEqual(['notes']);
    const whole = flattened(document, { $ref: '#/components/schemas/ThingDetail' });
    expect(Object.keys(whole.properties ?? {}).toSorted()).toEqual(
      ['closedAt', 'createdAt', 'id', 'notes', 'title'].toSorted(),
    );
    expect(whole.required?.toSorted()).toEqual(Object.keys(whole.properties ?? {}).toSorted());
  });

  it('contains the example of a schema once, and no derivable examples', () => {
    expect(schemas.Thing?.examples).toEqual([shownRow]);
    expect(schemas.ThingDetail?.examples).toEqual([{ ...shownRow, notes: 'Wobbles.' }]);
    for (const operation of [list, one]) {
      const response = operation?.responses['200'];
      const media = response && 'content' in response ? response.content?.['application/json'] : undefined;
      expect(media).not.toHaveProperty('example');
      const shown = operation === list ? listThings.example?.response : getThing.example?.response;
      expect(exampleOf(document, media?.schema ?? {})).toEqual(shown);
    }
  });

  it('contains a parameter of two operations once, under its own name', () => {
    expect(parameters.page).toMatchObject({ name: 'page', in: 'query' });
    expect(list?.parameters).toContainEqual({ $ref: '#/components/parameters/page' });
    expect(one?.parameters).toContainEqual({ $ref: '#/components/parameters/page' });
  });

  it('documents failures of the platform in the default response, and errors by status', () => {
    expect(one?.responses).toMatchObject({
      401: { $ref: '#/components/responses/Unauthenticated' },
      404: { $ref: '#/components/responses/NotFound' },
      429: { $ref: '#/components/responses/RateLimited' },
      default: { $ref: '#/components/responses/Failure' },
    });
    expect(list?.responses).not.toHaveProperty('404');
    const codes = Object.keys(responses.Failure?.content?.['application/json']?.examples ?? {});
    expect(codes).toEqual(['internal', 'unavailable']);
    expect(examples.not_found?.value).toMatchObject({ code: 'not_found' });
  });

  it('is the same text for any order of endpoints', () => {
    const reversed = buildOpenApi([updateThing, createThing, getThing, listThings], {
      ...documentParts,
      version: '1.0.0',
    });
    expect(layOut(reversed)).toBe(layOut(document));
  });
});

describe('layOut', () => {
  it('writes short values on one line, with the same JSON', () => {
    const value = {
      short: { $ref: 'x' },
      long: Array.from({ length: 30 }, (_, index) => `entry ${index}`),
      none: {},
    };
    const text = layOut(value);
    expect(text).toContain('\n  "short": { "$ref": "x" },\n');
    expect(text).toContain('\n    "entry 3",\n');
    expect(JSON.parse(text)).toEqual(value);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});
