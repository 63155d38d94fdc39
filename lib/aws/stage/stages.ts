/** The defaults of each kind of stage. A stage overrides them in its file, `bin/stages/<stage>.ts`. */
import type { Preset, StageOptions } from './stage-options.ts';

/** Options for which every stage has a value. */
type DefaultedOption =
  | 'logRetentionDays'
  | 'deletionProtection'
  | 'requestsPerSecond'
  | 'requestBurst'
  | 'reservedConnections'
  | 'reservedDownloads'
  | 'hostLogs'
  | 'ingest'
  | 'ingestTasks'
  | 'containerInsights'
  | 'webAcl'
  | 'requestsPerAddress'
  | 'rollout'
  | 'fixedEgress'
  | 'egressZones'
  | 'watch'
  | 'tracing'
  | 'originSecret';

export type StageDefaults = Readonly<{ [Name in DefaultedOption]: NonNullable<StageOptions[Name]> }>;

const development: StageDefaults = {
  logRetentionDays: 7,
  deletionProtection: false,
  requestsPerSecond: 200,
  requestBurst: 400,
  reservedConnections: 0,
  reservedDownloads: 0,
  hostLogs: false,
  ingest: false,
  ingestTasks: 1,
  containerInsights: false,
  webAcl: false,
  requestsPerAddress: 60_000,
  rollout: 'all-at-once',
  fixedEgress: false,
  egressZones: 1,
  watch: false,
  tracing: false,
  originSecret: 1,
};

const production: StageDefaults = {
  ...development,
  logRetentionDays: 90,
  deletionProtection: true,
  requestsPerSecond: 2000,
  requestBurst: 4000,
  reservedConnections: 400,
  reservedDownloads: 150,
  hostLogs: true,
  ingest: true,
  webAcl: true,
  rollout: 'linear',
  watch: true,
};

const stageName = /^[a-z][a-z0-9-]{0,11}$/;

/**
 * Returns the defaults of a stage: those of `preset`, or else production's for `prod` and development's for any other
 * name. Throws when the name cannot be part of resource names.
 */
export function stageDefaults(stage: string, preset?: Preset): StageDefaults {
  if (!stageName.test(stage)) {
    throw new Error(
      `The stage "${stage}" must have 1-12 lowercase letters, digits or hyphens and begin with a letter`,
    );
  }
  return isProduction(stage, preset) ? production : development;
}

export function isProduction(stage: string, preset?: Preset): boolean {
  return (preset ?? (stage === 'prod' ? 'production' : 'development')) === 'production';
}
