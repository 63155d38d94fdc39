/** Hostile values of the fuzzer have the intended lengths and depths. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzFile, toMultipart, toUrlEncoded } from '../../../lib/lab/fuzz/forms.ts';
import {
  emojiAtLimit,
  hostileText,
  loneSurrogates,
  longId,
  longIdCharacters,
  longRun,
  prototypeNames,
  runCharacters,
  shortHostileText,
} from '../../../lib/lab/fuzz/hostile-texts.ts';
import {
  deepValue,
  hostileValue,
  nested,
  prototypeObject,
  rawNumber,
  toRawJson,
} from '../../../lib/lab/fuzz/hostile-values.ts';
import { mutate } from '../../../lib/lab/fuzz/mutations.ts';
import { findJsonProblem, maxJsonLevels } from '../../../shared/kernel/http/caller-json.ts';

const sampleOf = <Value>(values: fc.Arbitrary<Value>, numRuns = 2_000): Value[] =>
  fc.sample(values, { numRuns, seed: 1 });

/** Nesting depth of data, computed without recursion. */
function levelsOf(root: unknown): number {
  let [levels, row]: [number, unknown[]] = [0, [root]];
  for (;;) {
    row = row.filter((value) => typeof value === 'object' && value !== null);
    if (row.length === 0) return levels;
    levels += 1;
    row = row.flatMap((value) => Object.values(value as object));
  }
}

describe('hostile texts', () => {
  it('have runs of 100 000 dots, blanks and digits, with and without a mismatching end', () => {
    const runs = sampleOf(longRun).filter((text) => text.length >= runCharacters);
    for (const character of ['.', ' ', '0', '9']) {
      const run = character.repeat(runCharacters);
      expect(runs.some((text) => text.includes(run))).toBe(true);
      expect(runs.some((text) => text.includes(run) && text.endsWith('!'))).toBe(true);
    }
  });

  it('have ids of 3 000 characters', () => {
    const lengths = new Set(sampleOf(longId, 200).map((text) => text.length));
    expect([...lengths]).toEqual([longIdCharacters]);
  });

  it('have an emoji before, at and after a limit', () => {
    const texts = sampleOf(emojiAtLimit(50), 300);
    const ends = texts.filter((text) => /^x+😀$/u.test(text)).map((text) => text.length);
    expect([...new Set(ends)].toSorted()).toEqual([50, 51, 52]);
    // As many code points as the limit, and as many UTF-16 units.
    expect(texts).toContain('😀'.repeat(50));
    expect(texts).toContain('😀'.repeat(25));
  });

  it.each([0, 1, 2, 50])('have well-formed emoji texts for a limit of %i', (limit) => {
    for (const text of sampleOf(emojiAtLimit(limit), 300)) expect(text.isWellFormed()).toBe(true);
  });

  it('have lone surrogates and names of prototype members', () => {
    const texts = new Set(sampleOf(shortHostileText, 5_000));
    for (const text of [...loneSurrogates, ...prototypeNames]) expect(texts.has(text)).toBe(true);
    expect(loneSurrogates.some((text) => text.isWellFormed())).toBe(false);
  });

  it('are short in paths, queries and headers', () => {
    for (const text of sampleOf(shortHostileText, 5_000)) expect(text.length).toBeLessThan(15_000);
    expect(sampleOf(hostileText).some((text) => text.length >= runCharacters)).toBe(true);
  });
});

describe('hostile values', () => {
  it('nest to the accepted depth, one more level, and 5 000 levels', () => {
    const bodies = sampleOf(deepValue, 120).map((value) => ({ field: value }));
    const levels = new Set(bodies.map(levelsOf));
    expect([...levels]).toEqual(expect.arrayContaining([maxJsonLevels, maxJsonLevels + 1, 5_000]));
    const problems = bodies.map((body) => findJsonProblem(body)?.kind);
    expect(new Set(problems)).toEqual(new Set([undefined, 'too_deep']));
  });

  it('have numbers beyond the range of a double, written exactly', () => {
    const texts = sampleOf(rawNumber, 300).map((value) => toRawJson({ value }));
    expect(texts).toContain('{"value":1e300}');
    expect(texts).toContain(`{"value":${'9'.repeat(60)}}`);
    expect(texts).toContain(`{"value":0.${'1'.repeat(60)}}`);
  });

  it('have prototype names as own keys', () => {
    const values = sampleOf(prototypeObject, 500).map((value) => toRawJson({ value }));
    for (const name of prototypeNames) {
      expect(values.some((text) => text.startsWith(`{"value":{"${name}":`))).toBe(true);
    }
  });

  it('are JSON, including lone surrogates', () => {
    for (const value of sampleOf(hostileValue, 150)) expect(() => JSON.parse(toRawJson(value))).not.toThrow();
    expect(toRawJson('\ud800')).toBe('"\\ud800"');
  });

  it('are sent in bodies unchanged', () => {
    const mutated = mutate({ name: 'x' }, [{ kind: 'add', at: 0, key: '__proto__', value: { deep: true } }]);
    expect(toRawJson(mutated)).toBe('{"name":"x","__proto__":{"deep":true}}');
    const replaced = mutate({ name: 'x' }, [
      { kind: 'replace', at: 1, key: '', value: nested(5_000, (inner) => [inner]) },
    ]);
    expect(levelsOf(replaced)).toBe(5_001);
  });
});

describe('forms', () => {
  const file = { fileName: 'a"b\r\nc.csv', contentType: 'text/csv', content: '1,2' };

  it('have the fields of a value, and the described file', () => {
    const text = toMultipart({ entityId: 'x', file: '@x', tags: ['y'] }, ['file'], file);
    expect(text).toContain('name="entityId"\r\n\r\nx\r\n');
    expect(text).toContain('name="file"; filename="a%22b  c.csv"\r\ncontent-type: text/csv\r\n\r\n1,2\r\n');
    expect(text).toContain('name="tags"\r\n\r\n["y"]\r\n');
  });

  it('have files with long names, and cells of 100 000 characters', () => {
    const files = sampleOf(fuzzFile, 500);
    expect(files.some(({ fileName }) => fileName.length > runCharacters)).toBe(true);
    expect(files.some(({ content }) => content.includes(',') && content.length > runCharacters)).toBe(true);
    expect(files.some(({ fileName }) => !fileName.isWellFormed())).toBe(true);
  });

  it('are well-formed text when they are URL-encoded', () => {
    expect(toUrlEncoded({ 'a\ud800': 'b\ud800', c: 1 })).toBe('a%EF%BF%BD=b%EF%BF%BD&c=1');
    expect(toUrlEncoded(null)).toBe('null');
  });
});
