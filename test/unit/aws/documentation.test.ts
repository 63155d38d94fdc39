import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dropDocumentation } from '../../../lib/aws/bundling/documentation.ts';

/** What is left, without the empty lines that keep the numbering. */
const left = (source: string): string => dropDocumentation(source).replace(/\n\s*(?=\n)/g, '');

describe('contracts in bundles', () => {
  it('lose the metadata of their schemas', () => {
    expect(left("const id = z.guid().check(z.meta({ description: 'An id.' }));")).toBe(
      'const id = z.guid();',
    );
    expect(left('const n = z.int().check(z.gte(1), z.meta({ examples: [1] }));')).toBe(
      'const n = z.int().check(z.gte(1));',
    );
  });

  it('lose it whatever its texts hold', () => {
    const source = `z.string().check(z.meta({ a: "it's ) (", b: \`\${list.join(')')} \\\` https://x\` }))`;
    expect(left(source)).toBe('z.string()');
  });

  it('keep metadata that cannot be told from other code for sure', () => {
    const source = 'z.string().check(z.meta({ pattern: /[(]/ }))';
    expect(dropDocumentation(source)).toBe(source);
  });

  it('lose what rows say only for people, and keep what they do', () => {
    const source = [
      'export const readThing = defineEndpoint({',
      "  operationId: 'readThing',",
      "  summary: 'Read a thing',",
      '  description:',
      "    'A long text, ' +",
      "    'in two lines.',",
      "  success: { status: 200, description: 'The thing (a {thing}).', result: Thing },",
      "  errors: ['not_found'],",
      '  touches: {',
      "    table: ['GetItem'],",
      '  },',
      '  example: {',
      "    summary: 'A thing',",
      '    response: { ...thing },',
      '  },',
      '});',
    ].join('\n');
    expect(left(source).split('\n')).toEqual([
      'export const readThing = defineEndpoint({',
      "  operationId: 'readThing',",
      '  success: { status: 200 },',
      '});',
    ]);
  });

  it('keep how an answer travels', () => {
    const source = [
      'export const getPage = defineEndpoint({',
      '  success: {',
      '    status: 200,',
      "    description: 'The page.',",
      '    result: z.object({',
      '      a: z.string(),',
      '    }),',
      "    contentTypes: ['text/html'],",
      '  },',
      '});',
    ].join('\n');
    expect(left(source)).toContain("  success: {\n    status: 200,\n    contentTypes: ['text/html'],\n  },");
  });

  it('leave schemas alone that have a field named like documentation', () => {
    const source = 'const In = z.object({\n  description: z.string(),\n  example: text(5),\n});\n';
    expect(dropDocumentation(source)).toBe(source);
  });

  it.each(globSync('shared/modules/**/contract.ts'))(
    '%s is recognized throughout and keeps its lines',
    (file) => {
      const source = readFileSync(file, 'utf8');
      const slim = dropDocumentation(source);
      expect(slim).not.toContain('z.meta(');
      expect(slim).not.toMatch(/^ {2}example:/m);
      expect(slim.split('\n').length).toBe(source.split('\n').length);
    },
  );
});
