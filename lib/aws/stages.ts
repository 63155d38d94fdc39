/** What differs between stages, in one place: everything else of a deployment is the same in all of them. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

export interface StageDefaults {
  logRetention: RetentionDays;
  /** What becomes of the table and the logs when their stack is deleted. */
  removalPolicy: RemovalPolicy;
  /** Refuses to delete the table and the stacks, whoever asks. */
  deletionProtection: boolean;
  /** Requests a second that the whole API takes before API Gateway itself answers 429. */
  requestsPerSecond: number;
  /** Requests that may arrive at once on top of that; AWS accepts at most 5 000. */
  requestBurst: number;
  /**
   * Connections that functions hold open at once. AWS sets as much of the account's concurrency aside (1 000 unless
   * raised), and refuses to when fewer than 100 would be left for everything else.
   */
  heldConnections: number;
  /** Whether the public host writes access logs, which cost storage, beside those of the API. */
  keepsHostLogs: boolean;
  /**
   * Whether large uploads have a service of their own, which costs about 55 USD a month with two tasks; without one,
   * functions take what fits into them.
   */
  ingest: boolean;
  /** Tasks of that service that always run. */
  ingestTasks: number;
  /** Whether a web ACL stands before the public host: 9 USD a month, and 0.60 USD for a million requests. */
  waf: boolean;
  /** How new code comes in: to everybody with the deployment, or to a tenth more of the requests each minute. */
  rollout: Rollout;
  /** Whether alarms and a dashboard watch the stage: about 15 USD a month. */
  watch: boolean;
  /** Whether X-Ray records samples of what functions do. */
  traced: boolean;
}

export const rollouts = ['all-at-once', 'linear'] as const;
export type Rollout = (typeof rollouts)[number];

const development: StageDefaults = {
  logRetention: RetentionDays.ONE_WEEK,
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  requestsPerSecond: 200,
  requestBurst: 400,
  heldConnections: 100,
  keepsHostLogs: false,
  ingest: false,
  ingestTasks: 1,
  waf: false,
  rollout: 'all-at-once',
  watch: false,
  traced: true,
};

/** The one-machine runtime leaves out what only AWS has a use for. */
const local: StageDefaults = { ...development, traced: false };

const production: StageDefaults = {
  logRetention: RetentionDays.THREE_MONTHS,
  removalPolicy: RemovalPolicy.RETAIN,
  deletionProtection: true,
  requestsPerSecond: 2000,
  requestBurst: 4000,
  heldConnections: 400,
  keepsHostLogs: true,
  ingest: true,
  ingestTasks: 2,
  waf: true,
  rollout: 'linear',
  watch: true,
  traced: true,
};

/**
 * The defaults of a stage: `prod` is production, `local` the one-machine runtime, every other name (`dev`,
 * `pr-12`) a stage that may vanish.
 * Throws when the name cannot be part of resource names.
 */
export function stageDefaults(stage: string): StageDefaults {
  if (!/^[a-z][a-z0-9-]{0,11}$/.test(stage)) {
    throw new Error(`The stage "${stage}" must be 1-12 lowercase letters, digits or hyphens, a letter first`);
  }
  if (stage === 'local') return local;
  return stage === 'prod' ? production : development;
}
