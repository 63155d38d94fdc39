/** The pages that show things of all modules, by their kind: the `resource` of audit entries. */
import { ownResources } from '../../../shared/clients/typescript/own-resources.ts';
import { recordPath } from '../entities/paths.ts';
import type { ThingPage } from '../names/thing-pages.ts';
import type { Need } from '../session/session.ts';
import { thingTitles } from '../texts/things.ts';
import { placedPages } from './resources.ts';

/** The paths of pages, as in the routes. Kinds without an entry have no page of their own. */
const pages: Readonly<Record<string, string>> = {
  api_key: 'keys',
  'api_keys.key': 'keys',
  'attachments.attachment': 'files/:id',
  'attachments.partition': 'files/partitions',
  'auth.policy': 'sign-in-rules',
  'auth.provider': 'identity-provider',
  'auth.role': 'roles/:id',
  'auth.user': 'users/:id',
  'business_rules.log': 'rules/log',
  'business_rules.rule': 'rules/:id',
  'business_rules.set': 'rules/sets/:id',
  'data_sync.mapping': 'sync/mappings/:id',
  'data_sync.run': 'sync/runs/:id',
  'directory.organization': 'organizations',
  'directory.tenant': 'tenants/:id',
  'email.settings': 'mails/settings',
  'email.suppression': 'mails/suppressions',
  'email.template': 'mails/templates',
  'entities.definition': 'records/fields',
  'feature_toggles.segment': 'toggles/segments/:id',
  'feature_toggles.toggle': 'toggles/:id',
  'integrations.credentials': 'integrations/:id',
  'integrations.health': 'integrations/:id',
  'integrations.integration': 'integrations/:id',
  'integrations.state': 'integrations/:id',
  'integrations.version': 'integrations/:id',
  'notifications.notification': 'notifications',
  'payment_gateways.payment': 'payments/:id',
  'payment_gateways.session': 'payments/:id',
  'platform.dead_letters': 'dead-letters/:queue',
  'progress.job': 'work',
  'scheduler.job': 'jobs/:id',
  user: 'users/:id',
  'webhooks.delivery': 'deliveries/:id',
  'webhooks.inbound_endpoint': 'inbound/:id',
  'webhooks.webhook': 'webhooks/:id',
  ...Object.fromEntries(ownResources.map(({ auditedAs, name }) => [auditedAs, `own/${name}/:id`])),
};

const needsOf = (path: string): readonly Need[] | undefined =>
  placedPages.find((page) => page.path === path)?.needs;

/** Undefined for a kind without a page. */
export function pageOfThing(kind: string, id: string): ThingPage | undefined {
  const pattern = pages[kind];
  if (pattern === undefined) {
    const needs = needsOf('records/:id');
    return kind in thingTitles || needs === undefined ? undefined : { path: recordPath(kind, id), needs };
  }
  const needs = needsOf(pattern);
  return needs && { path: `/${pattern.replace(/:\w+/, () => encodeURIComponent(id))}`, needs };
}
