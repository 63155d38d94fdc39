/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as methodContract from './methods/method-contract.ts';
import * as operationContract from './operations/operation-contract.ts';
import * as providerContract from './providers/provider-contract.ts';
import { paymentSamples } from './samples.ts';
import * as sessionContract from './sessions/session-contract.ts';
import * as stateContract from './state-contract.ts';
import * as transactionContract from './transaction-contract.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    payments: {
      position: 12,
      title: 'Payments',
      description:
        'Payments by Stripe, by bank transfer and in cash: created, captured, refunded and cancelled exactly ' +
        'once, with amounts that are never rounded. Providers report changes by signed webhooks; if these are ' +
        'missing, the provider is queried.',
    },
  },
  endpoints: endpointsIn([
    methodContract,
    operationContract,
    providerContract,
    sessionContract,
    stateContract,
    transactionContract,
  ]),
  workers: Object.values(workers),
  queues: {
    'payment-webhooks': {
      summary: 'Verified messages of payment providers, to be processed',
      maxReceiveCount: 8,
      retentionDays: 14,
    },
  },
  errors: errorsIn(errors),
  samples: paymentSamples,
  partitions: {
    PAYMENTSESSION: { sortKeyPart: 0 },
    PAYMENTDUE: { sortKeyPart: 1 },
    PAYMENTID: 'attribute',
  },
};
