export const notificationLimits = {
  type: 100,
  title: 300,
  body: 2_000,
  /** Maximum characters of translation keys, module names, entity types, entity ids and group keys. */
  name: 200,
  icon: 100,
  href: 1_000,
  actions: 5,
  actionId: 64,
  /** Maximum bytes of one set of variables as JSON. */
  variablesBytes: 4_096,
  /** Maximum number of recipients in one request. */
  recipients: 1_000,
  /** Lifetime of a notification: default and maximum. */
  defaultHours: 168,
  maxHours: 365 * 24,
  /**
   * Maximum number of recipients in one transaction; more are sent through the queue. DynamoDB accepts 100 writes per
   * transaction: two for each recipient and one for the cause.
   */
  recipientsPerTransaction: 49,
  /** The same for notifications that an event leads to: three for each recipient. */
  recipientsPerTransactionOfStory: 33,
  /** Maximum pages of an inbox that one request reads. DynamoDB returns 1 MB per page, so this is about 10,000 entries. */
  queryPages: 10,
  /** How long causes are stored. SQS keeps a message for 4 days, and 14 more in the dead-letter queue. */
  causeDays: 18,
} as const;
