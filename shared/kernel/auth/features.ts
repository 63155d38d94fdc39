/** Every feature that gates an endpoint. Contracts name features from here, so a misspelt one does not compile. */
export const features = {
  'business_rules.rules.view': 'Read and search business rules',
  'business_rules.rules.create': 'Create business rules',
  'business_rules.rules.edit': 'Change business rules',
  'business_rules.rules.delete': 'Delete business rules',
  'business_rules.rules.execute': 'Execute business rules',
  'business_rules.logs.view': 'Read the rule execution log',
  'business_rules.logs.delete': 'Delete entries of the rule execution log',
  'scheduler.jobs.view': 'View scheduled jobs, executions and queue jobs',
  'scheduler.jobs.manage': 'Create, change and delete scheduled jobs',
  'scheduler.jobs.trigger': 'Run a scheduled job now',
  'attachments.view': 'Read attachments',
  'attachments.manage': 'Upload, change, transfer and delete attachments; manage partitions',
  'payment_gateways.view': 'Read payment transactions',
  'payment_gateways.manage': 'Create payment sessions and cancel payments',
  'payment_gateways.capture': 'Capture payments',
  'payment_gateways.refund': 'Refund payments',
  'integrations.view': 'Read integrations and their logs',
  'integrations.manage': 'Change the state and version of integrations',
  'integrations.credentials.manage': 'Save integration credentials',
  'data_sync.view': 'Read sync runs',
  'data_sync.configure': 'Validate sync connections; read, save and delete mappings',
  'data_sync.run': 'Start, cancel and retry sync runs',
  'webhooks.view': 'View webhooks and delivery logs',
  'webhooks.manage': 'Create, change and delete webhooks; retry deliveries',
  'webhooks.secrets': 'View and rotate webhook secrets',
  'webhooks.test': 'Send test deliveries',
  'api_keys.view': 'List API keys',
  'api_keys.create': 'Create, change and rotate API keys',
  'api_keys.delete': 'Delete API keys',
  'auth.users.view': 'Read users',
  'auth.users.manage': 'Create, change and delete users',
  'auth.roles.view': 'Read roles',
  'auth.roles.manage': 'Create, change and delete roles',
  'auth.acl.manage': 'Read and change the rights of roles and users',
  'directory.tenants.view': 'Read tenants',
  'directory.tenants.manage': 'Create, change and delete tenants',
  'directory.organizations.view': 'Read organizations',
  'directory.organizations.manage': 'Create, change and delete organizations',
  'audit_logs.view': 'Read the audit trail',
  'entities.records.view': 'Read entity records',
  'entities.records.manage': 'Write entity records',
  'entities.definitions.view': 'Read custom-field definitions',
  'entities.definitions.manage': 'Define custom fields',
  'events.publish': 'Publish events',
  'notifications.view': 'Read notifications',
  'notifications.create': 'Create notifications',
  'progress.view': 'Read the progress of background work',
  'progress.create': 'Announce background work',
  'progress.update': 'Say how far background work is',
  'progress.cancel': 'Cancel background work',
} as const satisfies Record<string, string>;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

/** Grants every feature that ends in `.view`, but not the reading of other tenants. */
export const viewGrant = '*.view';

/**
 * Does one grant cover the feature? `*` covers all, `a.b.*` covers `a.b` and everything under it, `*.view` covers
 * reading in one's own tenant.
 */
export function grants(grant: string, feature: string): boolean {
  if (grant === '*' || grant === feature) return true;
  if (grant === viewGrant) return feature.endsWith('.view') && !isPlatformWide(feature);
  if (!grant.endsWith('.*')) return false;
  const prefix = grant.slice(0, -2);
  return feature === prefix || feature.startsWith(`${prefix}.`);
}

/** Does the feature reach from one tenant to others? Only super admins give such features. */
export function isPlatformWide(feature: string): boolean {
  return feature === 'directory.*' || grants('directory.tenants.*', feature);
}
