import { toIso } from '../../kernel/base/times.ts';
import { type EndpointSpec, operation } from '../../kernel/http/endpoint-spec.ts';
import {
  both,
  continued,
  madeBy,
  type Need,
  sample,
  sampleAfter,
  shownAs,
} from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

/** A call of another module, whose contract this one does not import: it is only a prerequisite. */
const enableIntegration: EndpointSpec = {
  ...operation('updateIntegrationState', 'PUT', '/api/integrations/{id}/state'),
  ...{ module: 'integrations', auth: 'caller', scope: 'organization', feature: 'integrations.manage' },
  ...{ summary: 'Enable an integration', description: 'Without credentials it needs attention.' },
  success: { status: 200 },
};

const enabledWithoutCredentials: Need<object> = {
  shown: {},
  make: (client) =>
    client.call(enableIntegration, { params: { id: 'sync_http_json' }, body: { isEnabled: true } }),
};

const listSample = sampleAfter(enabledWithoutCredentials, contract.listCauses);

/** A cause of the caller: an integration that is enabled without credentials. */
const cause: Need<{ id: string }> = madeBy(listSample, ({ items }) => {
  const [first] = Array.isArray(items) ? items : [];
  return { id: String(first?.id) };
});
const acknowledged = continued(cause, (client, params) => client.call(contract.acknowledgeCause, { params }));

const dayMs = 86_400_000;
const untilTomorrow = shownAs({ until: '2026-03-02T09:30:00.000Z' }, () => ({
  until: toIso(Date.now() + dayMs),
}));

export const attentionSamples = [
  listSample,
  sampleAfter(cause, contract.acknowledgeCause, {
    request: (params) => ({ params }),
    events: ['attention.cause.acknowledged'],
  }),
  sampleAfter(both(cause, untilTomorrow), contract.muteCause, {
    request: ({ id, until }) => ({ params: { id }, body: { until } }),
    events: ['attention.cause.muted'],
  }),
  sampleAfter(acknowledged, contract.reopenCause, {
    request: (params) => ({ params }),
    events: ['attention.cause.reopened'],
  }),
  sample(contract.listTenantsInNeed),
];
