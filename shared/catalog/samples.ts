/** The table of samples: a valid call of every operation, with what it needs first. Functions never load it. */

import type { Sample } from '../kernel/samples/sample.ts';
import { attachmentSamples } from '../modules/attachments/samples.ts';
import { auditSamples } from '../modules/audit/samples.ts';
import { docsSamples } from '../modules/docs/samples.ts';
import { entitySamples } from '../modules/entities/samples.ts';
import { eventSamples } from '../modules/events/samples.ts';
import { apiKeySamples } from '../modules/identity/api-keys/samples.ts';
import { directorySamples } from '../modules/identity/directory/samples.ts';
import { roleSamples } from '../modules/identity/roles/samples.ts';
import { authSamples } from '../modules/identity/sessions/samples.ts';
import { userSamples } from '../modules/identity/users/samples.ts';
import { integrationSamples } from '../modules/integrations/samples.ts';
import { notificationSamples } from '../modules/notifications/samples.ts';
import { paymentSamples } from '../modules/payments/samples.ts';
import { healthSamples } from '../modules/platform/health/samples.ts';
import { progressSamples } from '../modules/progress/samples.ts';
import { ruleSamples } from '../modules/rules/samples.ts';
import { schedulerSamples } from '../modules/scheduler/samples.ts';
import { syncSamples } from '../modules/sync/samples.ts';
import { toggleSamples } from '../modules/toggles/samples.ts';
import { inboundSamples } from '../modules/webhooks/inbound/samples.ts';
import { webhookSamples } from '../modules/webhooks/samples.ts';

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
