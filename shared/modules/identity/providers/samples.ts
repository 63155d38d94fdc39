import { type Need, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import * as provider from './provider-contract.ts';
import * as signIn from './sign-in-contract.ts';

const session = 'Sessions are neither configuration nor data, so they are not audited.';
const exampleTenant = '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11';

const issuer: Need<{ issuer: string; clientId: string; clientSecret: string }> = {
  shown: {
    issuer: 'https://login.example.com',
    clientId: 'platform',
    clientSecret: 'a-secret-of-the-client',
  },
  make: async ({ surroundings }) => {
    const { issuer: address, clientId, clientSecret } = surroundings.provider;
    return { issuer: address, clientId, clientSecret };
  },
};

const saveProvider = sampleAfter(issuer, provider.saveProvider, {
  request: (body) => ({ body }),
  events: ['auth.provider.created'],
});

/** The tenant of a connected provider. */
const connected: Need<{ tenantId: string }> = {
  shown: { tenantId: exampleTenant },
  make: async (client) => {
    const saved = await client.call(provider.saveProvider, await saveProvider.prepare(client));
    return { tenantId: String(saved.logoutUri).split('/').at(-1) ?? '' };
  },
};

const logoutToken: Need<{ tenantId: string; token: string }> = {
  shown: { ...connected.shown, token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' },
  make: async (client) => {
    const { tenantId } = await connected.make(client);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const token = await client.surroundings.provider.sign({ sub: 'grace', events }, 'logout+jwt');
    return { tenantId, token };
  },
};

export const providerSamples = [
  saveProvider,
  sampleAfter(connected, provider.getProvider),
  sampleAfter(connected, provider.deleteProvider, { events: ['auth.provider.deleted'] }),
  sample(signIn.findSignIn, { request: () => ({ query: { email: 'ada@example.com' } }) }),
  sampleAfter(connected, signIn.startSignIn, {
    request: ({ tenantId }) => ({ query: { tenantId, email: 'ada@example.com', redirect: '/console/' } }),
  }),
  sample(signIn.finishSignIn, {
    request: () => ({ query: { state: 'q7Zx0dQn', code: 'code-of-the-provider' } }),
  }),
  sampleAfter(logoutToken, signIn.endProviderSession, {
    request: ({ tenantId, token }) => ({ params: { tenantId }, body: { logout_token: token } }),
    withoutEvents: session,
  }),
];
