/** Every exported list, with its columns and the call that its handler makes. Written by `npm run openapi`. */
import type { ExportSource } from '../kernel/lists/export-source.ts';
import { exportSources as attachments } from '../modules/attachments/exports.ts';
import { exportSources as audit } from '../modules/audit/exports.ts';
import { exportSources as email } from '../modules/email/exports.ts';
import { exportSources as entities } from '../modules/entities/exports.ts';
import { exportSources as events } from '../modules/events/exports.ts';
import { exportSources as identity } from '../modules/identity/exports.ts';
import { exportSources as integrations } from '../modules/integrations/exports.ts';
import { exportSources as notifications } from '../modules/notifications/exports.ts';
import { exportSources as payments } from '../modules/payments/exports.ts';
import { exportSources as progress } from '../modules/progress/exports.ts';
import { exportSources as rules } from '../modules/rules/exports.ts';
import { exportSources as scheduler } from '../modules/scheduler/exports.ts';
import { exportSources as sync } from '../modules/sync/exports.ts';
import { exportSources as toggles } from '../modules/toggles/exports.ts';
import { exportSources as webhooks } from '../modules/webhooks/exports.ts';

export const exportSources: readonly ExportSource[] = [
  ...attachments,
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
];
