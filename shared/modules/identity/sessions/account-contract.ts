/** Endpoints of users for their own account: their sessions and their password. */
import * as z from 'zod/mini';
import { signInFactors, signInMethods } from '../../../kernel/auth/sign-in.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, text, timestamp } from '../../../kernel/http/fields.ts';

const base = { module: 'auth', auth: 'caller', scope: 'none', errorFields: { ok: false } } as const;

export const exampleSessionId = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const sessionId = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{64}$/, 'must be the id of a session'),
    about('Id of the session, as the list shows it.', exampleSessionId),
  );

/** How a session was started. */
export const signInFields = {
  method: z
    .enum(signInMethods)
    .check(about('How the session was started; `key` for an API key, also without a session.', 'password')),
  factors: z
    .array(z.enum(signInFactors))
    .check(about('What has proved the identity of the user in this session.', ['password', 'totp'])),
  factorAt: z.nullable(timestamp('When the user last proved a second factor; null without one.')),
  device: z
    .nullable(z.string())
    .check(about('Browser and system of the log-in, if known.', 'Firefox on Linux')),
};

const SessionRow = z
  .object({
    id: sessionId,
    createdAt: timestamp('When the user logged in.'),
    expiresAt: timestamp('When the session ends unless it is refreshed.'),
    ipAddress: z.nullable(z.string()).check(about('IP address of the log-in, if known.', '203.0.113.7')),
    userAgent: z
      .nullable(z.string())
      .check(
        about(
          '`User-Agent` of the log-in, if known; at most 256 characters.',
          'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ),
      ),
    ...signInFields,
    isCurrent: z.boolean().check(about('Whether it is the session of this request.', true)),
    application: z
      .nullable(
        z.object({
          name: z.string().check(about('Name that it gave itself.', 'Claude Code')),
          redirectHost: z.string().check(about('Where its codes are sent.', '127.0.0.1:33418')),
          readOnly: z.boolean().check(about('Whether it can only read.', true)),
        }),
      )
      .check(about('The application that acts for the user; null for the user.', null)),
  })
  .check(z.meta({ id: 'Session', description: 'An active session of a user.' }));
export type SessionRow = z.infer<typeof SessionRow>;

const ok = alwaysTrue();
const ended = z.int().check(about('Number of sessions that the request ended.', 1));

export const listSessions = defineEndpoint({
  ...base,
  ...operation('listSessions', 'GET', '/api/auth/sessions'),
  summary: 'List your sessions',
  description:
    'Returns all active sessions of the user, latest log-in first; a user has at most 100. The list of an API ' +
    'key is empty.',
  success: returns(
    z.object({
      sessions: z.array(SessionRow).check(about('Latest log-in first.')),
    }),
  ),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const deleteSession = defineEndpoint({
  ...base,
  ...operation('deleteSession', 'DELETE', '/api/auth/sessions'),
  summary: 'End one of your sessions',
  description:
    'The tokens of the session are rejected from the next request on. You can repeat the request: a session ' +
    'that has ended, or that belongs to another user, counts as 0.',
  query: z.object({ id: sessionId }),
  success: returns(z.object({ ok, ended })),
  permissions: { table: ['Query', 'DeleteItem'] },
});

export const endOtherSessions = defineEndpoint({
  ...base,
  ...operation('endOtherSessions', 'POST', '/api/auth/sessions/end-others'),
  summary: 'End all your other sessions',
  description: 'The tokens of the other sessions are rejected from the next request on.',
  success: returns(z.object({ ok, ended })),
  permissions: { table: ['Query', 'DeleteItem'] },
});

export const ChangePassword = z.object({
  currentPassword: text(1_000).check(
    z.meta({ description: 'The current password.', format: 'password', examples: ['Enigma-1942'] }),
  ),
  newPassword: text(1_000).check(
    z.meta({
      description:
        '8 to 256 characters with a digit, an upper-case letter and a special character; spaces do not count as ' +
        'special characters.',
      format: 'password',
      examples: ['Colossus-1943'],
    }),
  ),
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const changePassword = defineEndpoint({
  ...base,
  ...operation('changePassword', 'POST', '/api/auth/password'),
  summary: 'Change your password',
  description:
    'Requires the current password and ends all your other sessions. A wrong current password returns 400. ' +
    'After 5 attempts of a user in 5 minutes, changes are blocked for 5 minutes. API keys have no password and ' +
    'receive 403.',
  body: ChangePassword,
  maxBodyBytes: 16_384,
  success: returns(z.object({ ok, ended })),
  errors: ['session_required', 'rate_limited'],
  permissions: { table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], limits: 'count' },
  // A password hash needs only CPU: one whole core instead of half of one.
  memoryMb: 1769,
});
