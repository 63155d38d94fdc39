/** Every event that is declared. A module adds its own by one line here, a team in `shared/platform.events.ts`. */
import { attachmentEvents } from '../attachments/events.ts';
import { directoryEvents } from '../directory/events.ts';
import { anyEntityType, entityEvents } from '../entities/events.ts';
import { identityEvents } from '../identity/events.ts';
import { inboundEvents } from '../inbound/events.ts';
import { integrationEvents } from '../integrations/events.ts';
import { notificationEvents } from '../notifications/events.ts';
import { paymentEvents } from '../payments/events.ts';
import { platformEvents } from '../platform.events.ts';
import { progressEvents } from '../progress/events.ts';
import { ruleEvents } from '../rules/events.ts';
import { schedulerEvents } from '../scheduler/events.ts';
import { syncEvents } from '../sync/events.ts';
import { toggleEvents } from '../toggles/events.ts';
import { webhookEvents } from '../webhooks/events.ts';
import type { EventSpec } from './definition.ts';

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
