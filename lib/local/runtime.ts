/** The whole local runtime: instantiates the synthesized template and keeps it running. */
import { dirname, join, resolve } from 'node:path';
import { emailLinkBaseVariable } from '../../shared/modules/email/environment.ts';
import { siteDirVariable } from '../../shared/modules/platform/console/site.ts';
import { bucketNamePrefix, queueName } from '../aws/names.ts';
import { openBundles } from '../demo/code/bundles.ts';
import { createStackMapper } from '../demo/code/stack-mapper.ts';
import {
  borrowAssembly,
  buildDir,
  forgetAssembly,
  openAssembly,
  settingsFromEnvironment,
} from '../demo/code/synthesis.ts';
import { reloadOnChange } from '../demo/code/watch.ts';
import { type ConsoleSource, createConsoleSite } from '../demo/console-site.ts';
import { ensureDemo } from '../demo/data/seed.ts';
import { startStripe } from '../demo/stripe/server.ts';
import { onlyOf } from './cloudformation/properties.ts';
import { region, stage } from './cloudformation/resource-names.ts';
import { resolveApp } from './cloudformation/template.ts';
import { startControl } from './control.ts';
import { openDataDir } from './data-dir.ts';
import { startDynoxide } from './dynamodb/dynoxide.ts';
import { ensureTables } from './dynamodb/tables.ts';
import { createFanOut } from './events/fan-out.ts';
import { readPrevious, retireAccess, writeAccess } from './gateway/access.ts';
import { readAwsAccess, saveAwsAccess } from './gateway/aws-access.ts';
import { startAwsGateway } from './gateway/aws-gateway.ts';
import { createFaults } from './gateway/faults.ts';
import { auditGrants } from './gateway/grants.ts';
import { createIdentityRegistry } from './gateway/identities.ts';
import { createMeter } from './gateway/meter.ts';
import { startCloudFront } from './http/cloudfront.ts';
import { wireDistribution } from './http/cloudfront-wiring.ts';
import { startHttpApi } from './http/http-api.ts';
import { httpApisOf } from './http/http-wiring.ts';
import { openIngest } from './http/ingest.ts';
import { createKms } from './kms/service.ts';
import { createLambda, type LambdaOptions } from './lambda/lambda.ts';
import { createFunctionLogs } from './lambda/logs.ts';
import { freePort, StartError } from './loopback.ts';
import { openMessaging } from './messaging.ts';
import { openBuckets } from './s3/buckets.ts';
import { openSes } from './ses/ses.ts';
import { openTextract } from './textract/textract.ts';
import type { ResolvedApp } from './types.ts';

export interface RuntimeOptions {
  /**
   * The control server, the Stripe emulator and the AWS gateway have the following ports. 0 selects free ones for all.
   */
  port: number;
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
  /** A debugger may stop functions: they have readable code, the longest time limit, and workers that stay. */
  inspect?: boolean;
  /** Maps stack traces of functions to their sources. */
  mapStacks?: boolean;
  /** A folder of `bundleFunctions`, so that a second runtime of the same code does not bundle again. */
  bundleDir?: string;
  /** An assembly of another runtime, which is run with its settings instead of being synthesized again. */
  assemblyDir?: string;
  /** Number and lifetime of workers where they differ from the defaults of `createLambda`. */
  workers?: Pick<LambdaOptions, 'idleMs' | 'maxWorkers' | 'recycleShare' | 'startEnvironment'>;
  /** Holds back the events of all tenants except those that the control server was asked to follow. */
  fanOut?: 'followed tenants';
  /** The console, which is built and uploaded in the background; without it, its pages say that there is none. */
  console?: ConsoleSource;
  /** Returns 0 ≤ x < 1 for recycled workers and faults; pass a seeded one to repeat a run. */
  random?: () => number;
}

export type Runtime = Awaited<ReturnType<typeof startRuntime>>;

/** A placeholder in templates, which do not depend on the emulator's port. */
const anyStripe = 'http://localhost';

/** Sets a setting of every function of the app that has it. */
function pointAt(app: ResolvedApp, name: string, value: string): void {
  for (const { properties } of app.ofType('AWS::Lambda::Function')) {
    const { Variables } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    if (Variables?.[name] !== undefined) Variables[name] = value;
  }
}

const [maxFunctionSeconds, maxVisibilitySeconds] = [900, 43_200];

/** Lets functions stop at breakpoints: the longest time that Lambda allows, and messages that stay invisible meanwhile. */
function extendTimeLimits(app: ResolvedApp): void {
  for (const { properties } of app.ofType('AWS::Lambda::Function')) properties.Timeout = maxFunctionSeconds;
  for (const { properties } of app.ofType('AWS::SQS::Queue'))
    properties.VisibilityTimeout = maxVisibilitySeconds;
}

/** Returns the templates and their code: borrowed, with existing bundles, or made here. */
async function assemble(options: RuntimeOptions, dataDir: string, settings: Record<string, string>) {
  if (options.assemblyDir !== undefined) return { assemblyDir: borrowAssembly(dataDir, options.assemblyDir) };
  const {
    bundleDir = buildDir(dataDir),
    bundleWhenNeeded: whenNeeded,
    bundlesShareCode: sharesCode,
  } = options;
  const opened =
    options.bundleDir === undefined
      ? await openBundles({
          bundleDir,
          whenNeeded,
          sharesCode,
          watched: options.watch,
          forDebugger: options.inspect,
        })
      : undefined;
  const assemblyDir = await openAssembly({ dataDir, settings, bundleDir }, opened?.madeOf);
  return { assemblyDir, madeOf: opened?.madeOf, bundles: opened?.onDemand };
}

function asStartError(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error));
}

/**
 * Starts everything and resolves when it is ready for requests. Throws `StartError` for problems that the developer
 * can fix (port or folder in use, no DynamoDB), other errors for invalid templates; nothing keeps running then.
 */
export async function startRuntime(options: RuntimeOptions) {
  const { port, quiet = false, fresh = false } = options;
  const portAfter = (offset: number): number => (port === 0 ? 0 : port + offset);
  const dataDir = resolve(options.dataDir);
  const accessPath = join(dataDir, 'access.json');
  const printProgress = quiet ? undefined : (line: string) => process.stdout.write(`${line}\n`);
  const log = (line: string) => quiet || process.stderr.write(`${line}\n`);
  const given = { ...settingsFromEnvironment(process.env), ...options.settings };

  // Stopped in reverse order when the start fails, else by `stop`.
  await using starting = new AsyncDisposableStack();
  const keep = <Service extends { stop(): unknown }>(service: Service): Service =>
    starting.adopt(service, async () => void (await service.stop()));
  starting.defer(await openDataDir(dataDir, fresh));
  // Before expensive preparations for them.
  await freePort(port);
  await freePort(portAfter(1));
  retireAccess(accessPath);

  printProgress?.('Starting the database, bundling the functions, synthesizing the templates');
  const foundations = [
    startDynoxide({ dataDir }).then(keep, asStartError),
    assemble(options, dataDir, { STRIPE_API_BASE: anyStripe, ...given }),
    startStripe({ port: portAfter(2), dataDir, log }).then(keep),
  ] as const;
  // When one fails, those that start later must be stopped, too.
  await Promise.allSettled(foundations);
  const [database, { assemblyDir, madeOf, bundles }, stripe] = await Promise.all(foundations);
  if (bundles) keep(bundles);
  if (options.transform) {
    forgetAssembly(assemblyDir);
    options.transform(assemblyDir);
  }
  const app = resolveApp(assemblyDir);
  const stripeApiBase = given.STRIPE_API_BASE ?? stripe.url;
  pointAt(app, 'STRIPE_API_BASE', stripeApiBase);
  if (options.inspect) extendTimeLimits(app);
  if (options.console) pointAt(app, siteDirVariable, resolve(options.console.dir));
  const dynamodbEndpoint = database.endpoint;
  const isNewTable = await ensureTables(app, dynamodbEndpoint);
  const { physicalId: tableName } = onlyOf(app, 'AWS::DynamoDB::Table');

  const registry = createIdentityRegistry();
  const { administrator, port: savedPort } = readAwsAccess(dataDir);
  const { accessKeyId, secretAccessKey } = administrator;
  registry.register(administrator);
  const [meter, faults] = [createMeter(), createFaults(options.random)];
  const fanOut = createFanOut({ followedOnly: options.fanOut === 'followed tenants' });
  const messaging = keep(openMessaging({ app, dataDir, prefix: queueName(stage, ''), fanOut, log }));
  const buckets = keep(openBuckets({ app, registry, dataDir, prefix: bucketNamePrefix(stage) }));
  const textract = keep(openTextract({ app, dataDir, objects: buckets, log }));
  const ses = keep(openSes({ app, dataDir, topics: () => messaging.topics(), log }));
  const kms = createKms(app, join(dataDir, 'kms-keys.json'));
  const awsGateway = keep(
    await startAwsGateway({
      app,
      registry,
      meter,
      faults,
      dynamodbEndpoint,
      services: [...messaging.services, kms, buckets.service, textract.service, ses.service],
      onTableWrite: messaging.wake,
      port: savedPort ?? portAfter(3),
    }),
  );
  const { url: awsGatewayUrl, authorizeServiceCall } = awsGateway;
  saveAwsAccess(dataDir, { port: savedPort ?? awsGateway.port, administrator });
  if (savedPort !== undefined && savedPort !== awsGateway.port)
    log(
      `Port ${savedPort} of the AWS endpoint is in use: credentials saved with this port do not work until the next start.`,
    );

  const logs = createFunctionLogs({
    dir: join(dataDir, 'logs'),
    quiet,
    mapStack: options.mapStacks ? createStackMapper() : undefined,
  });
  starting.defer(() => logs.close());
  const lambda = keep(
    createLambda({
      app,
      registry,
      awsGatewayUrl,
      gateway: awsGateway.channel,
      logs,
      authorizeServiceCall,
      faults,
      // Stored beside the compiled bundles, which may belong to another runtime.
      compileCacheDir: join(dirname(options.assemblyDir ?? options.bundleDir ?? buildDir(dataDir)), 'cache'),
      prepare: bundles?.ready,
      ...(options.inspect && { recycleShare: 0, idleMs: maxFunctionSeconds * 1_000 }),
      ...options.workers,
      ...(options.random && { random: options.random }),
    }),
  );

  const seeding = ensureDemo(
    {
      endpointUrl: awsGatewayUrl,
      administrator: { accessKeyId, secretAccessKey },
      tableName,
      previous: readPrevious(accessPath),
    },
    { dataDir, isNewTable, madeOf },
  );
  const ingesting = openIngest({ app, registry, awsGatewayUrl, logs, authorizeServiceCall, meter }).then(
    (ingest) => ingest && keep(ingest),
  );
  await Promise.allSettled([seeding, ingesting]);
  const [demo, ingest] = await Promise.all([seeding, ingesting]);
  for (const keys of Object.values(demo.stripeAccounts)) stripe.ensureAccount(keys);
  meter.reset();
  starting.defer(() => messaging.pause());
  await messaging.start({ lambda, faults, authorizeServiceCall, dynamodbEndpoint });
  textract.start(messaging.topics());
  const grants = () => {
    const used = awsGateway.grantsUsed();
    return { used, unused: auditGrants(app, used).unused };
  };
  const control = keep(
    await startControl({
      port: portAfter(1),
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
    }),
  );
  const apis = await Promise.all(
    httpApisOf(app).map(async (api) => keep(await startHttpApi({ app, api, lambda }))),
  );
  const site = keep(createConsoleSite(options.console));
  const wiring = wireDistribution(app, { apis, lambda, ingest, buckets, waitingPage: site.page });
  const { url: baseUrl } = keep(await startCloudFront({ wiring, port, log: printProgress }));
  lambda.setVariable(emailLinkBaseVariable, baseUrl);
  stripe.deliverTo(`${baseUrl}/api/payment_gateways/webhook/stripe`);

  writeAccess(accessPath, {
    baseUrl,
    controlUrl: control.url,
    ...demo,
    stripe: { apiBase: stripeApiBase, ...demo.stripeAccounts.acme },
    aws: {
      endpointUrl: awsGatewayUrl,
      region,
      accessKeyId,
      secretAccessKey,
      table: tableName,
      buckets: buckets.names,
      queues: messaging.urls(awsGatewayUrl),
    },
  });
  if (options.watch && bundles) starting.defer(reloadOnChange({ bundles, lambda, log }));
  bundles?.makeRest().catch((error: unknown) => log(`Not all functions were bundled: ${error}`));
  const consoleReady = site.deploy(app, lambda, dataDir);
  consoleReady.catch((error: unknown) => log(`The console is not available: ${error}`));
  const running = starting.move();
  return {
    /** URL of the public host. */
    baseUrl,
    /** Resolves when the console is uploaded, or there is none. Rejects when it could not be built or uploaded. */
    consoleReady,
    /** URLs of the HTTP APIs themselves, which refuse requests that did not pass the public host. */
    apiUrls: apis.map(({ url }) => url),
    controlUrl: control.url,
    /** The AWS gateway without HTTP, for tests. */
    awsCalls: awsGateway.channel,
    /** URL of the database itself, without IAM and metering. */
    databaseUrl: dynamodbEndpoint,
    /** Path of the file with everything a client needs: URLs, tenants, keys, AWS access. */
    accessPath,
    /** Stops every server, worker and child process. */
    stop: (): Promise<void> => running.disposeAsync(),
  };
}
