/** Limits of one execution of rules. Conditions have their own limits (condition.ts, match.ts). */
export const executionLimits = {
  /** Rules of one execution; if more match, none is run. */
  rules: 100,
  /** Time of one rule, checked between its comparisons and actions. */
  ruleMs: 5_000,
  /** Time of all rules together; the API times out after 29 s. */
  totalMs: 20_000,
  /** The same for rules that an event or a job runs, because other tenants' work waits for the same workers. */
  triggeredMs: 5_000,
  /**
   * Bytes of texts, values and events that actions produce, as the response contains them: twice or three times, beside
   * the log and one transaction.
   */
  outputBytes: 1_000_000,
  /**
   * Writes of events, notifications and deliveries of one execution; a transaction holds 100, including those
   * of the log.
   */
  effectWrites: 70,
  /** Comparisons that a response contains, of all rules together. */
  traces: 1_000,
  /** Bytes of these comparisons and of the names of missing fields: a response of Lambda has at most 6 MB. */
  traceBytes: 1_500_000,
  /** Failed rules that are published as events. */
  failureEvents: 20,
  /** Maximum chain of events that rules cause; the next event is refused. */
  depth: 5,
} as const;

export const ruleLogLimits = {
  /** Retention of entries; the table's TTL removes them afterwards. */
  retentionDays: 90,
  /** Input data of an entry; the rest is left out. */
  inputBytes: 16_384,
  /** Result of one rule in the log; the rest is left out. */
  outputBytes: 12_288,
  /** Rules of one execution share an item up to this size; a DynamoDB item has at most 400 KB. */
  itemBytes: 300_000,
} as const;

/** Retention of the markers of executed events: a message lives for 4 days, and 14 more as a dead letter. */
export const rememberRunDays = 18;
