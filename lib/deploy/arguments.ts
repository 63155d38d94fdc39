/** The arguments of `npm run deploy`. */
import { parseArgs } from 'node:util';
import { unknownName } from '../../shared/kernel/base/nearest-name.ts';
import type { DeployRequest } from './deploy.ts';
import { RefusedError } from './errors.ts';

export interface DeployArguments extends DeployRequest {
  profile: string | undefined;
  /** Prefix of the names of the policy files; undefined writes none. */
  policy: string | undefined;
  /** Removes the stage instead of deploying it. */
  destroy: boolean;
  /** Name of the stage, repeated to lift its protection before it is removed. */
  liftProtection: string | undefined;
}

const defaultStage = 'dev';
const defaultPolicyFile = 'deployment-policy';
const maxConcurrency = 10;

const options = {
  stage: { type: 'string' },
  profile: { type: 'string' },
  allow: { type: 'string', multiple: true },
  context: { type: 'string', short: 'c', multiple: true },
  policy: { type: 'string' },
  concurrency: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  destroy: { type: 'boolean' },
  'lift-protection': { type: 'string' },
  'require-approval': { type: 'string' },
} as const;

/** Options that the command sets itself, with the reason. */
const replacedOptions: Readonly<Record<string, string>> = {
  all: 'every stack of the stage is deployed',
  app: 'the templates are those of the stage',
  output: 'the templates are those of the stage',
  progress: 'progress is printed for each stack',
  'role-arn': 'the roles are those of the bootstrap',
};

/** Parses the arguments; those after `--` are passed to `cdk deploy`. Throws RefusedError for an unknown one. */
export function readArguments(args: readonly string[]): DeployArguments {
  const separator = args.indexOf('--');
  const own = separator < 0 ? args : args.slice(0, separator);
  const rest = separator < 0 ? [] : args.slice(separator + 1);
  // `--policy` may have no value.
  const filled = own.map((argument, index) =>
    argument === '--policy' && (own[index + 1] ?? '-').startsWith('-')
      ? `--policy=${defaultPolicyFile}`
      : argument,
  );
  const { values } = parsed(filled);
  // As in the CDK CLI, the stage may be given as context.
  const { context = [] } = values;
  const stageContext = context.findLast((one) => one.startsWith('stage='))?.slice('stage='.length);
  const approval = values['require-approval'];
  if (approval !== undefined && approval !== 'never')
    throw new RefusedError(
      'The deployment asks once for everything; use --yes (or --require-approval never) to skip the question.',
    );
  return {
    stage: values.stage || stageContext || defaultStage,
    profile: values.profile,
    policy: values.policy,
    context: context.filter((one) => !one.startsWith('stage=')),
    allowed: values.allow ?? [],
    concurrency: concurrencyOf(values.concurrency),
    yes: values.yes === true || approval === 'never',
    destroy: values.destroy === true,
    liftProtection: values['lift-protection'],
    rest,
  };
}

function parsed(args: readonly string[]) {
  const known = Object.keys(options);
  for (const argument of args) {
    const [, name] = /^--([\w-]+)/.exec(argument) ?? [];
    if (name === undefined || known.includes(name)) continue;
    const reason = replacedOptions[name];
    throw new RefusedError(
      reason === undefined
        ? `${unknownName(
            'option',
            `--${name}`,
            known.map((one) => `--${one}`),
          )} Options of \`cdk deploy\` follow a second \`--\`.`
        : `--${name} cannot be given: ${reason}.`,
    );
  }
  try {
    return parseArgs({ args: [...args], options });
  } catch (error) {
    throw new RefusedError(error instanceof Error ? error.message : String(error));
  }
}

function concurrencyOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const concurrency = Number(text);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > maxConcurrency)
    throw new RefusedError(`--concurrency must be a number from 1 to ${maxConcurrency}, got "${text}"`);
  return concurrency;
}
