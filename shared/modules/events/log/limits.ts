/** Limits of the event log. */
export const eventLogLimits = {
  /** Longer data is in the bucket, so that a page of the log costs little. */
  inlineDataBytes: 8_192,
  /** A search reads the data of all events in its range. */
  searchHours: 24,
} as const;
