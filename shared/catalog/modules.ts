/** The one list of modules, by the names of their folders: a module is added by one line. `npm run openapi` does the rest. */
export const modules = [
  'attachments',
  'audit',
  'docs',
  'entities',
  'events',
  'identity',
  'integrations',
  'notifications',
  'payments',
  'platform',
  'progress',
  'rules',
  'scheduler',
  'sync',
  'toggles',
  'webhooks',
] as const;
