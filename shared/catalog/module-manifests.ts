/** The manifests of all modules, for stacks, documents, tests and tools. No function loads them. Written by `npm run openapi`. */
import type { ModuleManifest } from '../kernel/modules/manifest.ts';
import { manifest as attachments } from '../modules/attachments/module.ts';
import { manifest as attention } from '../modules/attention/module.ts';
import { manifest as audit } from '../modules/audit/module.ts';
import { manifest as docs } from '../modules/docs/module.ts';
import { manifest as email } from '../modules/email/module.ts';
import { manifest as entities } from '../modules/entities/module.ts';
import { manifest as events } from '../modules/events/module.ts';
import { manifest as identity } from '../modules/identity/module.ts';
import { manifest as integrations } from '../modules/integrations/module.ts';
import { manifest as mcp } from '../modules/mcp/module.ts';
import { manifest as notifications } from '../modules/notifications/module.ts';
import { manifest as payments } from '../modules/payments/module.ts';
import { manifest as platform } from '../modules/platform/module.ts';
import { manifest as progress } from '../modules/progress/module.ts';
import { manifest as rules } from '../modules/rules/module.ts';
import { manifest as scheduler } from '../modules/scheduler/module.ts';
import { manifest as search } from '../modules/search/module.ts';
import { manifest as sync } from '../modules/sync/module.ts';
import { manifest as toggles } from '../modules/toggles/module.ts';
import { manifest as webhooks } from '../modules/webhooks/module.ts';

export const moduleManifests: readonly ModuleManifest[] = [
  attachments,
  attention,
  audit,
  docs,
  email,
  entities,
  events,
  identity,
  integrations,
  mcp,
  notifications,
  payments,
  platform,
  progress,
  rules,
  scheduler,
  search,
  sync,
  toggles,
  webhooks,
];
