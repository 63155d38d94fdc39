import { outboundLimits, urlCharacters } from '../../kernel/outbound/limits.ts';

export const webhookLimits = {
  ...outboundLimits,
  name: 255,
  description: 1_000,
  url: urlCharacters,
  /** Characters of a pattern: slightly more than the longest event name. */
  pattern: 130,
  /** Patterns of one webhook. */
  subscribedEvents: 100,
  /** Attempts of one delivery, including the first; 0 and 1 both mean one. */
  maxRetries: { min: 0, max: 30, default: 10 },
  /** Attempts of one delivery in a response. Users can retry it any number of times, and a response has at most 6 MB. */
  shownAttempts: 50,
  /** 0 means no limit. */
  rateLimitPerMinute: { min: 0, max: 10_000, default: 0 },
  /** Failed attempts in a row; 0 means never. The default is a setting of the deployment. */
  autoDisableThreshold: { min: 0, max: 1_000 },
  integrationId: 100,
  /** Maximum timeout of a test delivery: the API times out after 30 s. */
  testTimeoutMs: 20_000,
  testBodyBytes: 262_144,
  /** Headers and body of a rule's request: they must fit into one item of the table. */
  callBytes: 262_144,
  /** Random bytes of a secret. */
  secretBytes: 24,
  /** Secrets of a webhook that sign at the same time: the current one and replaced ones. */
  signingSecrets: 5,
  /** Maximum difference between the time of a signed message and the verifier's clock. */
  signatureToleranceSeconds: 300,
  /** Maximum grace period of a replaced secret. */
  maxGraceSeconds: 604_800,
  /** Time after the creation of a delivery up to which a receiver can delay an attempt by `Retry-After`. */
  attemptedSeconds: 86_400,
  deliveryRetentionDays: 30,
  /** Workers that one attempt may stop before its delivery fails. */
  workerTries: 5,
  /** Maximum receives of a message by the worker (shared/kernel/queues/worker-spec.ts). */
  maxReceives: 10,
} as const;
