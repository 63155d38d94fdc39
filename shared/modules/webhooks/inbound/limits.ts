export const inboundLimits = {
  name: 255,
  description: 1_000,
  providerKey: 100,
  /** Maximum size of a message. */
  bodyBytes: 262_144,
  /** Maximum size of a payload as JSON: numbers may become longer than they were sent (`1e20`). */
  payloadBytes: 327_680,
  /** Messages per endpoint and minute. */
  requestsPerMinute: 60,
  /** Refused messages per endpoint, client address and minute. */
  refusedPerMinute: 60,
  /** At least 24 bytes, as Standard Webhooks requires; in texts, each character has at least one. */
  secret: { minBytes: 24, max: 256 },
  headerName: 100,
  eventType: 200,
  messageId: 200,
  /** Retention of messages, during which repetitions are recognized. */
  receiptDays: 14,
  /** How long the same bytes with another unsigned id count as a repetition. */
  repeatedBytesMinutes: 10,
} as const;
