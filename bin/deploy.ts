/**
 * Deploys every stack of one stage: `npm run deploy -- --stage dev [--profile name]`. The stage is described in its
 * file, `bin/stages/dev.ts`. Checks the account first, refuses changes that lose data, host names or protection unless
 * `--allow <stack>.<logical id>` names them, and asks once for confirmation (`--yes` does not ask). `--concurrency` is
 * the number of stacks at the same time. With `--policy` it deploys nothing and writes the policies of
 * CloudFormation's role and of the operator; with `--destroy` it removes the stage. Arguments after a second `--` are
 * passed to `cdk deploy`.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { edgeRegion, regionProblems } from '../lib/aws/stage/regions.ts';
import { readStageFile, stageNames } from '../lib/aws/stage/stage-file.ts';
import { stageDefaults } from '../lib/aws/stage/stages.ts';
import { type DeployArguments, readArguments } from '../lib/deploy/arguments.ts';
import { connectClients } from '../lib/deploy/clients.ts';
import { type DeployTools, deploy, policiesOf } from '../lib/deploy/deploy.ts';
import { destroy } from '../lib/deploy/destroy.ts';
import { RefusedError } from '../lib/deploy/errors.ts';
import { operatorPolicy } from '../lib/deploy/operator-policy.ts';
import { readStacks } from '../lib/deploy/templates.ts';
import { promptText } from './admin/confirm.ts';

const cli = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk');
const folder = mkdtempSync(join(tmpdir(), 'platform-deploy-'));
const scratch = (name: string): string => join(folder, name);
const logFile = scratch('cdk.log');
/** Number of output lines of the CDK CLI that are printed when it fails. */
const shownLines = 15;

try {
  const request = readArguments(process.argv.slice(2));
  if (request.policy !== undefined) await writePolicies(request, request.policy);
  else if (request.destroy) await destroy(request, await toolsFor(request));
  else await deploy(request, await toolsFor(request));
} catch (error) {
  console.error(error instanceof RefusedError ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(scratch('assembly'), { recursive: true, force: true });
}

async function writePolicies(request: DeployArguments, beginning: string): Promise<void> {
  const documents = await policiesOf(request, {
    cdk: cdkWith(request.profile),
    stacksIn: readStacks,
    scratch,
  });
  const files = documents.map((document, index) => [`${beginning}-${index + 1}.json`, document] as const);
  for (const [file, document] of [
    ...files,
    [`${beginning}-operator.json`, operatorPolicy(request.stage)] as const,
  ]) {
    writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
    console.log(file);
  }
}

async function toolsFor({ stage, profile }: DeployArguments): Promise<DeployTools> {
  const options = await readStageFile(stage).catch((error: unknown) => {
    throw new RefusedError(messageOf(error));
  });
  const clients = connectClients(profile === undefined ? {} : { profile });
  const { account, region } = await identity(profile, options.region);
  return {
    clients,
    account,
    homeRegion: region,
    isRegionNamed: options.region !== undefined,
    regions: [...new Set([region, edgeRegion])],
    stages: stageNames(),
    regionProblems: regionProblems(region, { ...stageDefaults(stage, options.preset), ...options }),
    cdk: cdkWith(profile, region),
    stacksIn: readStacks,
    ask: promptText,
    say: (line) => console.error(line),
    now: () => performance.now(),
    sleep: (ms) => sleep(ms),
    scratch,
    write: (file, text) => writeFileSync(file, text),
  };
}

/** Runs the CDK CLI. With `onLine`, its output is read line by line and written to the log file. */
function cdkWith(profile: string | undefined, region?: string): DeployTools['cdk'] {
  const profileArguments = profile === undefined ? [] : ['--profile', profile];
  return async (args, onLine) => {
    const child = spawn(process.execPath, [cli, ...args, ...profileArguments], {
      // With `--policy`, stdout contains only the policies.
      stdio: onLine === undefined ? ['inherit', 2, 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(region !== undefined && { AWS_REGION: region }) },
    });
    const lastLines: string[] = [];
    for (const input of [child.stdout, child.stderr]) {
      if (input === null || onLine === undefined) continue;
      createInterface({ input }).on('line', (line) => {
        appendFileSync(logFile, `${line}\n`);
        lastLines.push(line);
        if (lastLines.length > shownLines) lastLines.shift();
        onLine(line);
      });
    }
    const code = await new Promise<number>((ended) => child.on('close', (exitCode) => ended(exitCode ?? 1)));
    if (code !== 0 && onLine !== undefined)
      console.error([...lastLines, `The whole output of the CDK CLI is in ${logFile}.`].join('\n'));
    return code;
  };
}

/**
 * Finds account and region like the CDK CLI: environment, profile, SSO, instance role. Throws RefusedError when there
 * are none, before anything is bundled.
 */
async function identity(
  profile: string | undefined,
  stageRegion: string | undefined,
): Promise<{ account: string; region: string }> {
  const config = profile === undefined ? {} : { profile };
  try {
    const region =
      stageRegion ??
      process.env.AWS_REGION ??
      process.env.AWS_DEFAULT_REGION ??
      (await new CloudFormationClient(config).config.region());
    const { Account = '' } = await connectClients(config).sts(region).send(new GetCallerIdentityCommand({}));
    return { account: Account, region };
  } catch (error) {
    throw new RefusedError(
      `No AWS credentials or region${profile === undefined ? '' : ` for the profile "${profile}"`}: ` +
        `${messageOf(error)}\n` +
        'Log in (`aws sso login`, `aws configure`), or set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, ' +
        'then `npm run deploy -- --stage dev [--profile name]`.',
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
