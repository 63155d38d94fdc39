import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../shared/kernel/contracts/json-schema.ts';
import { comment, typeOf } from '../../../shared/modules/docs/openapi/typescript.ts';

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('typeOf', () => {
  it.each<[string, JsonSchema, string]>([
    ['a text', { type: 'string', format: 'uuid' }, 'string'],
    ['a file of a form', { type: 'string', format: 'binary' }, 'Blob'],
    ['numbers', { type: 'array', items: { type: 'integer' } }, 'number[]'],
    ['a choice of values', { type: 'string', enum: ['a', 'b', null] }, '"a" | "b" | null'],
    ['lists of a choice', { type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    ['one value', { type: 'boolean', const: true }, 'true'],
    ['something or nothing', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['a component', { $ref: '#/components/schemas/Rule' }, 'Rule'],
    ['a component whose name the language has', { $ref: '#/components/schemas/Error' }, 'ApiError'],
    ['anything', { description: 'Anything.' }, 'unknown'],
    ['any object', { type: 'object' }, 'Record<string, unknown>'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      'both of two',
      { allOf: [{ $ref: '#/components/schemas/A' }], properties: { b: { type: 'number' } } },
      'A & { b?: number; }',
    ],
    [
      'an object that may hold more',
      {
        type: 'object',
        properties: { 'a-b': { type: 'null' } },
        required: ['a-b'],
        additionalProperties: true,
      },
      '{ "a-b": null; [name: string]: unknown; }',
    ],
    [
      'what is said of a property',
      { type: 'object', properties: { size: { type: 'integer', description: 'How many.', default: 20 } } },
      '{ /** How many. Default: 20. */ size?: number; }',
    ],
    [
      'lists of objects or nothing',
      { type: 'array', items: { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] } },
      '({ } | null)[]',
    ],
  ])('writes %s', (_, schema, expected) => {
    expect(flat(typeOf(schema))).toBe(expected);
  });
});

describe('comment', () => {
  it('breaks long lines, cannot be ended by what it says, and is nothing for nothing', () => {
    expect(comment(`${'word '.repeat(30)}*/ end`)).toBe(
      `/**\n * ${'word '.repeat(20).trim()}\n * ${'word '.repeat(10)}*\\/ end\n */\n`,
    );
    expect(comment(undefined)).toBe('');
  });
});
