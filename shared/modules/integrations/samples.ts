import { continued, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import { maskedSecret } from '../../kernel/secrets/masked.ts';
import * as credentialContract from './credential-contract.ts';
import * as integrationContract from './integration-contract.ts';
import * as logContract from './log-contract.ts';
import * as stateContract from './state-contract.ts';

const integration = (id: string): Need<{ id: string }> => ({ shown: { id }, make: async () => ({ id }) });

const baseUrl = 'https://api.example.com/v1';
/** An integration with credentials. */
const connected = continued(integration('sync_http_json'), (client, params) =>
  client.call(credentialContract.updateIntegrationCredentials, {
    params,
    body: { credentials: { baseUrl, token: 'token-1001' } },
  }),
);
const rejected = continued(connected, (client, params) =>
  client.call(stateContract.updateIntegrationState, { params, body: { reauthRequired: true } }),
);

export const integrationSamples = [
  sampleAfter(connected, credentialContract.getIntegrationCredentials, { request: (params) => ({ params }) }),
  sampleAfter(connected, credentialContract.updateIntegrationCredentials, {
    request: (params) => ({
      params,
      body: { credentials: { baseUrl: 'https://api.example.com/v2', token: maskedSecret } },
    }),
    events: ['integrations.credentials.updated'],
  }),
  sampleAfter(rejected, credentialContract.updateIntegrationCredentials, {
    variant: 'which were rejected',
    request: (params) => ({ params, body: { credentials: { baseUrl, token: 'token-1002' } } }),
    events: ['integrations.credentials.updated', 'integrations.state.updated'],
  }),
  sample(integrationContract.listIntegrations),
  sampleAfter(integration('ocr_textract'), integrationContract.getIntegration, {
    request: (params) => ({ params }),
  }),
  sample(logContract.listIntegrationLogs),
  sampleAfter(integration('webhook_custom'), logContract.checkIntegrationHealth, {
    request: (params) => ({ params }),
    events: ['integrations.health.changed'],
  }),
  sampleAfter(integration('sync_http_json'), stateContract.updateIntegrationState, {
    request: (params) => ({ params, body: { isEnabled: true } }),
    events: ['integrations.state.updated'],
  }),
  sampleAfter(integration('gateway_stripe'), stateContract.updateIntegrationVersion, {
    request: (params) => ({ params, body: { apiVersion: '2023-10-16' } }),
    events: ['integrations.version.changed'],
  }),
];
