/** Deliberate failures: of the emulator's responses and of its messages. */

import * as z from 'zod';

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
  path: z.string().optional(),
  /** The request is executed first, so that only its response is lost. */
  afterExecution: z.boolean().optional(),
  /** Number of failing requests; default 1. */
  times: z.number().optional(),
});

/** One rule; the first that matches a payment intent applies. */
const switchShape = z.strictObject({
  /** Only requests and messages of this payment intent. */
  intent: z.string().optional(),
  /** How often each message is sent; default 1. */
  duplicate: z.number().optional(),
  /** Messages of the same moment are sent in reverse order. */
  reorder: z.boolean().optional(),
  /** Milliseconds from the event to its message; default 50. */
  delayMs: z.number().optional(),
  /** Messages are lost. */
  drop: z.boolean().optional(),
  /** Messages are signed with a wrong secret, or with an old timestamp. */
  badSignature: z.boolean().optional(),
  stale: z.boolean().optional(),
  /** Delay of responses in milliseconds. */
  answerDelayMs: z.number().optional(),
  fail: failure.optional(),
});

export type Failure = z.infer<typeof failure>;
export type Switch = z.infer<typeof switchShape>;

/** Parses a caller's rule. Throws an Error that names the problem. */
export function toSwitch(given: unknown): Switch {
  const { data, error } = switchShape.safeParse(given);
  if (error !== undefined) throw new Error(z.prettifyError(error));
  return data;
}

export interface Switches {
  add(one: Switch): void;
  clear(intent?: string): void;
  list(): readonly Switch[];
  /** The latest of several matching rules applies. */
  forIntent(intent: string | undefined): Switch;
  /** Returns the failure of a request, and counts it. */
  failureOf(intent: string | undefined, path: string): Failure | undefined;
}

export function createSwitches(): Switches {
  let rules: Switch[] = [];
  const matches = (rule: Switch, intent: string | undefined) =>
    rule.intent === undefined || rule.intent === intent;
  return {
    add: (one) => rules.push(one),
    clear(intent) {
      rules = intent === undefined ? [] : rules.filter((rule) => rule.intent !== intent);
    },
    list: () => rules,
    forIntent: (intent) => Object.assign({}, ...rules.filter((rule) => matches(rule, intent))) as Switch,
    failureOf(intent, path) {
      const rule = rules.find(({ fail, ...one }) => {
        const isOpen = fail !== undefined && (fail.times ?? 1) > 0;
        return isOpen && matches(one, intent) && (fail.path === undefined || path.includes(fail.path));
      });
      if (rule?.fail === undefined) return undefined;
      rule.fail = { ...rule.fail, times: (rule.fail.times ?? 1) - 1 };
      return rule.fail;
    },
  };
}
