/** Reads the CDK CLI's output and prints the progress of the stacks. */
import { stripVTControlCharacters } from 'node:util';

interface ProgressOptions {
  say(line: string): void;
  now(): number;
}

/** Formats a duration: `42 s`, `11 min 5 s`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Follows one run of `cdk deploy`. */
export class DeployProgress {
  readonly #total: number;
  readonly #options: ProgressOptions;
  readonly #startedAtMs = new Map<string, number>();
  #done = 0;

  constructor(total: number, options: ProgressOptions) {
    this.#total = total;
    this.#options = options;
  }

  /** Reads one line of the CLI's output. */
  read(line: string): void {
    const text = stripVTControlCharacters(line).trim();
    const { say, now } = this.#options;
    const [, started] = /^(\S+): deploying\.\.\./.exec(text) ?? [];
    if (started !== undefined) {
      this.#startedAtMs.set(started, now());
      say(`  ${this.#counter()} ${started} …`);
      return;
    }
    const [, finished, noChanges] = /^✅\s+(\S+)( \(no changes\))?$/u.exec(text) ?? [];
    if (finished !== undefined) {
      this.#done += 1;
      const took = now() - (this.#startedAtMs.get(finished) ?? now());
      const result = noChanges === undefined ? `done after ${durationText(took)}` : 'unchanged';
      say(`  ${this.#counter()} ${finished} ${result}`);
      return;
    }
    // Failure reasons are printed at once, not at the end of the run.
    if (text.startsWith('❌') || /\b(CREATE|UPDATE|DELETE)_FAILED\b/.test(text)) say(`  ${text}`);
  }

  #counter(): string {
    return `[${String(this.#done).padStart(String(this.#total).length)}/${this.#total}]`;
  }
}
