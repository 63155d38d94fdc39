/**
 * Deploys every stack of one stage: `npm run deploy -- --stage dev [--profile name] [-c SETTING=value …]`.
 * Whatever else is given goes to `cdk deploy` as it is, for instance `--require-approval never`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const { stage, profile, rest } = readArguments(process.argv.slice(2));
await demandCredentials(profile);

const cli = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk');
const profileArguments = profile === undefined ? [] : ['--profile', profile];
const { status } = spawnSync(
  process.execPath,
  [cli, 'deploy', '--all', '--context', `stage=${stage}`, ...profileArguments, ...rest],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);

/** Takes out what this script must know itself; `--name value` and `--name=value` are both fine. */
function readArguments(args: string[]): { stage: string; profile: string | undefined; rest: string[] } {
  const known = new Map<string, string>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [, name, inlineValue] = /^--(stage|profile)(?:=(.*))?$/.exec(argument) ?? [];
    if (name === undefined) {
      rest.push(argument);
      continue;
    }
    if (inlineValue === undefined) index += 1;
    known.set(name, inlineValue ?? args[index] ?? '');
  }
  const profile = known.get('profile');
  return { stage: known.get('stage') || 'dev', profile, rest };
}

/**
 * Ends with a clear message when there are no AWS credentials, before anything is bundled. The SDK's own
 * chain decides, so every source that the CDK CLI knows (environment, profile, SSO, instance role) counts.
 */
async function demandCredentials(profile: string | undefined): Promise<void> {
  const client = new DynamoDBClient({ region: 'us-east-1', ...(profile === undefined ? {} : { profile }) });
  try {
    await client.config.credentials();
  } catch (error) {
    console.error(
      `No AWS credentials${profile === undefined ? '' : ` for the profile "${profile}"`}: ` +
        `${error instanceof Error ? error.message : String(error)}\n` +
        'Log in (`aws sso login`, `aws configure`), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ' +
        'then `npm run deploy -- --stage dev [--profile name]`.\n' +
        'An account and region that never ran CDK also need `npx cdk bootstrap` once.',
    );
    process.exit(1);
  }
}
