/** The type of the platform's configuration, see `shared/extensions/config.ts`. */
import type { CommandSpec } from '../kernel/commands/command.ts';
import type { JobQueueSpec } from '../kernel/queues/worker-spec.ts';
import type { BundleDefinition, IntegrationDefinition } from '../modules/integrations/public-extension.ts';

export interface PlatformConfig {
  /** Features of your own modules with their titles, so that roles can grant them: `'shop.orders.view': 'Read orders'`. */
  features?: Readonly<Record<string, string>>;
  /** By name: lower case, digits and hyphens. */
  jobQueues: Readonly<Record<string, JobQueueSpec>>;
  /** By name: `<module>.<verb>`. */
  commands: Readonly<Record<string, CommandSpec>>;
  /** Sets of integrations that share credentials. */
  bundles: readonly BundleDefinition[];
  integrations: readonly IntegrationDefinition[];
}

/** Checks a configuration's type and preserves its names. */
export function definePlatform<const Config extends PlatformConfig>(config: Config): Config {
  return config;
}
