/** Events of API keys, users and roles. They contain no secrets and no rights. */

import { flag, id, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';
import { directoryEvents } from './directory/events.ts';

const apiKey = resourceData('API key', 'organization', {
  name: text('Name of the key.', 'Warehouse import'),
  prefix: text('The visible beginning of its secret.', 'pmk_3f9a1c2e'),
  readOnly: flag('Whether the key can only read.', false),
});

const user = resourceData('user', 'organization', {
  email: text('E-mail address.', 'ada@example.com'),
  name: textOrNull('Name, if there is one.', 'Ada Lovelace'),
});

const role = resourceData('role', 'tenant', { name: text('Name of the role.', 'support') });

const provider = resourceData('identity provider', 'tenant', {
  issuer: text('Issuer of its tokens.', 'https://login.example.com'),
});

const factor = resourceData('factor, or of the user for recovery codes', 'organization', {
  userId: id('Id of the user.'),
  kind: text('Kind of factor: `totp`, `passkey` or `recovery_code`.', 'totp'),
  name: textOrNull('Name of the factor; null for recovery codes.', 'Phone'),
});

const policy = resourceData('tenant', 'tenant', {
  requireFactor: flag('Whether every user needs a second factor.', true),
});

export const events = [
  ...directoryEvents,
  ...resourceEvents(apiKey, {
    'api_keys.key.created': 'An API key was created.',
    'api_keys.key.updated':
      'The name, roles, limits, expiry or allowed addresses of an API key were changed.',
    'api_keys.key.rotated': 'An API key was given a new secret.',
    'api_keys.key.deleted': 'An API key was deleted.',
  }),
  ...resourceEvents(user, {
    'auth.user.created': 'A user was created.',
    'auth.user.updated': 'A user, its password, its roles or its own rights were changed.',
    'auth.user.deleted': 'A user was deleted.',
    'auth.user.linked': 'A user was linked to a person at the identity provider.',
    'auth.user.application_allowed': 'A user has allowed an application to act in its name.',
  }),
  ...resourceEvents(factor, {
    'auth.factor.added': 'A user has set up a second factor.',
    'auth.factor.updated': 'A user has renamed a second factor.',
    'auth.factor.removed': 'A second factor of a user was removed.',
    'auth.factor.recovery_codes_created': 'A user has replaced the recovery codes.',
    'auth.factor.recovery_code_used': 'A user has used a recovery code.',
  }),
  ...resourceEvents(policy, {
    'auth.policy.updated': 'The tenant has changed how its users must sign in.',
  }),
  ...resourceEvents(role, {
    'auth.role.created': 'A role was created.',
    'auth.role.updated': 'A role was renamed or its rights were changed.',
    'auth.role.deleted': 'A role was deleted.',
  }),
  ...resourceEvents(provider, {
    'auth.provider.created': 'The tenant was connected to an identity provider.',
    'auth.provider.updated': 'The settings of the identity provider were changed.',
    'auth.provider.deleted': 'The tenant was disconnected from its identity provider.',
  }),
];
