/** Deliberate failures: of the emulator's responses and of its messages. */

export type FailureKind =
  | 'error500'
  | 'conflict409'
  | 'rate429'
  | 'unauthorized401'
  | 'timeout'
  | 'disconnect'
  | 'malformed';

/** How often it fails, and which requests. */
export interface Failure {
  kind: FailureKind;
  /** Part of the path: `capture`, `refunds`. */
  path?: string | undefined;
  /** The request is executed first, so that only its response is lost. */
  afterExecution?: boolean | undefined;
  /** Number of failing requests; default 1. */
  times?: number | undefined;
}

/** One rule; the first that matches a payment intent applies. */
export interface Switch {
  /** Only requests and messages of this payment intent. */
  intent?: string | undefined;
  /** How often each message is sent; default 1. */
  duplicate?: number | undefined;
  /** Messages of the same moment are sent in reverse order. */
  reorder?: boolean | undefined;
  /** Milliseconds from the event to its message; default 50. */
  delayMs?: number | undefined;
  /** Messages are lost. */
  drop?: boolean | undefined;
  /** Messages are signed with a wrong secret, or with an old timestamp. */
  badSignature?: boolean | undefined;
  stale?: boolean | undefined;
  /** Delay of responses in milliseconds. */
  answerDelayMs?: number | undefined;
  fail?: Failure | undefined;
}

const kinds: readonly string[] = [
  'error500',
  'conflict409',
  'rate429',
  'unauthorized401',
  'timeout',
  'disconnect',
  'malformed',
];
const types: Readonly<Record<keyof Switch, string>> = {
  intent: 'string',
  duplicate: 'number',
  reorder: 'boolean',
  delayMs: 'number',
  drop: 'boolean',
  badSignature: 'boolean',
  stale: 'boolean',
  answerDelayMs: 'number',
  fail: 'object',
};

/** Parses a caller's rule. Throws an Error that names the problem. */
export function toSwitch(given: Readonly<Record<string, unknown>>): Switch {
  for (const [name, value] of Object.entries(given)) {
    const wanted = types[name as keyof Switch];
    if (wanted === undefined)
      throw new Error(`unknown field ${name}; the fields are ${Object.keys(types).join(', ')}`);
    if (typeof value !== wanted) throw new Error(`${name} must be a ${wanted}`);
  }
  const { fail } = given as Switch;
  if (fail && !kinds.includes(fail.kind)) throw new Error(`fail.kind must be one of ${kinds.join(', ')}`);
  return { ...given };
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
