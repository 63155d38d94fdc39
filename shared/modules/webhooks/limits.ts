import { outboundLimits, urlCharacters } from '../../kernel/outbound/limits.ts';

export const webhookLimits = {
  ...outboundLimits,
  name: 255,
  description: 1_000,
  url: urlCharacters,
  /** Characters of a pattern: the longest name of an event, and a little. */
  pattern: 130,
  /** Patterns of one webhook. */
  subscribedEvents: 100,
  /** Attempts of one delivery in all, the first included; 0 and 1 both mean one. */
  maxRetries: { min: 0, max: 30, default: 10 },
  /** 0 means as many as there are. */
  rateLimitPerMinute: { min: 0, max: 10_000, default: 0 },
  /** Failed attempts in a row; 0 means never. The default is a setting of the deployment. */
  autoDisableThreshold: { min: 0, max: 1_000 },
  integrationId: 100,
  /** How long a test delivery waits for its receiver at most: the API gives up after 30 s. */
  testTimeoutMs: 20_000,
  testBodyBytes: 262_144,
  /** Headers and body of a request that a rule makes: one item of the table holds them. */
  callBytes: 262_144,
  /** Random bytes in a secret. */
  secretBytes: 24,
  /** How far the time of a signed message may be from the verifier's clock. */
  signatureToleranceSeconds: 300,
  /** Longest time for which a replaced secret may go on signing. */
  maxGraceSeconds: 604_800,
  deliveryRetentionDays: 30,
  /** Workers that one attempt may stop before its delivery fails. */
  workerTries: 5,
  /** How often a message is delivered to the worker (shared/kernel/queues/queues.ts). */
  maxReceives: 10,
} as const;
