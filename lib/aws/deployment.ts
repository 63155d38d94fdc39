/** What every stack and construct of one deployment shares. */
import type { App } from 'aws-cdk-lib';
import { originSecretsVariable } from '../../shared/http/origin.ts';
import { type SettingName, setting, settingNames } from '../../shared/settings.ts';
import { type DeploymentContext, deploymentContextNames, readContext } from './deployment-context.ts';
import { acceptedSecretsName, secretValue, tableName } from './names.ts';
import { type StageDefaults, stageDefaults } from './stages.ts';

const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];
const defaultLogLevel: LogLevel = 'info';

export interface Deployment extends DeploymentContext {
  stage: string;
  defaults: StageDefaults;
  logLevel: LogLevel;
  /** Context `originSecret`, from 1: the next number rotates the secret between the public host and functions. */
  originSecretGeneration: number;
  /** The environment variables of every function. */
  environment: Readonly<Record<string, string>>;
  /** The folder that `bundleFunctions` wrote to. */
  bundleDir: string;
}

export interface DeploymentOptions {
  /** Defaults to the CDK context `stage`, then `dev`. */
  stage?: string | undefined;
  /** Settings that win over the CDK context of the same name; what neither names has its default. */
  settings?: Readonly<Record<string, string>> | undefined;
  /** Defaults to the CDK context `originSecret`, then 1. */
  originSecret?: number | undefined;
  bundleDir: string;
}

/** Resolves stage and settings from options and context. Throws on an unknown setting, stage or log level. */
export function resolveDeployment(app: App, options: DeploymentOptions): Deployment {
  const contextText = (name: string): string | undefined => {
    const value: unknown = options.settings?.[name] ?? app.node.tryGetContext(name);
    return value === undefined ? undefined : String(value);
  };
  for (const name of Object.keys(options.settings ?? {})) {
    const known: string[] = [...settingNames, 'LOG_LEVEL', ...deploymentContextNames];
    if (!known.includes(name)) {
      throw new Error(`Unknown setting ${name}; known are ${known.join(', ')}`);
    }
  }
  const stage = options.stage ?? contextText('stage') ?? 'dev';
  const defaults = stageDefaults(stage);
  const logLevel = logLevelOf(contextText('LOG_LEVEL') ?? defaultLogLevel);
  const originSecretGeneration = generationOf(
    String(options.originSecret ?? contextText('originSecret') ?? 1),
  );
  const settingValue = (name: SettingName): string => setting(name, { [name]: contextText(name) });
  return {
    stage,
    defaults,
    logLevel,
    originSecretGeneration,
    ...readContext(contextText, defaults),
    bundleDir: options.bundleDir,
    environment: {
      TABLE_NAME: tableName(stage),
      STAGE: stage,
      LOG_LEVEL: logLevel,
      [originSecretsVariable]: secretValue(acceptedSecretsName(stage, originSecretGeneration)),
      ...Object.fromEntries(settingNames.map((name) => [name, settingValue(name)])),
    },
  };
}

function logLevelOf(text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (!level) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, got "${text}"`);
  return level;
}

function generationOf(text: string): number {
  const generation = Number(text);
  if (Number.isSafeInteger(generation) && generation >= 1) return generation;
  throw new Error(`The context originSecret must be a whole number from 1, got "${text}"`);
}
