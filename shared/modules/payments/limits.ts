export const paymentLimits = {
  /** Twelve digits of minor units: accepted by providers, and exact as a JSON number. */
  amountMinor: 999_999_999_999,
  description: 500,
  reason: 200,
  operationId: 200,
  idempotencyKey: 255,
  url: 2_048,
  customerReference: 200,
  /** Characters of a provider's id of a payment method; Stripe's have 27 to 29. */
  paymentMethodId: 255,
  /** Of one customer: the page size of Stripe's list. */
  paymentMethods: 100,
  /** Ids of removed payment methods, stored to recognize late messages about them. */
  removedMethods: 200,
  /** Ids of saved payment methods, stored to recognize repeated messages about them. */
  savedMethods: 1_000,
  /** A customer is created before the session in the same request, whose function has 25 s. */
  customerTimeoutMs: 3_000,
  metadataBytes: 16_384,
  search: 200,
  /** A provider's message; typical messages have a tenth of this size. */
  eventBytes: 262_144,
  /** Maximum difference between a signature's time and now, in both directions. */
  signatureToleranceSeconds: 300,
  /** Messages that cannot be verified, per address and minute; genuine messages are not counted. */
  refusedPerMinute: 60,
  /** Payments and customers that may share one id of a provider, first those of the tenant in the registered URL. */
  candidates: 10,
  /** How long the receiver may use cached credentials. */
  secretCacheSeconds: 30,
  /** For one attempt of one call. A call has at most two attempts, and its function 20 s. */
  providerTimeoutMs: 7_000,
  /** The caller of a read waits for the response. */
  refreshTimeoutMs: 3_000,
  refreshEverySeconds: 5,
  /**
   * Longer than every function that holds it: they have 20 s, and 25 s if they create a customer before they
   * take it.
   */
  leaseSeconds: 25,
  /** How long a second request waits for the result of the same operation. */
  waitMs: 3_000,
  operationHours: 24,
  eventDays: 30,
  /** Interval between checks of overdue transactions. */
  sweepEveryMinutes: 5,
  sweepItems: 100,
  /** Of one payment: its row contains each. */
  refunds: 1_000,
  /** New and changed refunds of one report; DynamoDB accepts 100 writes. */
  changedRefunds: 80,
  /** Of one payment: its row contains each. */
  disputes: 10,
  /** Characters of a status, a reason, an id or another name in a provider's message. */
  name: 255,
  /** Characters of an operation's name at the provider. */
  operationName: 32,
  /** Retention of a payment's history. */
  historyDays: 400,
  /** Entries of the history, and of the integration's log, in a response. */
  historyEntries: 100,
} as const;
