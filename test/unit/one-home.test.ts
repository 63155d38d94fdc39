/** Shared helpers exist once in the platform: the code patterns of a reimplementation occur only in the helper's file. Extensions are a team's own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const homes = [
  { idea: 'comparing in constant time', pattern: /timingSafeEqual\(/, home: 'base/constant-time' },
  { idea: 'a write with an idempotency key', pattern: /OR #ttl <= :now/, home: 'table/once' },
  { idea: 'writing a time', pattern: /new Date\([^\n]*\)\.toISOString\(\)/, home: 'base/times' },
  {
    idea: 'splitting a list into chunks',
    pattern: /\w+ \+= \w+\) \{?\s[^\n]*\.slice\((\w+), \1 \+ \w+\)|\.slice\(index \* /,
    home: 'base/parallel',
  },
  { idea: 'the header Content-Disposition', pattern: /filename\*=/, home: 'http/content-disposition' },
];

/** Files that check the format of a date by formatting it again. */
const others: ReadonlySet<string> = new Set(['shared/kernel/base/dates.ts']);

describe('the code of the platform has one implementation of', () => {
  const files = ['shared', 'functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/^(clients|extensions)\W/.test(name))
      .map((name) => join(folder, name)),
  );
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

  it.each(homes)('$idea', ({ pattern, home }) => {
    const found = sources.filter(({ file, text }) => pattern.test(text) && !others.has(file));
    expect(found.map(({ file }) => file)).toEqual([`shared/kernel/${home}.ts`]);
  });

  it('least-recently-used eviction only in the package lru-cache', () => {
    const found = sources.filter(({ text }) => /const \[oldest\b|\.keys\(\)\.next\(\)/.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});
