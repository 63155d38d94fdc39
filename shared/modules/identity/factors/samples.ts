import { TOTP } from 'otpauth';
import type { Need, SampleClient } from '../../../kernel/samples/sample.ts';
import { sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import * as sessions from '../sessions/contract.ts';
import { credentials, userById } from '../users/samples.ts';
import * as contract from './contract.ts';
import * as passkeys from './passkey-contract.ts';
import * as policy from './policy-contract.ts';
import { exampleChallenge, exampleCredentialId } from './proof-fields.ts';
import { SampleAuthenticator } from './sample-authenticator.ts';

const session = 'Sessions are neither configuration nor data, so they are not audited.';
const exampleId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const code = '492039';

/** The code of the current step, or of a later one: of three steps, a code is accepted. */
const codeOf = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * 30_000 });

/** Sent instead of the samples' API key, which documents show. */
type Headers = Record<string, string>;

interface Person {
  headers: Headers;
  form: { email: string; password: string };
}

const person: Need<Person> = {
  shown: { headers: {}, form: credentials.shown },
  make: async (client) => {
    const form = await credentials.make(client);
    const { token } = await client.call(sessions.logIn, { body: form });
    return { form, headers: { authorization: `Bearer ${String(token)}`, 'x-api-key': '' } };
  },
};

async function start(client: SampleClient, { headers }: Person) {
  const { id, secret } = await client.call(contract.startTotp, { headers, body: { name: 'Phone' } });
  return { id: String(id), secret: String(secret) };
}

/** A set-up that waits for its first code. */
const started: Need<Person & { id: string; code: string }> = {
  shown: { ...person.shown, id: exampleId, code },
  make: async (client) => {
    const made = await person.make(client);
    const { id, secret } = await start(client, made);
    return { ...made, id, code: codeOf(secret) };
  },
};

/** A user with an authenticator app, and its next code. */
const protectedPerson: Need<Person & { id: string; code: string }> = {
  shown: started.shown,
  make: async (client) => {
    const made = await person.make(client);
    const { id, secret } = await start(client, made);
    await client.call(contract.confirmTotp, { headers: made.headers, body: { id, code: codeOf(secret) } });
    return { ...made, id, code: codeOf(secret, 1) };
  },
};

/** A set-up that waits for a passkey, and what a browser returns for it. */
const startedPasskey: Need<Person & { id: string; passkey: object }> = {
  shown: {
    ...person.shown,
    id: exampleId,
    passkey: {
      id: exampleCredentialId,
      rawId: exampleCredentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
        transports: ['internal', 'hybrid'],
      },
    },
  },
  make: async (client) => {
    const made = await person.make(client);
    const { id, options } = await client.call(passkeys.startPasskey, {
      headers: made.headers,
      body: { name: 'Laptop' },
    });
    const challenge = String(Object(options).challenge);
    const { origin } = client.surroundings;
    const passkey = new SampleAuthenticator().register({ challenge, origin });
    return { ...made, id: String(id), passkey };
  },
};

/** A user with a passkey. */
const passkeyPerson: Need<Person> = {
  shown: person.shown,
  make: async (client) => {
    const { id, passkey, ...made } = await startedPasskey.make(client);
    await client.call(passkeys.confirmPasskey, { headers: made.headers, body: { id, passkey } });
    return made;
  },
};

const challenged: Need<{ challenge: string; code: string }> = {
  shown: { challenge: exampleChallenge, code },
  make: async (client) => {
    const { form, code: next } = await protectedPerson.make(client);
    const { challenge } = await client.refusal(sessions.logIn, { body: form });
    return { challenge: String(challenge), code: next };
  },
};

export const factorSamples = [
  sampleAfter(person, contract.listFactors, { request: ({ headers }) => ({ headers }) }),
  sampleAfter(person, contract.startTotp, {
    request: ({ headers }) => ({ headers, body: { name: 'Phone' } }),
    withoutEvents: 'An authenticator app proves nothing before it is confirmed.',
  }),
  sampleAfter(started, contract.confirmTotp, {
    request: ({ headers, id, code: first }) => ({ headers, body: { id, code: first } }),
    events: ['auth.factor.added'],
  }),
  sampleAfter(person, passkeys.startPasskey, {
    request: ({ headers }) => ({ headers, body: { name: 'Laptop' } }),
    withoutEvents: 'A passkey proves nothing before it is confirmed.',
  }),
  sampleAfter(startedPasskey, passkeys.confirmPasskey, {
    request: ({ headers, id, passkey }) => ({ headers, body: { id, passkey } }),
    events: ['auth.factor.added'],
  }),
  sampleAfter(passkeyPerson, passkeys.startVerification, {
    request: ({ headers }) => ({ headers }),
    withoutEvents: session,
  }),
  sampleAfter(protectedPerson, contract.renameFactor, {
    request: ({ headers, id }) => ({ headers, body: { id, name: 'Work phone' } }),
    events: ['auth.factor.updated'],
  }),
  sampleAfter(protectedPerson, contract.verifyFactor, {
    request: ({ headers, code: next }) => ({ headers, body: { code: next } }),
    withoutEvents: session,
  }),
  sampleAfter(protectedPerson, contract.createRecoveryCodes, {
    request: ({ headers }) => ({ headers }),
    events: ['auth.factor.recovery_codes_created'],
  }),
  sampleAfter(protectedPerson, contract.deleteFactor, {
    request: ({ headers, id }) => ({ headers, query: { id } }),
    events: ['auth.factor.removed'],
  }),
  sample(policy.getSignInPolicy),
  sample(policy.saveSignInPolicy, {
    request: () => ({ body: { requireFactor: false, roles: [], maxSessionHours: 12, maxIdleMinutes: 60 } }),
    events: ['auth.policy.updated'],
  }),
  sampleAfter(userById, policy.removeUserFactors, {
    request: (query) => ({ query }),
    withoutEvents: 'The user of the sample has no factor to remove.',
  }),
  sampleAfter(challenged, contract.finishLogIn, {
    request: (body) => ({ body }),
    withoutEvents: session,
  }),
];
