export const eventLimits = {
  /**
   * Largest event in bytes, as the bus counts them. EventBridge and SQS take 256 KB; the rest is for what the bus
   * wraps around an event on its way to a queue.
   */
  eventBytes: 262_144 - 1_024,
  /** EventBridge takes so many entries, and so many bytes in all of them, in one PutEvents. */
  entriesPerPut: 10,
  bytesPerPut: 262_144,
  /** EventBridge's limit of a detail type. */
  type: 128,
  /** Characters of an id that a caller chooses. */
  id: 100,
  /** How long a repeated id is recognized. */
  rememberIdDays: 14,
  /** The stream delivers within a second or two; what is this old was missed by it. */
  leftOverAfterSeconds: 60,
} as const;
