/** What one execution of rules may take. Conditions have limits of their own (condition.ts, match.ts). */
export const executionLimits = {
  /** Rules that one execution runs; when more match, none is run. */
  rules: 100,
  /** Time of one rule, looked at between its comparisons and actions. */
  ruleMs: 5_000,
  /** Time of all rules together; the API waits 29 s for an answer. */
  totalMs: 20_000,
  /** The same for rules that an event sets off: other tenants' events wait for the same workers. */
  triggeredMs: 5_000,
  /** Texts, values and events that actions produce, in bytes: the answer, the log and one transaction must hold them. */
  outputBytes: 1_000_000,
  /** Writes of events, notifications and deliveries of one execution: a transaction holds 100, the log's own among them. */
  effectWrites: 70,
  /** Comparisons that one execution shows, of all rules together. */
  traces: 1_000,
  /** Failed rules that are published as events. */
  failureEvents: 20,
  /** Events that rules set off, one after the other: the next one is refused. */
  depth: 5,
} as const;

export const ruleLogLimits = {
  /** Entries are kept so long, then the table's TTL removes them. */
  retentionDays: 90,
  /** The data of an entry; what does not fit is left out. */
  inputBytes: 16_384,
  /** The outcome of one rule in the log; what does not fit is left out. */
  outputBytes: 12_288,
  /** Rules of one execution lie in one item up to this size; DynamoDB takes items up to 400 KB. */
  itemBytes: 300_000,
} as const;

/** Events whose rules were run are remembered so long: a message lives for 4 days, and 14 more as a dead letter. */
export const rememberRunDays = 18;
