/** The code of the exported lists of all modules, by the path of the list. Written by `npm run openapi`. */
import type { LoadExports } from '../kernel/lists/export-handler.ts';

const attachments: LoadExports = () => import('../modules/attachments/exports.ts');
const audit: LoadExports = () => import('../modules/audit/exports.ts');
const email: LoadExports = () => import('../modules/email/exports.ts');
const entities: LoadExports = () => import('../modules/entities/exports.ts');
const events: LoadExports = () => import('./exports-of-events.ts');
const identity: LoadExports = () => import('../modules/identity/exports.ts');
const integrations: LoadExports = () => import('../modules/integrations/exports.ts');
const notifications: LoadExports = () => import('../modules/notifications/exports.ts');
const payments: LoadExports = () => import('../modules/payments/exports.ts');
const progress: LoadExports = () => import('../modules/progress/exports.ts');
const rules: LoadExports = () => import('../modules/rules/exports.ts');
const scheduler: LoadExports = () => import('../modules/scheduler/exports.ts');
const sync: LoadExports = () => import('../modules/sync/exports.ts');
const toggles: LoadExports = () => import('../modules/toggles/exports.ts');
const webhooks: LoadExports = () => import('../modules/webhooks/exports.ts');

export const moduleExports: Readonly<Record<string, LoadExports>> = {
  '/api/api_keys/keys': identity,
  '/api/attachments': attachments,
  '/api/attachments/library': attachments,
  '/api/audit_logs/actions': audit,
  '/api/auth/roles': identity,
  '/api/auth/users': identity,
  '/api/business_rules/logs': rules,
  '/api/business_rules/rules': rules,
  '/api/business_rules/rules/{id}/revisions': rules,
  '/api/business_rules/sets': rules,
  '/api/data_sync/mappings': sync,
  '/api/data_sync/runs': sync,
  '/api/data_sync/runs/{runId}/failures': sync,
  '/api/data_sync/schedules': sync,
  '/api/directory/organizations': identity,
  '/api/directory/tenants': identity,
  '/api/email/log': email,
  '/api/email/suppressions': email,
  '/api/email/templates': email,
  '/api/entities/definitions': entities,
  '/api/entities/records': entities,
  '/api/events': events,
  '/api/events/log': events,
  '/api/feature_toggles/global': toggles,
  '/api/feature_toggles/overrides': toggles,
  '/api/feature_toggles/segments': toggles,
  '/api/feature_toggles/toggles': toggles,
  '/api/integrations': integrations,
  '/api/integrations/logs': integrations,
  '/api/notifications': notifications,
  '/api/payment_gateways/transactions': payments,
  '/api/progress/jobs': progress,
  '/api/scheduler/jobs': scheduler,
  '/api/webhooks': webhooks,
  '/api/webhooks/deliveries': webhooks,
  '/api/webhooks/inbound-endpoints': webhooks,
};
