/** Endpoints of administrators for second factors. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, uuid } from '../../../kernel/http/fields.ts';
import { done } from '../users/acl-fields.ts';
import { userLimits } from '../users/contract.ts';

const path = '/api/auth/policy';
const roles = z.array(text(userLimits.roleName)).check(z.maxLength(userLimits.roles));

const requireFactor = z.boolean().check(about('Whether every user needs a second factor.', true));

const maxHours = 720;
const sessionHours = z
  .nullable(z.int().check(z.gte(1), z.lte(maxHours)))
  .check(about('Hours after which a session ends, at most 720; null for 30 days.', 12));

const minIdle = 10;
const maxIdle = 10_080;
const idleMinutes = z
  .nullable(z.int().check(z.gte(minIdle), z.lte(maxIdle)))
  .check(
    about('Minutes without a request after which a session ends, from 10 to 10080; null for no limit.', 30),
  );

const SignInPolicy = z.object({
  requireFactor,
  maxSessionHours: sessionHours,
  maxIdleMinutes: idleMinutes,
  roles: z.array(uuid('Id of a role.')).check(about('Roles whose users need one.')),
});

export const SaveSignInPolicy = z.object({
  requireFactor,
  maxSessionHours: z._default(sessionHours, null),
  maxIdleMinutes: z._default(idleMinutes, null),
  roles: z._default(roles, []).check(about('Roles whose users need one, by id or by name.', [])),
});
export type SaveSignInPolicy = z.infer<typeof SaveSignInPolicy>;

const base = { module: 'auth', auth: 'caller', scope: 'tenant' } as const;

export const getSignInPolicy = defineEndpoint({
  ...base,
  ...operation('getSignInPolicy', 'GET', path),
  summary: 'Read the sign-in policy',
  description: 'Returns who needs a second factor, and how long sessions last.',
  feature: 'auth.policy.view',
  success: returns(SignInPolicy),
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const saveSignInPolicy = defineEndpoint({
  ...base,
  ...operation('saveSignInPolicy', 'PUT', path),
  summary: 'Change the sign-in policy',
  description:
    'From their next log-in with a password, users who need a factor and have none get 403 ' +
    '`factor_enrolment_required` until they set one up.',
  stepUp: true,
  feature: 'auth.policy.manage',
  body: SaveSignInPolicy,
  success: returns(SignInPolicy),
  errors: ['stale'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'] },
});

export const removeUserFactors = defineEndpoint({
  ...base,
  ...operation('removeUserFactors', 'DELETE', '/api/auth/users/factors'),
  module: 'users',
  summary: 'Remove the second factors of a user',
  description: 'For users who have lost theirs. Ends the sessions of the user; recovery codes are void.',
  stepUp: true,
  feature: 'auth.users.manage',
  query: z.object({ userId: uuid('Id of the user.') }),
  success: returns(done(), { description: 'The factors are removed.' }),
  errors: ['not_found', 'rights_exceeded', 'session_required'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'] },
});
