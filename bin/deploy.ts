/**
 * Deploys every stack of one stage: `npm run deploy -- --stage dev [--profile name]`. What the stage is comes from its
 * file, `bin/stages/dev.ts`. Refuses what would remove or replace data, unless `--allow <stack>.<logical id>` names it.
 * With `--policy` it deploys nothing and prints the policies that the deploying role needs. All other arguments go
 * to `cdk deploy` as they are, for instance `--require-approval never`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readArguments } from '../lib/deploy/arguments.ts';
import { type Credentials, deployedTemplate } from '../lib/deploy/cloudformation.ts';
import { type DeployTools, deploy, policiesOf, RefusedError } from '../lib/deploy/deploy.ts';
import { readStacks } from '../lib/deploy/templates.ts';

const request = readArguments(process.argv.slice(2));
const { profile } = request;
const profileArguments = profile === undefined ? [] : ['--profile', profile];
const cli = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk');
const folder = mkdtempSync(join(tmpdir(), 'platform-deploy-'));

const tools: DeployTools = {
  async cdk(args) {
    const child = spawn(process.execPath, [cli, ...args, ...profileArguments], {
      // What `--policy` prints must be all there is on stdout.
      stdio: ['inherit', request.policy ? 2 : 'inherit', 'inherit'],
    });
    const code = await new Promise((ended) => child.on('exit', ended));
    if (code !== 0) throw new RefusedError(`cdk ${args[0]} failed; its messages are above.`);
  },
  stacksIn: readStacks,
  async deployed(stack, region) {
    const { own, credentials } = await account();
    return deployedTemplate(stack, { region: region ?? own, credentials });
  },
  scratch: (name) => join(folder, name),
};

try {
  if (request.policy) {
    for (const [index, document] of (await policiesOf(request, tools)).entries()) {
      const file = `${request.policy}-${index + 1}.json`;
      writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
      console.log(file);
    }
  } else {
    await account();
    await deploy(request, tools);
  }
} catch (error) {
  console.error(error instanceof RefusedError ? error.message : error);
  process.exit(1);
}

/**
 * Whose account and which region it is, found as the CDK CLI finds them: environment, profile, SSO, instance role. Ends
 * with a clear message when there are none, before anything is bundled.
 */
async function account(): Promise<{ own: string; credentials: Credentials }> {
  const client = new DynamoDBClient(profile === undefined ? {} : { profile });
  try {
    return { own: await client.config.region(), credentials: await client.config.credentials() };
  } catch (error) {
    throw new RefusedError(
      `No AWS credentials or region${profile === undefined ? '' : ` for the profile "${profile}"`}: ` +
        `${error instanceof Error ? error.message : String(error)}\n` +
        'Log in (`aws sso login`, `aws configure`), or set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, ' +
        'then `npm run deploy -- --stage dev [--profile name]`.\n' +
        'An account and region that never ran CDK also need `npx cdk bootstrap` once.',
    );
  } finally {
    client.destroy();
  }
}
