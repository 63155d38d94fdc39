/** Passkeys of the browser (WebAuthn). The library is loaded when one is used. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { isJsonObject } from './json.ts';

export type PasskeyOptions = PublicKeyCredentialRequestOptionsJSON;

/** The browser made or used no passkey: the user declined, took too long, or has none here. */
export class PasskeyError extends Error {}

/** Whether this page can use passkeys: with TLS or on this machine, under a name, not an IP address. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

export const isPasskeyOptions = (value: unknown): value is PasskeyOptions =>
  isJsonObject(value) && typeof value.challenge === 'string' && Array.isArray(value.allowCredentials);

/** Asks the user for a new passkey. Throws PasskeyError. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    throw new PasskeyError('No passkey was made.', { cause });
  });
  return { ...made, response: { ...made.response } };
}

/** Asks the user to use a passkey. Throws PasskeyError. */
export async function answerWithPasskey(optionsJSON: PasskeyOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    throw new PasskeyError('No passkey was used.', { cause });
  });
  return { ...answer, response: { ...answer.response } };
}

export type PasskeyAnswer = Awaited<ReturnType<typeof answerWithPasskey>>;
