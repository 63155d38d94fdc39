import { type Need, sampleAfter } from '../../../kernel/samples/sample.ts';
import { createApiKey } from '../api-keys/contract.ts';
import { exchangeWorkloadToken } from './contract.ts';

const audience = 'https://platform.example.com';
const subject = 'repo:acme/shop:ref:refs/heads/main';

const workloadToken: Need<{ tenantId: string; keyId: string; token: string }> = {
  shown: {
    tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
    keyId: '8c9a4b1e-2f7d-4e63-9a51-d6f0b3c2e7a4',
    token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOmFjbWUvc2hvcCJ9.c2lnbmF0dXJl',
  },
  make: async (client) => {
    const { issuer, sign } = client.surroundings.provider;
    const workloads = [{ issuer, audience, subject: 'repo:acme/shop:*' }];
    const key = await client.call(createApiKey, { body: { name: 'Deployment', workloads } });
    const token = await sign({ sub: subject, aud: audience }, 'JWT');
    return { tenantId: String(key.tenantId), keyId: String(key.id), token };
  },
};

export const workloadSamples = [
  sampleAfter(workloadToken, exchangeWorkloadToken, {
    request: (body) => ({ body }),
    withoutEvents: 'Sessions are neither configuration nor data, so they are not audited.',
  }),
];
