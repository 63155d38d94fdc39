export const paymentLimits = {
  /** Twelve digits of minor units: what providers take, and far inside what a JSON number holds exactly. */
  amountMinor: 999_999_999_999,
  description: 500,
  reason: 200,
  operationId: 200,
  idempotencyKey: 255,
  url: 2_048,
  customerReference: 200,
  /** A provider's id of a payment method; Stripe's have 27 to 29 characters. */
  paymentMethodId: 255,
  /** Of one customer: what one request of Stripe's list returns. */
  paymentMethods: 100,
  /** Ids of payment methods that are gone, kept to recognize late messages about them. */
  removedMethods: 200,
  /** Making a customer comes before the session in the same request, whose function has 25 s. */
  customerTimeoutMs: 3_000,
  metadataBytes: 16_384,
  search: 200,
  /** A provider's message; theirs are a tenth of it. */
  eventBytes: 262_144,
  /** Age at which a signature is not believed any more, in both directions. */
  signatureToleranceSeconds: 300,
  /** Messages that cannot be verified, per address and minute; what is genuine is not counted. */
  refusedPerMinute: 60,
  /** Organizations that may share one session of a provider: the newest of them are tried. */
  candidates: 10,
  /** How long the receiver may go on with credentials that it has read. */
  secretCacheSeconds: 30,
  /** For one try of one call; a call has two tries at most, and its function 20 s. */
  providerTimeoutMs: 7_000,
  /** The caller of a read waits for it. */
  refreshTimeoutMs: 3_000,
  refreshEverySeconds: 5,
  /** No function that holds it lives longer: they have 20 s, and 25 s where a customer is made before it is taken. */
  leaseSeconds: 25,
  /** Who finds the same operation under way waits so long for its answer. */
  waitMs: 3_000,
  operationHours: 24,
  eventDays: 30,
  /** How often overdue transactions are checked. */
  sweepEveryMinutes: 5,
  sweepItems: 100,
  /** Of one payment: each is a part of its row. */
  refunds: 1_000,
  /** How long the history of a payment is kept. */
  historyDays: 400,
  /** Entries of the history that a read shows, and of the integration's log. */
  historyEntries: 100,
} as const;
