/** Deliberate failures: of the emulator's responses and of its messages. */
import * as z from 'zod/mini';
import { issuePath } from '../../../shared/kernel/http/issue-path.ts';
import { describeIssue } from '../../../shared/kernel/http/issues.ts';
import { parseOptions } from '../../../shared/kernel/http/parse-options.ts';

const failure = z.strictObject({
  kind: z.enum([
    'error500',
    'conflict409',
    'rate429',
    'unauthorized401',
    'timeout',
    'disconnect',
    'malformed',
  ]),
  /** Part of the path: `capture`, `refunds`. */
  path: z._default(z.string(), ''),
  /** The request is executed first, so that only its response is lost. */
  afterExecution: z.optional(z.boolean()),
  /** Number of failing requests. */
  times: z._default(z.number(), 1),
});

const rule = z.strictObject({
  /** Only requests and messages of this payment intent. */
  intent: z.optional(z.string()),
  /** How often each message is sent; default 1. */
  duplicate: z.optional(z.number()),
  /** Messages of the same moment are sent in reverse order. */
  reorder: z.optional(z.boolean()),
  /** Milliseconds from the event to its message; default 50. */
  delayMs: z.optional(z.number()),
  /** Messages are lost. */
  drop: z.optional(z.boolean()),
  /** Messages are signed with a wrong secret, or with an old time. */
  badSignature: z.optional(z.boolean()),
  stale: z.optional(z.boolean()),
  /** Delay of responses in milliseconds. */
  answerDelayMs: z.optional(z.number()),
  fail: z.optional(failure),
});
type Rule = z.output<typeof rule>;

export class Switches {
  #rules: Rule[] = [];

  /** Adds a caller's rule. Throws an Error that names the problem. */
  add(given: unknown): void {
    const { data, error } = rule.safeParse(given, parseOptions);
    if (error) {
      const problems = error.issues.map(
        (one) => `${issuePath(one.path) || 'the rule'} ${describeIssue(one)}`,
      );
      throw new Error(problems.join('; '));
    }
    this.#rules.push(data);
  }

  /** Removes all rules, or those of a payment intent. */
  clear(intent: string | null): void {
    this.#rules = intent === null ? [] : this.#rules.filter((one) => one.intent !== intent);
  }

  #matching(intent: string | undefined): Rule[] {
    return this.#rules.filter((one) => one.intent === undefined || one.intent === intent);
  }

  /** The settings for a payment intent. Of several matching rules, the latest applies. */
  of(intent: string | undefined): Rule {
    return Object.assign({}, ...this.#matching(intent));
  }

  /** Returns the failure of a request, and counts it. */
  failureOf(intent: string | undefined, path: string): z.output<typeof failure> | undefined {
    const failures = this.#matching(intent).flatMap(({ fail }) => fail ?? []);
    const found = failures.find((fail) => fail.times > 0 && path.includes(fail.path));
    if (found !== undefined) found.times -= 1;
    return found;
  }
}
