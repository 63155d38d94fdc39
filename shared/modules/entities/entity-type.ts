/** Names of entity types. */

/** Modules of the platform itself: their entities are not generic records, and their events not for others to send. */
export const platformModules: ReadonlySet<string> = new Set([
  'api_keys',
  'attachments',
  'audit_logs',
  'auth',
  'business_rules',
  'data_sync',
  'directory',
  'email',
  'entities',
  'events',
  'feature_toggles',
  'inbound',
  'integrations',
  'notifications',
  'payment_gateways',
  'platform',
  'progress',
  'scheduler',
  'webhooks',
]);

export const entityTypePattern = /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/;

/** What is wrong with an entity type, or undefined: `<module>.<entity>`, and the module a team's own. */
export function entityTypeProblem(entityType: string): string | undefined {
  if (!entityTypePattern.test(entityType))
    return 'must be <module>.<entity> in lower case, such as sales.order';
  const [module = ''] = entityType.split('.');
  return platformModules.has(module) ? `must not be of the platform's own module ${module}` : undefined;
}

/** Entities of the platform's own modules that teams may give custom fields to. */
const extensibleTypes: ReadonlySet<string> = new Set(['attachments.attachment']);

/** What is wrong with the type of a custom field, or undefined: a team's own, or one that the platform opens. */
export function definedTypeProblem(entityType: string): string | undefined {
  return extensibleTypes.has(entityType) ? undefined : entityTypeProblem(entityType);
}
