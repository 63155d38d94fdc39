import { madeBy, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import { keySecret } from '../api-keys/samples.ts';
import { credentials } from '../users/samples.ts';
import * as accountContract from './account-contract.ts';
import * as contract from './contract.ts';
import * as currentSessionContract from './current-session-contract.ts';

const session = 'Sessions are neither configuration nor data, so they are not audited.';

const logIn = sampleAfter(credentials, contract.logIn, {
  request: (form) => ({ body: { ...form, redirect: '/docs/api' } }),
  withoutEvents: session,
});
const rememberedLogIn = sampleAfter(credentials, contract.logIn, {
  request: (form) => ({ body: { ...form, remember: 'true' } }),
});
/** A user's session. Its requests send no API key, unlike other samples. */
export const loggedIn = {
  ...madeBy(logIn, ({ token }) => ({
    headers: { authorization: `Bearer ${String(token)}`, 'x-api-key': '' } as Record<string, string>,
  })),
  shown: { headers: {} as Record<string, string> },
};
const remembered = madeBy(rememberedLogIn, ({ refreshToken }) => ({ refreshToken: String(refreshToken) }));

export const authSamples = [
  logIn,
  sampleAfter({ ...remembered, shown: { refreshToken: contract.refreshExample } }, contract.refreshSession, {
    request: (body) => ({ body }),
    withoutEvents: session,
  }),
  sampleAfter(keySecret, currentSessionContract.exchangeKey, {
    request: (body) => ({ body }),
    withoutEvents: session,
  }),
  sample(currentSessionContract.getSession),
  sample(contract.logOut, { withoutEvents: session }),
  sample(accountContract.listSessions),
  sample(accountContract.deleteSession, {
    request: () => ({ query: { id: accountContract.exampleSessionId } }),
    withoutEvents: session,
  }),
  sample(accountContract.endOtherSessions, { withoutEvents: session }),
  sampleAfter(loggedIn, accountContract.changePassword, {
    request: ({ headers }) => ({
      headers,
      body: { currentPassword: 'Enigma-1942', newPassword: 'Colossus-1943' },
    }),
    events: ['auth.user.updated'],
  }),
  sample(contract.listFeatures),
  sample(contract.checkFeatures, {
    request: () => ({ body: { features: ['webhooks.view', 'webhooks.manage'] } }),
    withoutEvents: 'A read: the body contains the features to check.',
  }),
];
