import { idMadeBy, madeBy, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import { roleNames } from '../roles/samples.ts';
import * as contract from './contract.ts';

const createApiKey = sampleAfter(roleNames, contract.createApiKey, {
  request: ({ roles }, unique) => ({
    body: {
      name: unique('Warehouse import'),
      description: 'Nightly import of stock levels.',
      roles,
      expiresAt: '2099-01-01T00:00:00.000Z',
    },
  }),
  events: ['api_keys.key.created'],
});
const key = idMadeBy(createApiKey);
/** The secret of a key. */
export const keySecret = madeBy(createApiKey, ({ secret }) => ({ key: String(secret) }));

export const apiKeySamples = [
  sample(contract.listApiKeys),
  createApiKey,
  sampleAfter(key, contract.updateApiKey, {
    request: ({ id }, unique) => ({
      body: {
        id,
        name: unique('Warehouse export'),
        requestsPerMinute: 60,
        allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
      },
    }),
    events: ['api_keys.key.updated'],
  }),
  sampleAfter(key, contract.rotateApiKey, {
    request: (params) => ({ params, body: { gracePeriodSeconds: 3_600 } }),
    events: ['api_keys.key.rotated'],
  }),
  sampleAfter(key, contract.deleteApiKey, {
    request: (query) => ({ query }),
    events: ['api_keys.key.deleted'],
  }),
];
