import { madeBy, sample, sampleAfter } from '../samples/sample.ts';
import { credentials } from '../users/samples.ts';
import * as contract from './contract.ts';

const session = 'Sessions are neither configuration nor data; they begin and end by themselves.';

const logIn = sampleAfter(credentials, contract.logIn, {
  request: (form) => ({ body: { ...form, redirect: '/docs/api' } }),
  withoutEvents: session,
});
const rememberedLogIn = sampleAfter(credentials, contract.logIn, {
  request: (form) => ({ body: { ...form, remember: 'true' } }),
});
const remembered = madeBy(rememberedLogIn, ({ refreshToken }) => ({ refreshToken: String(refreshToken) }));

export const authSamples = [
  logIn,
  sampleAfter({ ...remembered, shown: { refreshToken: contract.refreshExample } }, contract.refreshSession, {
    request: (body) => ({ body }),
    withoutEvents: session,
  }),
  sample(contract.logOut, { withoutEvents: session }),
  sample(contract.checkFeatures, {
    request: () => ({ body: { features: ['webhooks.view', 'webhooks.manage'] } }),
    withoutEvents: 'It reads: the features to check are in the body.',
  }),
];
