/** The type of the platform's configuration, see `shared/extensions/config.ts`. */
import type * as z from 'zod/mini';
import type { Feature } from '../kernel/auth/features.ts';
import type { QueueSpec } from '../kernel/queues/contract.ts';
import type { BundleDefinition, IntegrationDefinition } from '../modules/integrations/definition-contract.ts';

/** A command that scheduled jobs may run. Its code is under the same name in `shared/extensions/commands.ts`. */
export interface CommandSpec {
  summary: string;
  /** Feature that whoever has a job run it must hold, when the job is saved and at every run. */
  feature?: Feature;
  /** Whether it works in every job, in those of a tenant, or only in those of one organization. */
  needs: 'nothing' | 'tenant' | 'organization';
  /** Schema of the payload, checked when a job is saved. */
  payload?: z.ZodMiniType;
}

/** A queue that scheduled jobs may send to, read by the team's own consumer. */
export type JobQueueSpec = Omit<QueueSpec, 'fromBus'>;

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

/** Checks a configuration's type and keeps its names. */
export function definePlatform<const Config extends PlatformConfig>(config: Config): Config {
  return config;
}
