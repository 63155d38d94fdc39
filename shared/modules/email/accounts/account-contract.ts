/** The endpoints for password resets and invitations by e-mail. */
import * as z from 'zod/mini';
import { addressField } from '../../../kernel/contracts/address-field.ts';
import { accepts, creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, rawBody, text, timestamp, uuid, without } from '../../../kernel/http/fields.ts';
import { CreateUser } from '../../identity/public-data.ts';
import { ok } from '../settings-contract.ts';

const base = { module: 'email', auth: 'none', scope: 'none' } as const;
const path = '/api/auth/password';
const tokenExample = 'hX9sYb1xXo4f2nq0w7Vt9ZkQmR3uHcLpA2eXv6bN1mQ';

export const requestPasswordReset = defineEndpoint({
  ...base,
  ...operation('requestPasswordReset', 'POST', `${path}/forgot`),
  summary: 'Request a password reset link',
  description:
    'Sends a link that can be used once within 30 minutes, if the address belongs to an active user; a user of ' +
    'several tenants gets one link per tenant. The response is the same for every address. At most 60 requests ' +
    'in 15 minutes from one client address, and 5 per hour for one e-mail address.',
  sameOrigin: true,
  body: z.object({ email: addressField('Address of the account.') }),
  success: accepts(z.object({ ok }), { description: 'If the account exists, the mail will be sent.' }),
  errors: ['rate_limited', 'email_disabled'],
  permissions: { queues: ['email'], limits: 'count', email: 'settings' },
});

const token = text(200).check(about('Secret token of the link.', tokenExample));
const html = {
  result: rawBody('An HTML page.'),
  contentTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy':
      'Content security policy of the page: it loads nothing and sends forms to this host only.',
  },
} as const;

export const showPasswordReset = defineEndpoint({
  ...base,
  ...operation('showPasswordReset', 'GET', `${path}/reset`),
  summary: 'Show the password reset page',
  description: 'Returns the page that the link opens. Opening the page does not invalidate the link.',
  query: z.object({ token }),
  success: { status: 200, ...html },
});

const ResetPassword = z.object({
  token,
  password: text(256).check(
    z.meta({
      description: '8 to 256 characters with a digit, an upper-case letter and a special character.',
      examples: ['Enigma-1942'],
      format: 'password',
    }),
  ),
});

export const resetPassword = defineEndpoint({
  ...base,
  ...operation('resetPassword', 'POST', `${path}/reset`),
  summary: 'Choose a new password',
  description:
    'Processes the form of the password reset page: sets the password, invalidates the link and ends all sessions of ' +
    'the user. Returns 404 if the link has expired, was used, the address or password was changed or the user was ' +
    'deactivated since, or the tenant or organization of the user is closed. At most 60 requests in 15 minutes from one client address.',
  sameOrigin: true,
  body: ResetPassword,
  bodyFormat: 'form',
  maxBodyBytes: 16_384,
  success: { status: 200, description: 'The password is set.', ...html },
  errors: ['not_found', 'rate_limited'],
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    limits: 'count',
  },
  // Hashing a password is CPU-bound: this memory size gives one whole core.
  memoryMb: 1769,
});

export const InviteUser = z.object(without(CreateUser.shape, 'password'));
export type InviteUser = z.infer<typeof InviteUser>;

const Invited = z.object({
  id: uuid('Id of the user.'),
  isMailed: z
    .boolean()
    .check(about('Whether a mail will be sent; false if the deployment has no sender.', true)),
  link: z
    .string()
    .check(
      about(
        'Link to the page on which the user sets a password.',
        `https://api.example.com${path}/reset?token=${tokenExample}`,
      ),
    ),
  expiresAt: timestamp('When the link expires.'),
});

const inviting = {
  module: 'email',
  auth: 'caller',
  scope: 'tenant',
  method: 'POST',
  feature: 'auth.users.manage',
} as const;

export const inviteUser = defineEndpoint({
  ...inviting,
  operationId: 'inviteUser',
  path: '/api/auth/users/invite',
  stepUp: true,
  summary: 'Invite a user',
  description:
    'Creates a user without a password and mails a link to set one, which can be used once within 7 days, until the ' +
    'address changes or the user is deactivated. The response contains the link, too: if the deployment sends no mails, ' +
    'pass it on yourself. You can only assign roles whose rights you hold.',
  body: InviteUser,
  success: creates(Invited),
  errors: ['already_created', 'email_taken', 'rights_exceeded'],
  permissions: {
    table: ['BatchGetItem', 'PutItem', 'UpdateItem'],
    queues: ['email'],
    email: 'settings',
  },
});

export const inviteUserAgain = defineEndpoint({
  ...inviting,
  operationId: 'inviteUserAgain',
  path: '/api/auth/users/{id}/invite',
  // The link sets a password.
  stepUp: true,
  summary: 'Invite a user again',
  description:
    'Mails another link to an active user who has not chosen a password yet, valid for 7 days. Earlier links of the user ' +
    'are void. You cannot invite a user who has rights that you lack.',
  params: z.object({ id: uuid('Id of the user.') }),
  success: returns(Invited, { description: 'The invitation is sent again.' }),
  errors: ['not_found', 'cannot_invite', 'rights_exceeded', 'session_required'],
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'PutItem'],
    queues: ['email'],
    email: 'settings',
  },
});
