/** Values that all stacks and constructs of a deployment share. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { originSecretsVariable } from '../../shared/kernel/http/origin.ts';
import { type SettingName, setting, settingNames } from '../../shared/kernel/settings/settings.ts';
import { acceptedSecretsName, secretValue, tableName } from './names.ts';
import { checkRegion, edgeRegion } from './stage/regions.ts';
import { settingProblems } from './stage/setting-values.ts';
import {
  type DomainOptions,
  type EmailOptions,
  type LogLevel,
  logLevelOf,
  parseStageOptions,
  type StageOptions,
} from './stage/stage-options.ts';
import { isProduction, type StageDefaults, stageDefaults } from './stage/stages.ts';

export type { LogLevel } from './stage/stage-options.ts';

const defaultLogLevel: LogLevel = 'info';

/** The stage's options, each with its value or the default. */
export interface Deployment extends StageDefaults {
  stage: string;
  region?: string | undefined;
  /** The region of all stacks that need no certain region. */
  homeRegion: string;
  bootstrapQualifier?: string | undefined;
  domain?: DomainOptions | undefined;
  email?: EmailOptions | undefined;
  webAclArn?: string | undefined;
  alarmEmail?: string | undefined;
  monthlyBudgetUsd?: number | undefined;
  /** The images of the ingest task, each with its digest. */
  ingestImages?: { node: string; fetcher: string } | undefined;
  availabilityZones?: readonly string[] | undefined;
  /** The stream that replaces that of the template's table. */
  streamArn?: string | undefined;
  logLevel: LogLevel;
  /** Whether data, logs and fixed addresses are kept when their stack is deleted. */
  removalPolicy: RemovalPolicy;
  /**
   * Whether functions have versions behind an alias. A production stage keeps them when its rollouts are switched off,
   * because otherwise URLs and event sources would be replaced while in use.
   */
  hasAliases: boolean;
  /** Whether new code is rolled out although the alarm of its module is active. */
  ignoreAlarms: boolean;
  /** The environment variables of every function. */
  environment: Readonly<Record<string, string>>;
  /** The output folder of `bundleFunctions`. */
  bundleDir: string;
  /** The folder with the build of the console; undefined for templates that are not deployed to AWS. */
  consoleDir?: string | undefined;
}

export interface DeploymentOptions {
  /** Defaults to `dev`. */
  stage?: string | undefined;
  /** The options in its file. */
  options?: StageOptions | undefined;
  /** Settings of functions that override those of `options`. */
  settings?: Readonly<Record<string, string>> | undefined;
  /** Rolls out new code although the alarm of its module is active, because it may fix the cause. */
  ignoreAlarms?: boolean | undefined;
  bundleDir: string;
  consoleDir?: string | undefined;
  /** The region of the command, for a stage whose file names none. */
  homeRegion?: string | undefined;
}

/** Resolves the options of a stage. Throws for unknown options and settings, and for invalid values. */
export function resolveDeployment(given: DeploymentOptions): Deployment {
  const stage = given.stage ?? 'dev';
  const options = parseStageOptions(stage, {
    ...given.options,
    settings: { ...given.options?.settings, ...given.settings },
  });
  const values = { ...stageDefaults(stage, options.preset), ...options };
  if (options.region !== undefined) checkRegion(stage, options.region, values);
  const texts: Readonly<Record<string, string | undefined>> = options.settings ?? {};
  const logLevel = logLevelOf(texts.LOG_LEVEL ?? defaultLogLevel);
  const problems = settingProblems(texts);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const settingValue = (name: SettingName): string => setting(name, texts);
  return {
    ...values,
    stage,
    homeRegion: options.region ?? given.homeRegion ?? edgeRegion,
    logLevel,
    // A failed first creation must leave nothing behind, or the next attempt would find names in use.
    removalPolicy: values.deletionProtection
      ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
      : RemovalPolicy.DESTROY,
    hasAliases: values.rollout === 'linear' || isProduction(stage, options.preset),
    ignoreAlarms: given.ignoreAlarms ?? false,
    bundleDir: given.bundleDir,
    consoleDir: given.consoleDir,
    environment: {
      TABLE_NAME: tableName(stage),
      STAGE: stage,
      LOG_LEVEL: logLevel,
      [originSecretsVariable]: secretValue(acceptedSecretsName(stage, values.originSecret)),
      ...Object.fromEntries(settingNames.map((name) => [name, settingValue(name)])),
    },
  };
}
