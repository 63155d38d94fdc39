import type { Bench } from './bench.ts';
import { bundleBenches } from './benches/bundle.ts';
import { costBenches } from './benches/cost.ts';
import { cpuBenches } from './benches/cpu.ts';
import { credentialBenches } from './benches/credentials.ts';
import { exportBenches } from './benches/export.ts';
import { extractionBenches } from './benches/extraction.ts';
import { httpBenches } from './benches/http.ts';
import { imageBenches } from './benches/images.ts';
import { jsonBenches } from './benches/json.ts';
import { paymentBenches } from './benches/payments.ts';
import { requestBenches } from './benches/requests.ts';
import { ruleBenches } from './benches/rules.ts';
import { runtimeBenches } from './benches/runtime.ts';
import { schedulerBenches } from './benches/scheduler.ts';
import { streamBenches } from './benches/stream.ts';
import { syncBenches } from './benches/sync.ts';
import { synthBenches } from './benches/synth.ts';
import { toggleBenches } from './benches/toggles.ts';
import { uploadBenches } from './benches/uploads.ts';
import { webhookBenches } from './benches/webhooks.ts';

/**
 * Every bench, in the order of the table. Those that measure time come before those that fill the table with hundreds of
 * thousands of items.
 */
export const benches: readonly Bench[] = [
  ...cpuBenches,
  ...jsonBenches,
  ...ruleBenches,
  ...toggleBenches,
  ...webhookBenches,
  ...bundleBenches,
  ...synthBenches,
  ...schedulerBenches,
  ...credentialBenches,
  ...paymentBenches,
  ...httpBenches,
  ...runtimeBenches,
  ...streamBenches,
  ...imageBenches,
  ...uploadBenches,
  ...requestBenches,
  ...extractionBenches,
  ...exportBenches,
  ...syncBenches,
  ...costBenches,
];
