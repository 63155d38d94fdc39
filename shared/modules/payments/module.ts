/** The manifest of this module: what the catalog gathers. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { paymentErrors } from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import { paymentSamples } from './samples.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
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
  endpoints: endpointsIn([contract]),
  workers: Object.values(workers),
  queues: {
    'payment-webhooks': {
      summary: 'Genuine messages of payment providers that are to be processed',
      maxReceiveCount: 8,
      retentionDays: 14,
    },
  },
  errors: paymentErrors,
  samples: paymentSamples,
  partitions: {
    PAYMENTSESSION: { sortKeyPart: 0 },
    PAYMENTDUE: { sortKeyPart: 1 },
    PAYMENTID: 'attribute',
  },
};
