/** Endpoints for passkeys as second factors (WebAuthn). */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, nameText, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { factorLimits } from './limits.ts';
import {
  bytes,
  CreationOptions,
  clientDataJSON,
  credentialId,
  factorsPath,
  ok,
  RequestOptions,
  recoveryCodes,
} from './proof-fields.ts';

const base = {
  module: 'auth',
  auth: 'caller',
  scope: 'none',
  errorFields: { ok: false },
  enrolment: true,
} as const;
const path = `${factorsPath}/passkeys`;

export const startPasskey = defineEndpoint({
  ...base,
  ...operation('startPasskey', 'POST', path),
  summary: 'Start to set up a passkey',
  description:
    'Returns options for the browser. Confirm with its answer within ten minutes. Another start replaces this one.',
  stepUp: true,
  body: z.object({
    name: z._default(nameText(factorLimits.name), 'Passkey').check(about('Name to show.', 'Laptop')),
  }),
  bodyOptional: true,
  maxBodyBytes: 4_096,
  success: returns(
    z.object({
      id: uuid('Id of the set-up, and later of the factor.'),
      options: CreationOptions,
      expiresAt: timestamp('When the set-up expires.'),
    }),
  ),
  errors: ['session_required', 'factor_limit'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'] },
});

export const Registration = z
  .looseObject({
    id: credentialId,
    response: z
      .looseObject({
        clientDataJSON,
        attestationObject: bytes(12_000, 'The new public key.', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ'),
        transports: z
          .optional(z.array(text(32)).check(z.maxLength(20)))
          .check(about('How browsers reach it.', ['internal', 'hybrid'])),
      })
      .check(about('What the authenticator has made.')),
  })
  .check(about('The new passkey: `toJSON()` of the credential that the browser returns.'));
export type Registration = z.infer<typeof Registration>;

export const confirmPasskey = defineEndpoint({
  ...base,
  ...operation('confirmPasskey', 'POST', `${path}/confirm`),
  summary: 'Confirm a passkey',
  description: 'Completes the set-up with the answer of the browser. Log-ins require a factor from then on.',
  body: z.object({ id: uuid('Id of the set-up.'), passkey: Registration }),
  maxBodyBytes: 32_768,
  success: returns(
    z.object({
      ok,
      recoveryCodes: z
        .nullable(recoveryCodes)
        .check(about('Your recovery codes, with the first factor; else null.')),
    }),
  ),
  errors: ['session_required'],
  permissions: { table: ['GetItem', 'PutItem'], limits: 'count' },
});

export const startVerification = defineEndpoint({
  ...base,
  ...operation('startVerification', 'POST', `${factorsPath}/verify/start`),
  summary: 'Start to prove a passkey',
  description:
    'Returns options for the browser, whose answer `/api/auth/factors/verify` takes as `passkey`, once, within five ' +
    'minutes, in this session. Another start replaces this one.',
  success: returns(z.object({ options: RequestOptions, expiresAt: timestamp('When the options expire.') })),
  errors: ['session_required', 'factor_missing'],
  permissions: { table: ['GetItem', 'PutItem'] },
});
