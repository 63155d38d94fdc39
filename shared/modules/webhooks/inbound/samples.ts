import { createHmac } from 'node:crypto';
import { toJson } from '../../../kernel/base/json.ts';
import { deleteContract, getContract, listContract } from '../../../kernel/resources/contracts.ts';
import { idMadeBy, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import * as contract from './contract.ts';
import { inboundEndpoints } from './inbound-endpoints.ts';

const ofGithub = { name: 'Repository', providerKey: 'github' };
const createEndpoint = sample(contract.createInboundEndpoint, {
  request: () => ({ body: ofGithub }),
  events: ['webhooks.inbound_endpoint.created'],
});
const endpoint = idMadeBy(createEndpoint);

const secret = 'It is a secret to everybody';
const receiver = idMadeBy(
  sample(contract.createInboundEndpoint, { request: () => ({ body: { ...ofGithub, secret } }) }),
);
const message = toJson({ action: 'opened', number: 7 });
const signature = createHmac('sha256', secret).update(message).digest('hex');

export const inboundSamples = [
  sample(listContract(inboundEndpoints)),
  createEndpoint,
  sampleAfter(endpoint, getContract(inboundEndpoints), { request: (params) => ({ params }) }),
  sampleAfter(endpoint, contract.updateInboundEndpoint, {
    request: (params) => ({ params, body: { isActive: false } }),
    events: ['webhooks.inbound_endpoint.updated'],
  }),
  sampleAfter(endpoint, deleteContract(inboundEndpoints), {
    request: (params) => ({ params }),
    events: ['webhooks.inbound_endpoint.deleted'],
  }),
  sampleAfter(endpoint, contract.rotateInboundSecret, {
    request: (params) => ({ params, body: {} }),
    events: ['webhooks.inbound_endpoint.rotated'],
  }),
  sampleAfter(receiver, contract.receiveWebhook, {
    request: ({ id }, unique) => ({
      params: { endpointId: id },
      headers: {
        'x-github-event': 'issues',
        'x-github-delivery': unique('delivery-'),
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body: message,
    }),
    events: ['webhooks.inbound.received'],
  }),
];
