/** CONFORMANCE.md: every sentence with its case. */
import { allCases, type Case, operationsFileOf } from './cases.ts';
import { type ContractSentence, contractSentencesOf } from './contract-sentences.ts';
import { type Guarantee, guaranteesOf, pageNames } from './guarantees.ts';

interface Page {
  name: string;
  guarantees: readonly Guarantee[];
  sentences: readonly ContractSentence[];
}

/** What a page promises: its own sentences, and those of its operations. */
export const allPages = (): Page[] =>
  pageNames.map((name) => ({ name, guarantees: guaranteesOf(name), sentences: contractSentencesOf(name) }));

/** Guarantees that have no case, and cases that have no guarantee; both empty when all is well. */
export function unmatched(): { withoutCase: string[]; withoutSentence: string[] } {
  const promised = allPages().flatMap(({ guarantees }) => guarantees.map(({ id }) => id));
  const proved = allCases().map(({ id }) => id);
  return {
    withoutCase: promised.filter((id) => !proved.includes(id)),
    withoutSentence: proved.filter((id) => !promised.includes(id)),
  };
}

const linkTo = (file: string): string => `[${file.replace('test/conformance/', '')}](${file})`;

function guaranteeLine({ id, text }: Guarantee, found: Case | undefined): string {
  if (found === undefined) return `- \`${id}\`: ${text} (no case)`;
  const proof = found.reason === undefined ? linkTo(found.file) : `not proved: ${found.reason}`;
  return `- \`${id}\`: ${text} (${proof})`;
}

function sectionOf({ name, guarantees, sentences }: Page, cases: ReadonlyMap<string, Case>): string {
  const own = guarantees.map((guarantee) => guaranteeLine(guarantee, cases.get(guarantee.id)));
  const derived = sentences.map(({ id, text }) => `- \`${id}\`: ${text}`);
  return [
    `## ${name}`,
    ...(own.length > 0 ? [own.join('\n')] : []),
    ...(derived.length > 0
      ? [
          `### Operations of ${name}`,
          `Proved by ${linkTo(operationsFileOf(name))} from the endpoint table.`,
          derived.join('\n'),
        ]
      : []),
  ].join('\n\n');
}

/** The text of CONFORMANCE.md. */
export function conformancePage(): string {
  const pages = allPages();
  const cases = new Map(allCases().map((one) => [one.id, one]));
  const count = (all: readonly { length: number }[]) => all.reduce((sum, { length }) => sum + length, 0);
  const guarantees = count(pages.map((page) => page.guarantees));
  const derived = count(pages.map((page) => page.sentences));
  const unproved = [...cases.values()].filter(({ reason }) => reason !== undefined).length;
  return `${[
    '# Conformance',
    [
      'What the product promises, sentence by sentence, and the case that proves it. `npm run conform` runs the cases against',
      'a stage ([Deploying](lib/aws/deploying.md)). Written by `npm run openapi` from the endpoint table and the lists of',
      'guarantees in the pages of the modules.',
    ].join('\n'),
    `${guarantees + derived} sentences: ${guarantees} of the pages, ${derived} of the endpoint table. ${unproved} are not proved, each with its reason.`,
    ...pages.map((page) => sectionOf(page, cases)),
  ].join('\n\n')}\n`;
}
