/** The events of all modules. Written by `npm run openapi`. */
import type { EventSpec } from '../kernel/events/definition.ts';
import { events as attachments } from '../modules/attachments/events.ts';
import { events as attention } from '../modules/attention/events.ts';
import { events as email } from '../modules/email/events.ts';
import { events as entities } from '../modules/entities/events.ts';
import { events as identity } from '../modules/identity/events.ts';
import { events as integrations } from '../modules/integrations/events.ts';
import { events as notifications } from '../modules/notifications/events.ts';
import { events as payments } from '../modules/payments/events.ts';
import { events as platform } from '../modules/platform/events.ts';
import { events as progress } from '../modules/progress/events.ts';
import { events as rules } from '../modules/rules/events.ts';
import { events as scheduler } from '../modules/scheduler/events.ts';
import { events as sync } from '../modules/sync/events.ts';
import { events as toggles } from '../modules/toggles/events.ts';
import { events as webhooks } from '../modules/webhooks/events.ts';

export const moduleEvents: readonly EventSpec[] = [
  ...attachments,
  ...attention,
  ...email,
  ...entities,
  ...identity,
  ...integrations,
  ...notifications,
  ...payments,
  ...platform,
  ...progress,
  ...rules,
  ...scheduler,
  ...sync,
  ...toggles,
  ...webhooks,
];
