/** Second factors for tests, over HTTP. */
import { TOTP } from 'otpauth';
import { type Api, apiFor } from '../clients/api.ts';
import { type BrowserRequest, logIn, postJson } from '../clients/browser-request.ts';

export const factorsPath = '/api/auth/factors';

/** The code of the current step, or of a later or earlier one. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

export interface Protected {
  id: string;
  secret: string;
  recoveryCodes: string[];
}

/** Sets up an authenticator app in a session, with the code of the step before: later ones can be used then. */
export async function protect(api: Api, name = 'Phone'): Promise<Protected> {
  const { id, secret } = (
    await api.post<{ id: string; secret: string }>(`${factorsPath}/totp`, { body: { name } })
  ).body;
  const confirm = () =>
    api.post<{ recoveryCodes: string[] }>(`${factorsPath}/totp/confirm`, {
      body: { id, code: codeOf(secret, -1) },
    });
  const first = await confirm();
  // The next step may have begun meanwhile.
  const { status, body } = first.status === 400 ? await confirm() : first;
  if (status !== 200) throw new Error(`The factor was not set up: ${JSON.stringify(body)}`);
  return { id, secret, recoveryCodes: body.recoveryCodes };
}

/** The challenge of a log-in whose password is right. */
export async function challengeOf(fields: Record<string, string>, more?: BrowserRequest): Promise<string> {
  const { status, body } = await logIn(fields, more);
  const { code, challenge } = Object(body);
  if (status !== 403 || code !== 'factor_required') throw new Error(`No challenge: ${JSON.stringify(body)}`);
  return String(challenge);
}

type Finished = { token: string; code?: string; refreshToken?: string; redirect: string };
export const finish = (challenge: string, code: string, more?: BrowserRequest) =>
  postJson<Finished>('/api/auth/login/factor', { challenge, code }, more);

/** The session of a log-in with both steps. */
export async function enter(fields: Record<string, string>, code: string): Promise<Api> {
  const { body } = await finish(await challengeOf(fields), code);
  return apiFor(body.token);
}
