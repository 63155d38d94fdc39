import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { casesIn } from '../conformance/support/cases.ts';
import { parseGuarantees } from '../conformance/support/guarantees.ts';
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

describe('the list of guarantees of a page', () => {
  it('ends at the next heading, and joins the lines of a sentence', () => {
    const page =
      '# Page\n\n## Guarantees\n\n- `one`: The first\n  is long.\n- `two-2`: Second `x`.\n\nText.\n\n## More\n\n- `no`: None.\n';
    expect(parseGuarantees('page', page)).toEqual([
      { id: 'page.one', text: 'The first is long.' },
      { id: 'page.two-2', text: 'Second `x`.' },
    ]);
  });

  it('is refused if a sentence has no id', () => {
    expect(() => parseGuarantees('page', '## Guarantees\n\n- `Two Words`: No.\n')).toThrow('has no id');
  });
});

describe('the cases of a file', () => {
  it('are found by their ids, with the reasons of those that are not proved', () => {
    const source =
      "const c = casesOf('rules');\nproves(\n  'a', async () => {});\nunproved('b', 'a reason');";
    expect(casesIn('file.ts', source)).toEqual([
      { id: 'rules.a', file: 'file.ts' },
      { id: 'rules.b', file: 'file.ts', reason: 'a reason' },
    ]);
  });
});
