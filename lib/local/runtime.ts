/** The whole local runtime: instantiates the synthesized template and keeps it running. */
import { dirname, join, resolve } from 'node:path';
import { emailLinkBaseVariable } from '../../shared/modules/email/environment.ts';
import { siteDirVariable } from '../../shared/modules/platform/console/site.ts';
import { bucketNamePrefix, queueName } from '../aws/names.ts';
import { openBundles } from './cloudformation/bundles.ts';
import type { LocalBundles } from './cloudformation/local-bundles.ts';
import { createStackMapper } from './cloudformation/stack-mapper.ts';
import {
  borrowAssembly,
  buildDir,
  forgetAssembly,
  openAssembly,
  settingsFromEnvironment,
} from './cloudformation/synthesis.ts';
import { resolveApp } from './cloudformation/template.ts';
import { type ConsoleSource, createConsoleSite } from './console/site.ts';
import { startControl } from './control.ts';
import { openDataDir } from './data-dir.ts';
import { ensureDemo, region, stage } from './demo/seed.ts';
import { startDynoxide } from './dynamodb/dynoxide.ts';
import { ensureTables } from './dynamodb/tables.ts';
import { FanOut } from './events/fan-out.ts';
import { readPrevious, retireAccess, writeAccess } from './gateway/access.ts';
import { readAwsAccess, saveAwsAccess } from './gateway/aws-access.ts';
import { startAwsGateway } from './gateway/aws-gateway.ts';
import type { ChannelGateway } from './gateway/aws-service.ts';
import { createFaults } from './gateway/faults.ts';
import { auditGrants } from './gateway/grants.ts';
import { createIdentityRegistry } from './gateway/identities.ts';
import { createMeter } from './gateway/meter.ts';
import { startCloudFront } from './http/cloudfront.ts';
import { wireDistribution } from './http/cloudfront-wiring.ts';
import { startHttpApi } from './http/http-api.ts';
import { openIngest } from './http/ingest.ts';
import { createKms } from './kms/service.ts';
import { createLambda, type LambdaOptions } from './lambda/lambda.ts';
import { createFunctionLogs } from './lambda/logs.ts';
import { reloadOnChange } from './lambda/watch.ts';
import { assertPortFree, StartError } from './loopback.ts';
import { openMessaging } from './messaging.ts';
import { openBuckets } from './s3/buckets.ts';
import { openSes } from './ses/ses.ts';
import { startStripe } from './stripe/server.ts';
import { openTextract } from './textract/textract.ts';
import type { ResolvedApp } from './types.ts';

export interface RuntimeOptions {
  /** Default 4400; 0 selects a free one. */
  port?: number;
  /** Default: the port after `port`, or a free one when that is 0. */
  controlPort?: number;
  /** Port of the Stripe emulator. Default: `port` plus two, or a free one when that is 0 or taken. */
  stripePort?: number;
  /** Folder of the data; created when missing. */
  dataDir: string;
  /** Deployment settings by name; they override those of the process environment. */
  settings?: Record<string, string>;
  /** Empties `dataDir` first. */
  fresh?: boolean;
  /** Prints no progress, requests or errors of functions. */
  quiet?: boolean;
  /** Changes the templates before they are instantiated; for tests that break settings on purpose. */
  transform?: (assemblyDir: string) => void;
  /** Becomes ready before all functions are bundled; missing bundles are made at the first call. */
  bundleWhenNeeded?: boolean;
  /** Bundles share code, which makes bundling faster; for tests. */
  bundlesShareCode?: boolean;
  /** Reloads functions when their sources change. */
  watch?: boolean;
  /** Maps stack traces of functions to their sources. */
  mapStacks?: boolean;
  /** A folder of `bundleFunctions`, so that a second runtime of the same code does not bundle again. */
  bundleDir?: string;
  /** An assembly of another runtime, which is run with its settings instead of being synthesized again. */
  assemblyDir?: string;
  /** Number and lifetime of workers where they differ from the defaults of `createLambda`. */
  workers?: Pick<LambdaOptions, 'idleMs' | 'maxWorkers' | 'recycleShare'>;
  /** Holds back the events of all tenants except those that the control server was asked to follow. */
  fanOut?: 'followed tenants';
  /** The console, which is built and uploaded in the background; without it, its pages say that there is none. */
  console?: ConsoleSource;
  /** Returns 0 ≤ x < 1 for recycled workers and faults; pass a seeded one to repeat a run. */
  random?: () => number;
}

export interface Runtime {
  /** URL of the public host. */
  baseUrl: string;
  /** URL of the HTTP API itself, which refuses requests that did not pass the public host. */
  apiUrl: string;
  controlUrl: string;
  /** The AWS gateway without HTTP, for tests. */
  awsCalls: ChannelGateway;
  /** URL of the database itself, without IAM and metering. */
  databaseUrl: string;
  /** Path of the file with everything a client needs: URLs, tenants, keys, AWS access. */
  accessPath: string;
  /** Resolves when the console is uploaded, or there is none. Rejects when it could not be built or uploaded. */
  consoleReady: Promise<void>;
  /** Stops every server, worker and child process. */
  stop(): Promise<void>;
}

const defaultPort = 4400;
/** A placeholder in templates, which do not depend on the emulator's port. */
const anyStripe = 'http://localhost';

function onlyTable(app: ResolvedApp): string {
  const tables = [...app.ofType('AWS::DynamoDB::Table'), ...app.ofType('AWS::DynamoDB::GlobalTable')];
  const [table, ...others] = tables;
  if (table === undefined || others.length > 0) throw new Error('The app must have exactly one table.');
  return table.physicalId;
}

/** Sets a setting of every function of the app that has it. */
function pointAt(app: ResolvedApp, name: string, value: string): void {
  for (const { properties } of app.ofType('AWS::Lambda::Function')) {
    const { Variables } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    if (Variables?.[name] !== undefined) Variables[name] = value;
  }
}

/** Returns the templates and their code: borrowed, with existing bundles, or made here. */
async function assemble(
  options: RuntimeOptions,
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ assemblyDir: string; bundles?: LocalBundles }> {
  const { assemblyDir, bundleDir } = options;
  if (assemblyDir !== undefined) return { assemblyDir: borrowAssembly(dataDir, assemblyDir) };
  if (bundleDir !== undefined)
    return { assemblyDir: await openAssembly({ dataDir, settings, bundleDir }, undefined) };
  const bundles = await openBundles({
    bundleDir: buildDir(dataDir),
    whenNeeded: options.bundleWhenNeeded ?? false,
    sharesCode: options.bundlesShareCode ?? false,
    watched: options.watch ?? false,
  });
  const input = { dataDir, settings, bundleDir: buildDir(dataDir) };
  return { assemblyDir: await openAssembly(input, bundles.madeOf), bundles };
}

function asStartError(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error));
}

/**
 * Starts everything and resolves when it is ready for requests. Throws `StartError` for problems that the developer
 * can fix (port or folder in use, no DynamoDB), other errors for invalid templates; nothing keeps running then.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { port = defaultPort, quiet = false, fresh = false } = options;
  const controlPort = options.controlPort ?? (port === 0 ? 0 : port + 1);
  const dataDir = resolve(options.dataDir);
  const accessPath = join(dataDir, 'access.json');
  const printProgress = quiet ? undefined : (line: string) => process.stdout.write(`${line}\n`);
  const given = { ...settingsFromEnvironment(process.env), ...options.settings };

  const running = new AsyncDisposableStack();
  try {
    running.defer(await openDataDir(dataDir, fresh));
    await assertPortFree(port);
    await assertPortFree(controlPort);
    retireAccess(accessPath);
    const log = (line: string) => quiet || process.stderr.write(`${line}\n`);

    printProgress?.('Starting the database, bundling the functions, synthesizing the templates');
    const [database, assembly, payments] = await Promise.allSettled([
      startDynoxide({ dataDir }).catch(asStartError),
      assemble(options, dataDir, { STRIPE_API_BASE: anyStripe, ...given }),
      startStripe({ port: options.stripePort ?? (port === 0 ? 0 : port + 2), dataDir, log }),
    ]);
    if (payments.status === 'fulfilled') running.defer(() => payments.value.stop());
    if (database.status === 'fulfilled') running.defer(() => database.value.stop());
    if (assembly.status === 'fulfilled') running.defer(() => assembly.value.bundles?.stop());
    if (database.status === 'rejected') throw database.reason;
    if (assembly.status === 'rejected') throw assembly.reason;
    if (payments.status === 'rejected') throw payments.reason;
    const { assemblyDir, bundles } = assembly.value;
    const stripe = payments.value;
    const stripeApiBase = given.STRIPE_API_BASE ?? stripe.url;
    if (options.transform) {
      forgetAssembly(assemblyDir);
      options.transform(assemblyDir);
    }
    const app = resolveApp(assemblyDir);
    pointAt(app, 'STRIPE_API_BASE', stripeApiBase);
    if (options.console) pointAt(app, siteDirVariable, resolve(options.console.dir));
    const dynamodbEndpoint = database.value.endpoint;
    const isNewTable = await ensureTables(app, dynamodbEndpoint);

    const registry = createIdentityRegistry();
    const savedAccess = readAwsAccess(dataDir);
    const { administrator } = savedAccess;
    registry.register(administrator);
    const [meter, faults] = [createMeter(), createFaults(options.random)];
    const fanOut = new FanOut({ followedOnly: options.fanOut === 'followed tenants' });
    const messaging = openMessaging({ app, dataDir, prefix: queueName(stage, ''), fanOut, log });
    running.defer(() => messaging.stop());
    const { wake: onTableWrite } = messaging;
    const buckets = openBuckets({ app, registry, dataDir, prefix: bucketNamePrefix(stage) });
    running.defer(() => buckets.stop());
    const textract = openTextract({ app, dataDir, objects: buckets, log });
    running.defer(() => textract.stop());
    const ses = openSes({ app, dataDir, log });
    running.defer(() => ses.stop());
    const kms = createKms(app, join(dataDir, 'kms-keys.json'));
    const awsGateway = await startAwsGateway({
      app,
      registry,
      meter,
      faults,
      dynamodbEndpoint,
      services: [...messaging.services, kms, buckets.service, textract.service, ses.service],
      onTableWrite,
      port: savedAccess.port ?? (port === 0 ? 0 : port + 3),
    });
    running.defer(() => awsGateway.stop());
    saveAwsAccess(dataDir, { port: savedAccess.port ?? awsGateway.port, administrator });
    if (savedAccess.port !== undefined && savedAccess.port !== awsGateway.port)
      log(
        `Port ${savedAccess.port} of the AWS endpoint is in use: credentials saved with this port do not work until the next start.`,
      );

    const logs = createFunctionLogs({
      dir: join(dataDir, 'logs'),
      quiet,
      mapStack: options.mapStacks ? createStackMapper() : undefined,
    });
    running.defer(() => logs.close());
    const { authorizeServiceCall } = awsGateway;
    const lambda = createLambda({
      app,
      registry,
      awsGatewayUrl: awsGateway.url,
      gateway: awsGateway.channel,
      logs,
      authorizeServiceCall,
      faults,
      // Stored beside the compiled bundles, which may belong to another runtime.
      compileCacheDir: join(dirname(options.assemblyDir ?? options.bundleDir ?? buildDir(dataDir)), 'cache'),
      prepare: bundles?.ready,
      ...options.workers,
      ...(options.random && { random: options.random }),
    });
    running.defer(() => lambda.stop());

    const tableName = onlyTable(app);
    const [seeded, started] = await Promise.allSettled([
      ensureDemo(
        { endpointUrl: awsGateway.url, administrator, tableName, previous: readPrevious(accessPath) },
        { dataDir, isNewTable, madeOf: bundles?.madeOf },
      ),
      openIngest({ app, registry, awsGatewayUrl: awsGateway.url, logs, authorizeServiceCall, meter }),
    ]);
    const ingest = started.status === 'fulfilled' ? started.value : undefined;
    if (ingest) running.defer(() => ingest.stop());
    if (started.status === 'rejected') throw started.reason;
    if (seeded.status === 'rejected') throw seeded.reason;
    const demo = seeded.value;
    for (const keys of Object.values(demo.stripeAccounts)) stripe.ensureAccount(keys);
    meter.reset();
    running.defer(() => messaging.pause());
    await messaging.start({ lambda, faults, authorizeServiceCall, dynamodbEndpoint });
    textract.start(messaging.topics());
    ses.start(messaging.topics());
    const grants = () => {
      const used = awsGateway.grantsUsed();
      return { used, unused: auditGrants(app, used).unused };
    };
    const control = await startControl({
      port: controlPort,
      meter,
      faults,
      lambda,
      logs,
      grants,
      messaging: messaging.control,
      fanOut,
      buckets,
      stripe: stripe.control,
      mail: ses.control,
      ingest,
    });
    running.defer(() => control.stop());
    const api = await startHttpApi({ app, lambda, port: 0 });
    running.defer(() => api.stop());
    const site = createConsoleSite({ app, lambda, source: options.console, dataDir });
    running.defer(() => site.stop());
    const wiring = wireDistribution(app, { api, lambda, ingest, buckets, waitingPage: site.page });
    const publicHost = await startCloudFront({ wiring, port, log: printProgress });
    running.defer(() => publicHost.stop());
    lambda.setVariable(emailLinkBaseVariable, publicHost.url);

    const { accessKeyId, secretAccessKey } = administrator;
    const endpointUrl = awsGateway.url;
    const aws = {
      endpointUrl,
      region,
      accessKeyId,
      secretAccessKey,
      table: tableName,
      buckets: buckets.names,
      queues: messaging.urls(endpointUrl),
    };
    const baseUrl = publicHost.url;
    stripe.deliverTo(`${baseUrl}/api/payment_gateways/webhook/stripe`);
    const { stripeAccounts } = demo;
    const stripeAccess = { apiBase: stripeApiBase, ...stripeAccounts.acme };
    writeAccess(accessPath, { baseUrl, controlUrl: control.url, ...demo, stripe: stripeAccess, aws });
    if (options.watch && bundles) running.defer(reloadOnChange({ bundles, lambda, log }));
    bundles?.makeRest().catch((error: unknown) => log(`Not all functions were bundled: ${error}`));
    const consoleReady = site.deploy();
    consoleReady.catch((error: unknown) => log(`The console is not available: ${error}`));
    return {
      baseUrl,
      consoleReady,
      apiUrl: api.url,
      controlUrl: control.url,
      awsCalls: awsGateway.channel,
      databaseUrl: dynamodbEndpoint,
      accessPath,
      stop: () => running.disposeAsync(),
    };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}
