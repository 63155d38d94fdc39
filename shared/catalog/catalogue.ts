/** Every event that is declared. A module adds its own by one line here, a team in `shared/extensions/events.ts`. */

import { platformEvents } from '../extensions/events.ts';
import type { EventSpec } from '../kernel/events/definition.ts';
import { attachmentEvents } from '../modules/attachments/events.ts';
import { anyEntityType, entityEvents } from '../modules/entities/events.ts';
import { directoryEvents } from '../modules/identity/directory/events.ts';
import { identityEvents } from '../modules/identity/events.ts';
import { integrationEvents } from '../modules/integrations/events.ts';
import { notificationEvents } from '../modules/notifications/events.ts';
import { paymentEvents } from '../modules/payments/events.ts';
import { progressEvents } from '../modules/progress/events.ts';
import { ruleEvents } from '../modules/rules/events.ts';
import { schedulerEvents } from '../modules/scheduler/events.ts';
import { syncEvents } from '../modules/sync/events.ts';
import { toggleEvents } from '../modules/toggles/events.ts';
import { webhookEvents } from '../modules/webhooks/events.ts';
import { inboundEvents } from '../modules/webhooks/inbound/events.ts';

export const eventSpecs: readonly EventSpec[] = [
  ...ruleEvents,
  ...schedulerEvents,
  ...toggleEvents,
  ...entityEvents,
  ...attachmentEvents,
  ...identityEvents,
  ...directoryEvents,
  ...webhookEvents,
  ...inboundEvents,
  ...notificationEvents,
  ...integrationEvents,
  ...paymentEvents,
  ...syncEvents,
  ...progressEvents,
  ...platformEvents,
];

/** The declaration of an event by its real type; types of records, which teams name, all have the same ones. */
export function findEventSpec(type: string): EventSpec | undefined {
  const exact = eventSpecs.find((spec) => spec.type === type);
  return exact ?? eventSpecs.find((spec) => spec.type === `${anyEntityType}.${type.split('.').at(-1)}`);
}
