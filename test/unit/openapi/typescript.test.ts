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
    ['a nullable value', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['a component', { $ref: '#/components/schemas/Rule' }, 'Rule'],
    ['a component with a reserved name', { $ref: '#/components/schemas/Error' }, 'ApiError'],
    ['anything', { description: 'Anything.' }, 'unknown'],
    ['any object', { type: 'object' }, 'Record<string, unknown>'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      'both of two',
      { allOf: [{ $ref: '#/components/schemas/A' }], properties: { b: { type: 'number' } } },
      'A & { b?: number; }',
    ],
    [
      'an object with additional properties',
      {
        type: 'object',
        properties: { 'a-b': { type: 'null' } },
        required: ['a-b'],
        additionalProperties: true,
      },
      '{ "a-b": null; [name: string]: unknown; }',
    ],
    [
      'the description of a property',
      { type: 'object', properties: { size: { type: 'integer', description: 'How many.', default: 20 } } },
      '{ /** How many. Default: 20. */ size?: number; }',
    ],
    [
      'a nullable list of nullable objects',
      { type: 'array', items: { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] } },
      '({ } | null)[]',
    ],
  ])('writes %s', (_, schema, expected) => {
    expect(flat(typeOf(schema))).toBe(expected);
  });
});

describe('comment', () => {
  it('wraps long lines, escapes its end mark, and is empty without text', () => {
    expect(comment(`${'word '.repeat(30)}*/ end`)).toBe(
      `/**\n * ${'word '.repeat(20).trim()}\n * ${'word '.repeat(10)}*\\/ end\n */\n`,
    );
    expect(comment(undefined)).toBe('');
  });
});
