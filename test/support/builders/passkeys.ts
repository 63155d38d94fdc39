/** Passkeys for tests, over HTTP, of an authenticator in software. */
import { inject } from 'vitest';
import type { RequestOptions } from '../../../shared/modules/identity/factors/proof-fields.ts';
import {
  type Answering,
  SampleAuthenticator,
} from '../../../shared/modules/identity/factors/sample-authenticator.ts';
import type { Api, TestResponse } from '../clients/api.ts';
import { type BrowserRequest, logIn, postJson } from '../clients/browser-request.ts';
import { factorsPath } from './factors.ts';

/** What an authenticator or a page does otherwise than it should. */
export type Fault = Partial<Answering>;

/** The page of the platform, as browsers name it. */
export const pageOrigin = (): string => new URL(inject('baseUrl')).origin;

/** What an authenticator signs on the page of the platform. */
export const answering = (challenge: string, fault: Fault = {}): Answering => ({
  challenge,
  origin: pageOrigin(),
  // A page of another site would use a passkey of its own.
  rpId: new URL(pageOrigin()).hostname,
  ...fault,
});

export const newAuthenticator = (): SampleAuthenticator => new SampleAuthenticator();

interface StartedPasskey {
  id: string;
  options: { challenge: string; rp: { id: string }; excludeCredentials: { id: string }[] };
}

export const startPasskey = async (api: Api, name = 'Laptop'): Promise<StartedPasskey> =>
  (await api.post<StartedPasskey>(`${factorsPath}/passkeys`, { body: { name } })).body;

export const confirmPasskey = (api: Api, id: string, passkey: object) =>
  api.post<{ recoveryCodes: string[] | null }>(`${factorsPath}/passkeys/confirm`, { body: { id, passkey } });

/** Sets up a passkey in a session. */
export async function addPasskey(api: Api, authenticator = newAuthenticator(), name = 'Laptop') {
  const { id, options } = await startPasskey(api, name);
  const made = authenticator.register(answering(options.challenge));
  const { status, body } = await confirmPasskey(api, id, made);
  if (status !== 200) throw new Error(`The passkey was not set up: ${JSON.stringify(body)}`);
  return { id, authenticator, recoveryCodes: body.recoveryCodes ?? [] };
}

/** The options for passkeys of a log-in whose password is right. */
export async function optionsOf(fields: Record<string, string>): Promise<RequestOptions> {
  const { body } = await logIn(fields);
  return Object(body).passkey;
}

/** Completes a log-in with the answer of a passkey. */
export const finishByPasskey = (challenge: string, passkey: object, more?: BrowserRequest) =>
  postJson<{ token: string; code?: string }>('/api/auth/login/factor', { challenge, passkey }, more);

/** The options for passkeys of a session. */
export const verificationOf = async (api: Api): Promise<RequestOptions> =>
  (await api.post<{ options: RequestOptions }>(`${factorsPath}/verify/start`)).body.options;

export const verifyByPasskey = (api: Api, passkey: object): Promise<TestResponse> =>
  api.post(`${factorsPath}/verify`, { body: { passkey } });
