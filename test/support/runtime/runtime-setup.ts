/** One runtime for the whole integration project: the synthesized template with IAM enforced, on free ports. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { keptConsole } from '../../../lib/aws/assets/console-build.ts';
import { assemblyDir, buildDir } from '../../../lib/demo/code/synthesis.ts';
import { startRuntime } from '../../../lib/demo/runtime.ts';
import { seededRandom } from '../../../lib/lab/bench/mix/random.ts';
import { resolveApp } from '../../../lib/local/cloudformation/template.ts';
import { databaseFile } from '../../../lib/local/dynamodb/dynoxide.ts';
import { maxReceivesVariable } from '../../../shared/kernel/queues/names.ts';
import { assertNoSecretsInLogs } from '../invariants/secret-scan.ts';
import { allowedOrigin } from './allowed-origin.ts';
import { type AwsCallsAccess, serveAwsCalls } from './aws-calls.ts';
import { passwordHashCost } from './password-hash-cost.ts';
import { testSeed } from './test-seed.ts';
import { changeVariables } from './variables.ts';

export interface AwsAccess {
  endpointUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  table: string;
  /** Queue URLs by short name. */
  queues: Record<string, string>;
  /** Bucket names by purpose. */
  buckets: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    apiUrl: string;
    controlUrl: string;
    aws: AwsAccess;
    awsCalls: AwsCallsAccess;
    /** The bundled functions; undefined in a run without integration tests. */
    bundleDir: string;
    /** The synthesized templates, for tests that start a separate runtime. */
    assemblyDir: string;
    /** The table's database file, for tests that read everything in it. */
    databaseFile: string;
    /** The functions' environment, for handlers that are called in a test's process. */
    functionEnvironment: Record<string, string>;
    /** Folder of the functions' logs. */
    logsDir: string;
    /** The demo's user. */
    login: { email: string; password: string; tenantId: string };
    /** The demo's account at the Stripe emulator. */
    stripe: { apiBase: string; secretKey: string; publishableKey: string; webhookSecret: string };
    /** The client of the local identity provider. */
    provider: { issuer: string; clientId: string; clientSecret: string };
  }
}

interface Grant {
  functionName: string;
  action: string;
  resource: string;
  statement: string;
}

/**
 * Functions that run in one process share decrypted data keys, and a tenant's key is created once: most functions that
 * encrypt do not use these grants here. Template tests check them.
 */
const isOfDataKeys = ({ action, statement }: Grant): boolean =>
  action.startsWith('kms:') || statement.includes('DATAKEY#');

/** One code stores the last errors of all queues' messages; a conformance case lets a message of one queue fail. */
const isOfDeadLetters = ({ statement }: Grant): boolean => statement.includes('#DEADLETTERS');

/** File in which a complete run of `npm test` stores the unused grants, for `npm run test:slow`. */
const unusedFile = join(
  import.meta.dirname,
  '../../../node_modules/.cache/platform-modules/unused-grants.json',
);

const textOf = ({ functionName, action, resource }: Grant): string =>
  `  ${functionName}: ${action} on ${resource}`;

/**
 * Grants that neither `npm test` nor slow tests used: an unneeded grant must not stay in the template. Empty until all
 * tests of both ran, the slow ones last.
 */
async function unusedGrants(project: TestProject, controlUrl: string): Promise<string[]> {
  if (!(await everythingRan(project))) return [];
  const response = await fetch(`${controlUrl}/grants`);
  const { unused } = (await response.json()) as { unused: Grant[] };
  const left = unused.filter((grant) => !isOfDataKeys(grant) && !isOfDeadLetters(grant)).map(textOf);
  if (project.name === 'integration') {
    mkdirSync(dirname(unusedFile), { recursive: true });
    writeFileSync(unusedFile, JSON.stringify(left));
    return [];
  }
  const before: string[] = existsSync(unusedFile) ? JSON.parse(readFileSync(unusedFile, 'utf8')) : [];
  return left.filter((grant) => before.includes(grant));
}

/** False for other projects and for runs of selected files or names, whose missing uses prove nothing. */
async function everythingRan(project: TestProject): Promise<boolean> {
  if (project.name !== 'integration' && project.name !== 'slow') return false;
  const { state, config } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  const ran = state.getTestModules().filter((module) => module.project.name === project.name);
  return ran.length === testFiles.length && config.testNamePattern === undefined;
}

/** The variables of all functions together, which have the same values in all, and AWS access. */
function functionEnvironment(
  assembly: string,
  { aws, stripe }: { aws: AwsAccess; stripe: { apiBase: string } },
): Record<string, string> {
  const environment: Record<string, string> = {
    AWS_ENDPOINT_URL: aws.endpointUrl,
    AWS_REGION: aws.region,
    AWS_ACCESS_KEY_ID: aws.accessKeyId,
    AWS_SECRET_ACCESS_KEY: aws.secretAccessKey,
  };
  for (const { properties, physicalId } of resolveApp(assembly).ofType('AWS::Lambda::Function')) {
    const { Variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, string> };
    for (const [name, value] of Object.entries(Variables)) {
      // Tests are already connected to the table (`connect.ts`).
      if (name === 'TABLE_NAME') continue;
      // Only functions that a queue starts need it.
      if (name === maxReceivesVariable) continue;
      environment[name] ??= value;
      if (environment[name] !== value) throw new Error(`${physicalId} has another ${name}.`);
    }
  }
  // Known once the emulator listens, after the templates are made.
  return { ...environment, STRIPE_API_BASE: stripe.apiBase, PASSWORD_HASH_COST: passwordHashCost };
}

export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'platform-modules-test-'));
  const settings = {
    RATE_LIMITS: 'on',
    // Keys of the demo make callers for many tests; tests of limits set those of their keys.
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_PER_HOUR: '900000',
    CORS_ALLOWED_ORIGINS: allowedOrigin,
    // Counters would be written at any time during a test: files about counters write them themselves.
    TOGGLE_EVALUATION_COUNTS: 'false',
    // Long enough to receive an event, short enough to wait for a heartbeat and for the end.
    EVENT_STREAM_SECONDS: '6',
    EVENT_STREAM_HEARTBEAT_SECONDS: '1',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    // Two SQS delays that a test can wait for, and one for a schedule.
    WEBHOOK_RETRY_OFFSETS: '0,0.4,0.8,2000',
  };
  // A start takes as much CPU as ten requests. Each function runs a few hundred times, and still loses some workers.
  const workers = { idleMs: 600_000, maxWorkers: 200, recycleShare: 1 / 1000 };
  const random = seededRandom(testSeed);
  const options = { settings, workers, random, fanOut: 'followed tenants' } as const;
  // Slow tests use the deployed bundles; others test functions, for which shared bundles are enough.
  const bundlesShareCode = project.name === 'integration';
  // Only slow tests start browsers.
  const source = project.name === 'slow' && { console: keptConsole() };
  const runtime = await startRuntime({
    port: 0,
    dataDir,
    quiet: true,
    bundlesShareCode,
    ...options,
    ...source,
  });
  await changeVariables(runtime.controlUrl, { PASSWORD_HASH_COST: passwordHashCost });
  await runtime.consoleReady;
  const access = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
  project.provide('baseUrl', runtime.baseUrl);
  project.provide('apiUrl', runtime.apiUrls[0] ?? '');
  project.provide('controlUrl', runtime.controlUrl);
  project.provide('aws', access.aws);
  const { stop: stopAwsCalls, ...awsCalls } = await serveAwsCalls(
    runtime.awsCalls,
    join(dataDir, 'aws.sock'),
  );
  project.provide('awsCalls', awsCalls);
  // For all projects: those that test bundles need not make them again.
  project.vitest.provide('bundleDir', buildDir(dataDir));
  project.provide('assemblyDir', assemblyDir(dataDir));
  project.provide('databaseFile', databaseFile(dataDir));
  project.provide('functionEnvironment', functionEnvironment(assemblyDir(dataDir), access));
  project.provide('logsDir', join(dataDir, 'logs'));
  project.provide('login', access.login);
  project.provide('stripe', access.stripe);
  project.provide('provider', access.provider);
  project.provide('stage', {
    adminKey: access.keys.acmeAdmin,
    superKey: access.keys.superAdmin,
    receiver: { url: '', port: 0 },
    origin: allowedOrigin,
  });

  return async () => {
    const unused = await unusedGrants(project, runtime.controlUrl);
    await stopAwsCalls();
    await runtime.stop();
    try {
      assertNoSecretsInLogs(dataDir, access);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
    // A report, not a failure: some grants are for races that no test can force.
    if (unused.length > 0) {
      console.warn(
        `${unused.length} grants that no test used, of this run and the last \`npm test\`:\n${unused.join('\n')}`,
      );
    }
  };
}
