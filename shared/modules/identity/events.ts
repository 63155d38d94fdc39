/** Events of API keys, users and roles. They hold no secret and no right. */

import { resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';
import { directoryEvents } from './directory/events.ts';

const apiKey = resourceData('API key', 'organization', {
  name: text('Name of the key.', 'Warehouse import'),
  prefix: text('The visible beginning of its secret.', 'pmk_3f9a1c2e'),
});

const user = resourceData('user', 'organization', {
  email: text('E-mail address.', 'ada@example.com'),
  name: textOrNull('Name, when there is one.', 'Ada Lovelace'),
});

const role = resourceData('role', 'tenant', { name: text('Name of the role.', 'support') });

export const events = [
  ...directoryEvents,
  ...resourceEvents('api_keys.key', apiKey, {
    created: 'An API key was created.',
    updated: 'The name, roles, limits, expiry or allowed addresses of an API key were changed.',
    rotated: 'An API key was given a new secret.',
    deleted: 'An API key was deleted.',
  }),
  ...resourceEvents('auth.user', user, {
    created: 'A user was created.',
    updated: 'A user, its password, its roles or its own rights were changed.',
    deleted: 'A user was deleted.',
  }),
  ...resourceEvents('auth.role', role, {
    created: 'A role was created.',
    updated: 'A role was renamed or its rights were changed.',
    deleted: 'A role was deleted.',
  }),
];
