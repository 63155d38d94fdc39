/**
 * Conformance cases: tests of single sentences, over HTTP, against any stage. `<module>.ts` proves the operations of a
 * module as the endpoint table describes them; it and `<module>-<part>.ts` have a case for each guarantee of its page.
 */
import { afterAll, describe, it } from 'vitest';
import { endContract, proveContract } from './contract-cases.ts';
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

/** The cases of a page: `rules` for `shared/modules/rules/README.md`. They throw for a guarantee that the page lacks. */
export function casesOf(page: string): Cases {
  afterAll(async () => {
    endContract();
    await endFile();
  });
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
    else if (each) it.each(first.map((row) => [row]))(`${titleOf(id)} %j`, each);
  }
  return { proves, unproved: (id, reason) => it.skip(`${titleOf(id)} (${reason})`) };
}

/** Declares the cases of the module's operations; returns those of its page. */
export function conformance(page: string): Cases {
  const sentences = contractSentencesOf(page);
  if (sentences.length > 0)
    describe(`operations of ${page}`, () => {
      for (const sentence of sentences) it(`${sentence.id}: ${sentence.text}`, () => proveContract(sentence));
    });
  return casesOf(page);
}
