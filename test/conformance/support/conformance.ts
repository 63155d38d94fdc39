/**
 * Conformance cases: tests of single sentences, over HTTP, against any stage. `<module>/operations.ts` proves the
 * operations of a module as the endpoint table describes them; the other files of the folder have a case for each
 * guarantee of its page. A module with few cases has one file, `<module>.ts`.
 */
import { afterAll, describe, it } from 'vitest';
import { contractCases } from './contract-cases.ts';
import { contractSentencesOf } from './contract-sentences.ts';
import { guaranteesOf } from './guarantees.ts';
import { endFile } from './stage.ts';

/** Declares the case of a guarantee; with rows, one case for each. */
interface Proves {
  (id: string, prove: () => Promise<void> | void): void;
  <Row>(id: string, rows: readonly Row[], prove: (row: Row) => Promise<void> | void): void;
}

interface Cases {
  proves: Proves;
  /** Names a guarantee that no request can show, with the reason. */
  unproved(id: string, reason: string): void;
}

/** A row in the title of its case: its values as JSON, without functions. */
function shown(row: unknown): string {
  const text = JSON.stringify(row, (_, value: unknown) => {
    if (value instanceof RegExp) return String(value);
    return Array.isArray(value) ? value.filter((entry) => typeof entry !== 'function') : value;
  });
  return text === undefined || text.length <= 100 ? `${text}` : `${text.slice(0, 100)}…`;
}

/** The cases of a page: `rules` for `shared/modules/rules/README.md`. They throw for a guarantee that the page lacks. */
export function casesOf(page: string): Cases {
  afterAll(endFile);
  const texts = new Map(guaranteesOf(page).map(({ id, text }) => [id, text]));
  const titleOf = (id: string): string => {
    const text = texts.get(`${page}.${id}`);
    if (text === undefined) throw new Error(`The page of ${page} has no guarantee ${id}.`);
    return `${page}.${id}: ${text}`;
  };
  function proves<Row>(
    id: string,
    first: readonly Row[] | (() => Promise<void> | void),
    each?: (row: Row) => Promise<void> | void,
  ): void {
    if (typeof first === 'function') it(titleOf(id), first);
    else if (each) for (const row of first) it(`${titleOf(id)} ${shown(row)}`, () => each(row));
  }
  return { proves, unproved: (id, reason) => it.skip(`${titleOf(id)} (${reason})`) };
}

/** Declares the cases of the module's operations; returns those of its page. */
export function conformance(page: string): Cases {
  const cases = casesOf(page);
  const operations = contractCases(contractSentencesOf(page));
  if (operations.length > 0)
    describe(`operations of ${page}`, () => {
      for (const { sentence, prove } of operations) it(`${sentence.id}: ${sentence.text}`, prove);
    });
  return cases;
}
