import { type Need, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import { loggedIn } from '../sessions/samples.ts';
import * as oauth from './oauth-contract.ts';

const session = 'Sessions are neither configuration nor data, so they are not audited.';
const redirectUri = 'http://127.0.0.1:33418/callback';

/** The verifier and challenge of the example in RFC 7636. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const register = sample(oauth.registerApplication, {
  request: () => ({ body: { client_name: 'Claude Code', redirect_uris: [redirectUri] } }),
  withoutEvents: session,
});

const requestOf = (clientId: string) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'state-1',
  scope: 'read write',
});
type AuthorizationQuery = ReturnType<typeof requestOf>;

/** A user's session, and the request of an application. */
const asked: Need<{ headers: Record<string, string>; request: AuthorizationQuery }> = {
  shown: { headers: {}, request: requestOf('7d0e2f6c1b9a4d3e') },
  make: async (client) => {
    const { headers } = await loggedIn.make(client);
    const { client_id: id } = await client.call(oauth.registerApplication, await register.prepare(client));
    return { headers, request: requestOf(String(id)) };
  },
};

const decide = sampleAfter(asked, oauth.decideAuthorization, {
  request: ({ headers, request }) => ({ headers, body: { ...request, allow: true } }),
  events: ['auth.user.application_allowed'],
});

const code: Need<{ code: string; clientId: string }> = {
  shown: { code: 'Zk3', clientId: asked.shown.request.client_id },
  make: async (client) => {
    const { headers, request } = await asked.make(client);
    const body = { ...request, allow: true };
    const { redirectTo } = await client.call(oauth.decideAuthorization, { headers, body });
    const found = new URL(String(redirectTo)).searchParams.get('code') ?? '';
    return { code: found, clientId: request.client_id };
  },
};

export const oauthSamples = [
  sample(oauth.getAuthorizationServer),
  register,
  sampleAfter(asked, oauth.describeAuthorization, {
    request: ({ headers, request }) => ({ headers, query: request }),
  }),
  decide,
  sampleAfter(code, oauth.issueToken, {
    request: ({ code: given, clientId }) => ({
      body: {
        grant_type: 'authorization_code',
        client_id: clientId,
        code: given,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      },
    }),
    withoutEvents: session,
  }),
  sample(oauth.revokeToken, {
    request: () => ({ body: { token: 'Zk3.1.q7Zx' } }),
    withoutEvents: session,
  }),
];
