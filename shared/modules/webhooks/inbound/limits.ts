export const inboundLimits = {
  name: 255,
  description: 1_000,
  /** Largest message. */
  bodyBytes: 262_144,
  /** Longest payload as JSON: numbers may take more room than as they were sent (`1e20`). */
  payloadBytes: 327_680,
  /** Messages of one endpoint in one minute. */
  requestsPerMinute: 60,
  /** Refused messages of one endpoint and client address in one minute. */
  refusedPerMinute: 60,
  secret: { min: 8, max: 256 },
  headerName: 100,
  eventType: 200,
  messageId: 200,
  /** How long messages are kept, and repetitions recognized. */
  receiptDays: 14,
  /** How long the same bytes under another unsigned id count as a repetition. */
  repeatedBytesMinutes: 10,
} as const;
