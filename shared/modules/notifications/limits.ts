export const notificationLimits = {
  type: 100,
  title: 300,
  body: 2_000,
  /** Keys of translations, names of modules, types and ids of entities, group keys. */
  name: 200,
  icon: 100,
  href: 1_000,
  actions: 5,
  actionId: 64,
  /** JSON of one set of variables, in bytes. */
  variablesBytes: 4_096,
  /** Recipients of one batch. */
  recipients: 1_000,
  /** How long a notification is kept by default, and at most. */
  defaultHours: 168,
  maxHours: 365 * 24,
  /**
   * Recipients written by one request at most; more go through the queue. A transaction takes 100 writes: two for
   * each recipient and one that remembers the cause.
   */
  recipientsPerTransaction: 49,
  /** DynamoDB hands out 1 MB a page: one request reads at most so many of an inbox, some ten thousand entries. */
  queryPages: 10,
  /** How long a cause is remembered: a message lives for 4 days, and 14 more in the dead-letter queue. */
  causeDays: 18,
} as const;
