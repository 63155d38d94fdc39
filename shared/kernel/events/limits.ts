export const eventLimits = {
  /**
   * Largest event in bytes, as the bus counts them, of teams and rules. The outbox stores an event in an item, whose
   * limit is 400 KB; EventBridge, SQS and asynchronous invocations allow 1 MB, so that every event is sent whole:
   * https://aws.amazon.com/blogs/compute/more-room-to-build-serverless-services-now-support-payloads-up-to-1-mb/
   */
  eventBytes: 262_144 + 4_096,
  /** EventBridge's limits of entries, and of bytes in all of them, in one PutEvents. */
  entriesPerPut: 10,
  bytesPerPut: 1_048_576,
  /** EventBridge's limit of a detail type. */
  type: 128,
  /** Maximum length of an id that a caller chooses. */
  id: 100,
  /** How long a repeated id is detected as a duplicate. */
  rememberIdDays: 14,
  /** The stream delivers within a second or two; it has missed older items. */
  leftOverAfterSeconds: 60,
} as const;
