/** The features of this module that roles can grant, with their titles. */
export const features = {
  'api_keys.view': 'List API keys',
  'api_keys.create': 'Create, change and rotate API keys',
  'api_keys.delete': 'Delete API keys',
  'auth.users.view': 'Read users',
  'auth.users.manage': 'Create, change and delete users',
  'auth.roles.view': 'Read roles',
  'auth.roles.manage': 'Create, change and delete roles',
  'auth.acl.manage': 'Read and change the rights of roles and users',
  'auth.provider.view': 'Read how users sign in through an identity provider',
  'auth.provider.manage': 'Change how users sign in through an identity provider',
  'auth.policy.view': 'Read how users must sign in',
  'auth.policy.manage': 'Change how users must sign in',
  'directory.tenants.view': 'Read tenants',
  'directory.tenants.manage': 'Create, change and delete tenants',
  'directory.organizations.view': 'Read organizations',
  'directory.organizations.manage': 'Create, change and delete organizations',
} as const;
