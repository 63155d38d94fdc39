import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allPages, conformancePage, unmatched } from '../conformance/support/page.ts';

describe('the sentences of the interface', () => {
  it('each have a case, and each case has a sentence', () => {
    expect(unmatched()).toEqual({ withoutCase: [], withoutSentence: [] });
  });

  it('have unique ids', () => {
    const ids = allPages().flatMap(({ guarantees, sentences }) =>
      [...guarantees, ...sentences].map(({ id }) => id),
    );
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('are listed in CONFORMANCE.md; if this fails, run "npm run openapi"', () => {
    expect(readFileSync('CONFORMANCE.md', 'utf8') === conformancePage()).toBe(true);
  });
});
