/** What a run of the conformance cases prints: sentence → requests → responses, and a summary. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** One request and what came back. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
}

type Outcome = 'proved' | 'broken' | 'skipped';

interface ProvedSentence {
  sentence: string;
  outcome: Outcome;
  /** Why it is broken or skipped. */
  reason?: string;
  exchanges: readonly Exchange[];
}

const marks: Readonly<Record<Outcome, string>> = { proved: '✓', broken: '✗', skipped: '–' };

function outcomeOf(test: TestCase): ProvedSentence {
  const { state, errors } = test.result();
  const exchanges = test.meta().exchanges ?? [];
  const sentence = test.name;
  if (state === 'passed') return { sentence, outcome: 'proved', exchanges };
  if (state === 'failed')
    return {
      sentence,
      outcome: 'broken',
      reason: errors.map(({ message }) => message).join('; '),
      exchanges,
    };
  const { note } = Object(test.result());
  return { sentence, outcome: 'skipped', ...(note && { reason: note }), exchanges };
}

const lineOf = ({ method, path, status }: Exchange): string => `    ${method} ${path} → ${status}`;

const textOf = ({ sentence, outcome, reason, exchanges }: ProvedSentence): string =>
  [
    `${marks[outcome]} ${sentence}`,
    ...exchanges.map(lineOf),
    ...(reason === undefined ? [] : [`    ${reason}`]),
  ].join('\n');

function summaryOf(results: readonly ProvedSentence[], seconds: number): Record<Outcome | 'seconds', number> {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  return { proved: count('proved'), broken: count('broken'), skipped: count('skipped'), seconds };
}

/** Prints each sentence when its case ends; with `CONFORM_JSON`, one JSON document at the end. */
export default class ConformanceReport implements Reporter {
  private readonly isJson = process.env.CONFORM_JSON === 'true';
  private readonly results: ProvedSentence[] = [];
  private readonly startedAtMs = Date.now();

  onTestCaseResult(test: TestCase): void {
    const result = outcomeOf(test);
    this.results.push(result);
    if (!this.isJson) console.log(textOf(result));
  }

  /** A file that cannot be loaded, or whose preparation fails, has no results of its own. */
  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors())
      this.results.push({
        sentence: module.relativeModuleId,
        outcome: 'broken',
        reason: message,
        exchanges: [],
      });
  }

  onTestRunEnd(): void {
    const summary = summaryOf(this.results, Math.round((Date.now() - this.startedAtMs) / 1000));
    if (this.isJson) {
      console.log(JSON.stringify({ summary, sentences: this.results }, undefined, 2));
      return;
    }
    const broken = this.results.filter(({ outcome }) => outcome === 'broken');
    if (broken.length > 0) console.log(`\nBroken:\n${broken.map(textOf).join('\n')}`);
    const { proved, skipped, seconds } = summary;
    console.log(`\n${proved} sentences proved, ${broken.length} broken, ${skipped} skipped, in ${seconds} s`);
  }
}
