/** Endpoints for second factors: users' own, and the second step of a log-in. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, nameText, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { LogIn, logIn } from '../sessions/contract.ts';
import { factorLimits } from './limits.ts';
import { code, exampleChallenge, factorsPath, ok, oneProof, proof, recoveryCodes } from './proof-fields.ts';

const base = { module: 'auth', auth: 'caller', scope: 'none', errorFields: { ok: false } } as const;
const path = factorsPath;
const maxBodyBytes = 4_096;
/** The answers of browsers for passkeys are longer than codes. */
const maxProofBytes = 32_768;

export const listFactors = defineEndpoint({
  ...base,
  enrolment: true,
  ...operation('listFactors', 'GET', path),
  summary: 'List your second factors',
  description: 'Returns your second factors and the number of unused recovery codes.',
  success: returns(
    z.object({
      factors: z
        .array(
          z.object({
            id: uuid('Id of the factor.'),
            kind: z
              .enum(['totp', 'passkey'])
              .check(about('Kind of factor: an authenticator app, or a passkey.', 'totp')),
            name: z.string().check(about('Name of the factor.', 'Phone')),
            createdAt: timestamp('When it was set up.'),
            lastUsedAt: timestamp('When it was last used.'),
            aaguid: z
              .optional(z.string())
              .check(
                about(
                  'Model of the authenticator of a passkey, zeros if unknown.',
                  'adce0002-35bc-c60a-648b-0b25f1f05503',
                ),
              ),
            isBackedUp: z
              .optional(z.boolean())
              .check(about('Whether a passkey is synchronized between devices.', true)),
          }),
        )
        .check(about('In the order of their set-up.')),
      recoveryCodesLeft: z.int().check(about('Number of unused recovery codes.', 10)),
    }),
  ),
  errors: ['session_required'],
  permissions: { table: ['GetItem'] },
});

export const startTotp = defineEndpoint({
  ...base,
  enrolment: true,
  ...operation('startTotp', 'POST', `${path}/totp`),
  summary: 'Start to set up an authenticator app',
  description: 'Confirm with the first code within ten minutes. Another start replaces this one.',
  stepUp: true,
  body: z.object({
    name: z._default(nameText(factorLimits.name), 'Authenticator app').check(about('Name to show.', 'Phone')),
  }),
  bodyOptional: true,
  maxBodyBytes,
  success: returns(
    z.object({
      id: uuid('Id of the set-up, and later of the factor.'),
      secret: z.string().check(about('Secret for the app, in base 32.', 'JBSWY3DPEHPK3PXP')),
      uri: z
        .string()
        .check(about('The same for a QR code.', 'otpauth://totp/Acme:ada?secret=JBSWY3DPEHPK3PXP')),
      expiresAt: timestamp('When the set-up expires.'),
    }),
  ),
  errors: ['session_required', 'factor_limit'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'], secrets: 'seal and open' },
});

export const confirmTotp = defineEndpoint({
  ...base,
  enrolment: true,
  ...operation('confirmTotp', 'POST', `${path}/totp/confirm`),
  summary: 'Confirm an authenticator app',
  description: 'Completes the set-up with a code of the app. Log-ins require the factor from then on.',
  body: z.object({ id: uuid('Id of the set-up.'), code }),
  maxBodyBytes,
  success: returns(
    z.object({
      ok,
      recoveryCodes: z.nullable(recoveryCodes).check(about('Your recovery codes, with the first factor.')),
    }),
  ),
  errors: ['session_required'],
  permissions: { table: ['GetItem', 'PutItem'], limits: 'count', secrets: 'open' },
});

export const renameFactor = defineEndpoint({
  ...base,
  ...operation('renameFactor', 'PUT', path),
  summary: 'Rename a second factor',
  description: 'Changes the name that lists and events show.',
  body: z.object({
    id: uuid('Id of the factor.'),
    name: nameText(factorLimits.name).check(about('Name to show.', 'Work phone')),
  }),
  maxBodyBytes,
  success: returns(z.object({ ok })),
  errors: ['session_required', 'not_found'],
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const deleteFactor = defineEndpoint({
  ...base,
  ...operation('deleteFactor', 'DELETE', path),
  summary: 'Remove a second factor',
  description:
    'The recovery codes are removed with the last factor, which users keep whose tenant requires one.',
  stepUp: true,
  query: z.object({ id: uuid('Id of the factor.') }),
  success: returns(z.object({ ok })),
  errors: ['session_required', 'not_found', 'last_factor'],
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const createRecoveryCodes = defineEndpoint({
  ...base,
  ...operation('createRecoveryCodes', 'POST', `${path}/recovery-codes`),
  summary: 'Replace your recovery codes',
  description: 'Former codes are void.',
  stepUp: true,
  success: returns(z.object({ ok, recoveryCodes })),
  errors: ['session_required', 'factor_missing'],
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const verifyFactor = defineEndpoint({
  ...base,
  enrolment: true,
  ...operation('verifyFactor', 'POST', `${path}/verify`),
  summary: 'Prove your second factor',
  description:
    'Takes a code, or the answer of a passkey to the options of `/api/auth/factors/verify/start`. For ten minutes, this ' +
    'session can send requests that get 403 `step_up_required` otherwise.',
  body: z.object(proof).check(oneProof),
  maxBodyBytes: maxProofBytes,
  success: returns(z.object({ ok, factorAt: timestamp('When it was proved.') })),
  errors: ['session_required', 'factor_missing'],
  permissions: { table: ['GetItem', 'PutItem'], limits: 'count', secrets: 'open' },
});

export const finishLogIn = defineEndpoint({
  ...base,
  ...operation('finishLogIn', 'POST', '/api/auth/login/factor'),
  summary: 'Complete a log-in with a second factor',
  description:
    'Takes the `challenge` of `factor_required` within five minutes, once, with a code or the answer of a passkey to the ' +
    'options that `factor_required` has as `passkey`. At most 20 attempts a minute from one client address, and 10 in ' +
    'five minutes for one user.',
  auth: 'none',
  sameOrigin: true,
  body: z
    .object({
      challenge: text(100).check(about('The challenge.', exampleChallenge)),
      ...proof,
      redirect: LogIn.shape.redirect,
    })
    .check(oneProof),
  maxBodyBytes: maxProofBytes,
  success: logIn.success,
  errors: ['challenge_invalid', 'rate_limited'],
  permissions: {
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    limits: 'count',
    secrets: 'open',
  },
});
