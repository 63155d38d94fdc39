/**
 * What a team adds to the platform: read by the stacks, which make the resources, and by the functions at runtime.
 * Data only; code of commands is in `shared/extensions/commands.ts`, so that functions that only need names carry no code.
 */
import { definePlatform } from '../catalog/platform.ts';

export const platformConfig = definePlatform({
  /** Features of your own modules with their titles: `'shop.orders.view': 'Read orders'`. */
  features: {},
  /** Queues that scheduled jobs may send to, beside the built-in `jobs`: `reports: { summary, maxReceiveCount: 5 }`. */
  jobQueues: {},
  /** Commands that scheduled jobs may run, beside the built-in ones: `'reports.make': { summary, needs: 'tenant' }`. */
  commands: {},
  /** Integrations beside the built-in ones, and the bundles that they share credentials in. */
  bundles: [],
  integrations: [],
});
