export const eventLimits = {
  /**
   * Largest event in bytes, as the bus counts them, that teams and rules publish. The outbox keeps an event in an item,
   * of which DynamoDB takes 400 KB; EventBridge, SQS and asynchronous invocations take 1 MB, so that every event goes
   * whole: https://aws.amazon.com/blogs/compute/more-room-to-build-serverless-services-now-support-payloads-up-to-1-mb/
   */
  eventBytes: 262_144 + 4_096,
  /** EventBridge takes so many entries, and so many bytes in all of them, in one PutEvents. */
  entriesPerPut: 10,
  bytesPerPut: 1_048_576,
  /** EventBridge's limit of a detail type. */
  type: 128,
  /** Characters of an id that a caller chooses. */
  id: 100,
  /** How long a repeated id is detected as a duplicate. */
  rememberIdDays: 14,
  /** The stream delivers within a second or two; what is this old was missed by it. */
  leftOverAfterSeconds: 60,
} as const;
