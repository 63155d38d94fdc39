/** The table of samples: a valid call of every operation, with what it needs first. Functions never load it. */
import { apiKeySamples } from './api-keys/samples.ts';
import { attachmentSamples } from './attachments/samples.ts';
import { auditSamples } from './audit/samples.ts';
import { authSamples } from './auth/samples.ts';
import { directorySamples } from './directory/samples.ts';
import { docsSamples } from './docs/samples.ts';
import { entitySamples } from './entities/samples.ts';
import { eventSamples } from './events/samples.ts';
import { healthSamples } from './health/samples.ts';
import { inboundSamples } from './inbound/samples.ts';
import { integrationSamples } from './integrations/samples.ts';
import { notificationSamples } from './notifications/samples.ts';
import { paymentSamples } from './payments/samples.ts';
import { progressSamples } from './progress/samples.ts';
import { roleSamples } from './roles/samples.ts';
import { ruleSamples } from './rules/samples.ts';
import type { Sample } from './samples/sample.ts';
import { schedulerSamples } from './scheduler/samples.ts';
import { syncSamples } from './sync/samples.ts';
import { toggleSamples } from './toggles/samples.ts';
import { userSamples } from './users/samples.ts';
import { webhookSamples } from './webhooks/samples.ts';

/** At least one of each operation; the first of an operation is the one that documents show. */
export const samples: readonly Sample[] = [
  ...healthSamples,
  ...docsSamples,
  ...entitySamples,
  ...attachmentSamples,
  ...eventSamples,
  ...authSamples,
  ...webhookSamples,
  ...inboundSamples,
  ...notificationSamples,
  ...integrationSamples,
  ...paymentSamples,
  ...syncSamples,
  ...progressSamples,
  ...ruleSamples,
  ...schedulerSamples,
  ...toggleSamples,
  ...userSamples,
  ...roleSamples,
  ...apiKeySamples,
  ...directorySamples,
  ...auditSamples,
];

const byOperation = new Map(samples.toReversed().map((sample) => [sample.endpoint.operationId, sample]));

/** The sample of an operation. Throws when there is none. */
export function sampleOf(operationId: string): Sample {
  const found = byOperation.get(operationId);
  if (found === undefined) throw new Error(`${operationId} has no sample.`);
  return found;
}
