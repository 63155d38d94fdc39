/** Validates names of entity types. */

/**
 * The platform's modules: their entities are not generic records, and only the platform may publish their
 * events.
 */
export const platformModules: ReadonlySet<string> = new Set([
  'attention',
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

/**
 * What is wrong with an entity type, or undefined. A valid type is `<module>.<entity>` with a module that is
 * not the platform's.
 */
export function entityTypeProblem(entityType: string): string | undefined {
  if (!entityTypePattern.test(entityType))
    return 'must be <module>.<entity> in lower case, such as sales.order';
  const [module = ''] = entityType.split('.');
  return platformModules.has(module) ? `must not be of the platform's own module ${module}` : undefined;
}

/** Entities of the platform's modules to which teams may add custom fields. */
const extensibleTypes: ReadonlySet<string> = new Set(['attachments.attachment']);

/**
 * What is wrong with the type of a custom field, or undefined. A valid type is a team's own, or an extensible
 * type of the platform.
 */
export function definedTypeProblem(entityType: string): string | undefined {
  return extensibleTypes.has(entityType) ? undefined : entityTypeProblem(entityType);
}
