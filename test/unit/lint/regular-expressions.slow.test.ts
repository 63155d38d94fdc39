/** Guards against regular expressions with super-linear time. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as recheck from 'recheck';
import { describe, expect, it } from 'vitest';
import {
  type Expression,
  expressionsOf,
  merged,
  schemaPatterns,
} from '../../support/invariants/regular-expressions.ts';

// The checker in JavaScript; the default entry of the package prefers native programs.
const { checkSync }: typeof recheck = createRequire(import.meta.url)('recheck/lib/browser.js');

const nameOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) => `/${source}/${flags}`;

// The automaton decides nearly all of them. Otherwise a few generations of texts are as good as many.
// Time limits would change the results on a busy machine.
const effort = {
  ...{ timeout: null, incubationTimeout: null, attackTimeout: null },
  ...{ maxIteration: 3, maxInitialGenerationSize: 100, maxGenerationSize: 30 },
};

/** Undefined for a linear expression, otherwise the reason and an attack text. */
function weakness({ source, flags }: Pick<Expression, 'source' | 'flags'>) {
  const checked = checkSync(source, flags, effort);
  if (checked.status === 'safe') return undefined;
  if (checked.status === 'unknown') return { reason: `unknown: ${JSON.stringify(checked.error)}` };
  return { reason: checked.complexity.summary, attack: checked.attack };
}

/** The attack text with its pumps repeated up to this length. */
function attackOf({ pumps, suffix }: recheck.AttackPattern, characters: number): string {
  const fixed = pumps.map(({ prefix }) => prefix).join('').length + suffix.length;
  const pumped = pumps.map(({ pump }) => pump).join('').length;
  const times = Math.max(1, Math.floor((characters - fixed) / pumped));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
}

const paths = globSync('{shared,functions}/**/*.ts');
const files = paths.map((path) => expressionsOf(path, readFileSync(path, 'utf8')));
const openapi = 'shared/modules/docs/openapi/openapi.json';
const all = merged([
  ...files.flatMap(({ expressions }) => expressions),
  ...schemaPatterns(openapi, JSON.parse(readFileSync(openapi, 'utf8'))),
]);

describe('a regular expression of the product', () => {
  it('is static', () => {
    expect(files.flatMap(({ unknown }) => unknown)).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it('takes linear time', () => {
    const weak = all.flatMap((one) => {
      const found = weakness(one);
      return found === undefined ? [] : [`${nameOf(one)} ${found.reason} (${one.places.join(' ')})`];
    });
    expect(weak).toEqual([]);
  });
});

describe('Unicode normalization', () => {
  it('sorts the marks of a letter in quadratic time, so it is called by the limiting function only', () => {
    const allowed = new Map([
      ['shared/kernel/base/linear-text.ts', 'limits combining marks first'],
      ['shared/modules/attachments/extraction/words.ts', 'has removed all combining marks before'],
      [
        'shared/modules/identity/users/password.ts',
        'receives at most 1 000 characters (shared/modules/identity/sessions/contract.ts)',
      ],
    ]);
    const users = paths.filter((path) => readFileSync(path, 'utf8').includes('.normalize('));
    expect(users.toSorted()).toEqual([...allowed.keys()].toSorted());
  });
});

describe('the check', () => {
  it.each([
    ['a run in the middle', /[._]+$/],
    ['a run that can be split anywhere', /^\d+\.?\d*$/],
    ['a repeated repetition', /^(a+)+$/],
    ['alternatives that overlap', /^(?:a|aa)+$/],
    ['a repeated repetition after a lookahead', /^(?!x)(a+)+$/],
    ['a blank before an optional blank', /\s*\n\s*/],
  ])('finds %s', (_, { source, flags }) => {
    const found = weakness({ source, flags });
    expect(found?.attack).toBeDefined();
    const { length } = found?.attack ? attackOf(found.attack, 100) : '';
    expect(length).toBeGreaterThan(50);
    expect(length).toBeLessThanOrEqual(100);
  });

  it.each([/^[._]+$/, /[._]/g, /^\d+(?:\.\d*)?$/, /(?<![^\S\n])[^\S\n]+\n/g])('takes %s', (expression) => {
    expect(weakness(expression)).toBeUndefined();
  });

  it('reads literals, constructed expressions and texts that methods compile', () => {
    const source = [
      `const part = \`[a-z]{\${length}}\`;`,
      'const length = 2;',
      'const literal = /x+/gu;',
      `const made = new RegExp(\`^\${part}\` + '$', 'i');`,
      'if (text.match("y+")) text.search(/z/);',
      'text.match(literal);',
      'const unknown = new RegExp(name);',
      '// /comment/',
    ].join('\n');
    const { expressions, unknown } = expressionsOf('a.ts', source);
    expect(
      merged(expressions)
        .map((one) => [nameOf(one), ...one.places])
        .toSorted(),
    ).toEqual([
      ['/^[a-z]{2}$/i', 'a.ts:4'],
      ['/x+/gu', 'a.ts:3'],
      ['/y+/', 'a.ts:5'],
      ['/z/', 'a.ts:5'],
    ]);
    expect(unknown).toEqual(['a.ts:7']);
  });

  it('reads the patterns of schemas', () => {
    const schema = { a: { items: { type: 'string', pattern: '^a+$' } }, b: [{ pattern: '^a+$' }] };
    expect(schemaPatterns('a.json', schema)).toEqual([{ source: '^a+$', flags: '', places: ['a.json'] }]);
  });
});
