/**
 * A team's additions to the platform: the stacks read them to create resources, and the functions read them at
 * runtime. Data only; the code of commands is in `shared/extensions/commands.ts`, so that functions that only need
 * names do not contain it.
 */
import { definePlatform } from '../catalog/platform.ts';

export const platformConfig = definePlatform({
  /** Features of your own modules with their titles: `'shop.orders.view': 'Read orders'`. */
  features: {},
  /**
   * Queues that scheduled jobs may send to, besides the built-in `jobs`: `reports: { summary, maxReceiveCount: 5 }`.
   */
  jobQueues: {},
  /**
   * Commands that scheduled jobs may run, besides the built-in ones: `'reports.make': { summary, needs: 'tenant' }`.
   */
  commands: {},
  /** Integrations besides the built-in ones, and the bundles in which they share credentials. */
  bundles: [],
  integrations: [],
});
