/** Outside services that samples need. */
import { inject } from 'vitest';
import { localSurroundings } from '../../../lib/demo/sample-surroundings.ts';
import type { SampleSurroundings } from '../../../shared/kernel/samples/sample.ts';
import { holdTest } from './held.ts';

const none: SampleSurroundings = {
  get origin() {
    return new URL(inject('baseUrl')).origin;
  },
  get stripe() {
    return holdTest('needs a Stripe account: run it against the local runtime');
  },
  get provider() {
    return holdTest('needs an identity provider: run it against the local runtime');
  },
  get syncBucket() {
    return holdTest('needs a bucket to synchronize: run it against the local runtime');
  },
};

/** Those of the local runtime. Elsewhere, tests that need them are skipped. */
export function surroundings(): SampleSurroundings {
  const controlUrl = inject('controlUrl');
  if (controlUrl === '') return none;
  return localSurroundings({
    stripe: inject('stripe'),
    aws: inject('aws'),
    provider: inject('provider'),
    controlUrl,
    baseUrl: inject('baseUrl'),
  });
}
