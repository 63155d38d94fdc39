/** The features of the platform's own modules with their titles. Written by `npm run openapi`. */
import { features as attachments } from '../modules/attachments/features.ts';
import { features as attention } from '../modules/attention/features.ts';
import { features as audit } from '../modules/audit/features.ts';
import { features as email } from '../modules/email/features.ts';
import { features as entities } from '../modules/entities/features.ts';
import { features as events } from '../modules/events/features.ts';
import { features as identity } from '../modules/identity/features.ts';
import { features as integrations } from '../modules/integrations/features.ts';
import { features as notifications } from '../modules/notifications/features.ts';
import { features as payments } from '../modules/payments/features.ts';
import { features as progress } from '../modules/progress/features.ts';
import { features as rules } from '../modules/rules/features.ts';
import { features as scheduler } from '../modules/scheduler/features.ts';
import { features as sync } from '../modules/sync/features.ts';
import { features as toggles } from '../modules/toggles/features.ts';
import { features as webhooks } from '../modules/webhooks/features.ts';

export const features: Readonly<Record<string, string>> = {
  ...attachments,
  ...attention,
  ...audit,
  ...email,
  ...entities,
  ...events,
  ...identity,
  ...integrations,
  ...notifications,
  ...payments,
  ...progress,
  ...rules,
  ...scheduler,
  ...sync,
  ...toggles,
  ...webhooks,
};
