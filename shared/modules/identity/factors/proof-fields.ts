/** Fields of the contracts that several operations on second factors have. */
import * as z from 'zod/mini';
import { about, alwaysTrue, text } from '../../../kernel/http/fields.ts';

export const factorsPath = '/api/auth/factors';

export const ok = alwaysTrue();
export const code = text(60).check(about('The code that the app shows, or a recovery code.', '492039'));
export const recoveryCodes = z
  .array(z.string())
  .check(about('Codes that each replace a factor once; not shown again.', ['k7fm-2xqd-9wbc-h4tn']));

/** Bytes in base64url, as browsers send those of passkeys. */
export const bytes = (max: number, description: string, example: string) =>
  text(max).check(z.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url'), about(description, example));

export const exampleChallenge = 'J5sYb1xXo4f2nq0w7Vt9ZkQmR3uHcLpA9sW2eXv6bN1';
export const exampleCredentialId = 'Yx1v0Tz7bq3nR5kP9mW2cA';

export const credentialId = bytes(1_400, 'Id of the passkey, from the browser.', exampleCredentialId);
export const clientDataJSON = bytes(4_000, 'What the browser has signed.', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0');

/** `PublicKeyCredential.toJSON()` of a browser after `navigator.credentials.get`. */
export const Assertion = z
  .looseObject({
    id: credentialId,
    response: z
      .looseObject({
        clientDataJSON,
        authenticatorData: bytes(
          4_000,
          'What the authenticator has signed.',
          'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
        ),
        signature: bytes(8_000, 'The signature.', 'MEUCIQDKg9w7vQ0n5xV2mB8yT4cR1sJ6hL3pZ9kWfA'),
      })
      .check(about('What it has signed, and with what.')),
  })
  .check(about('The answer of a passkey: `toJSON()` of the credential that the browser returns.'));
export type Assertion = z.infer<typeof Assertion>;

/** What proves a second factor. */
export const proof = { code: z.optional(code), passkey: z.optional(Assertion) };

/** A request sends one proof. */
export const oneProof = z.refine<{ code?: unknown; passkey?: unknown }>(
  (body) => (body.code === undefined) !== (body.passkey === undefined),
  { path: ['code'], error: 'is required without passkey, and not allowed with it' },
);

export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof transports)[number];

const Descriptor = z.object({
  id: z.string().check(about('Id of the passkey.', exampleCredentialId)),
  type: z.literal('public-key').check(about('Always `public-key`.')),
  transports: z.array(z.enum(transports)).check(about('How browsers reach it.', ['internal', 'hybrid'])),
});

const challenge = z.string().check(about('To be signed.', exampleChallenge));
const timeout = z.int().check(about('Milliseconds that a browser should wait.', 60_000));
const userVerification = z
  .literal('required')
  .check(about('The authenticator asks for a PIN, a fingerprint or a face.'));

export const RequestOptions = z
  .object({
    challenge,
    rpId: z.string().check(about('Host of the platform.', 'platform.example.com')),
    allowCredentials: z.array(Descriptor).check(about('Your passkeys.')),
    timeout,
    userVerification,
  })
  .check(about('For `navigator.credentials.get`.'));
export type RequestOptions = z.infer<typeof RequestOptions>;

export const CreationOptions = z
  .object({
    challenge,
    rp: z
      .object({
        id: z.string().check(about('Host of the platform.', 'platform.example.com')),
        name: z.string().check(about('Name of your tenant.', 'Acme')),
      })
      .check(about('Who asks for the passkey.')),
    user: z
      .object({
        id: z.string().check(about('Your user id, in base64url.', 'Ww5qNJ0vTA6PXi8_DB96EA')),
        name: z.string().check(about('Your e-mail address.', 'ada@example.com')),
        displayName: z.string().check(about('Your name, or the address.', 'Ada Lovelace')),
      })
      .check(about('Who the passkey is for.')),
    pubKeyCredParams: z
      .array(
        z.object({
          type: z.literal('public-key').check(about('Always `public-key`.')),
          alg: z.int().check(about('COSE number of a signature algorithm.', -7)),
        }),
      )
      .check(about('Accepted algorithms, the preferred one first.')),
    excludeCredentials: z.array(Descriptor).check(about('Passkeys that you have already.')),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('preferred').check(about('The authenticator keeps the passkey if it can.')),
        userVerification,
      })
      .check(about('Which authenticators are accepted.')),
    attestation: z.literal('none').check(about('The maker of the authenticator is not asked for.')),
    timeout,
  })
  .check(about('For `navigator.credentials.create`.'));
export type CreationOptions = z.infer<typeof CreationOptions>;
