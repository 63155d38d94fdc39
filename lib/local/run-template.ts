/** Runs a CloudFormation template on this machine: instantiates its resources and keeps them running. */
import { join, resolve } from 'node:path';
import { onlyOf } from './cloudformation/properties.ts';
import { region } from './cloudformation/resource-names.ts';
import { resolveApp } from './cloudformation/template.ts';
import { startControl } from './control.ts';
import { type DataOwner, openDataDir } from './data-dir.ts';
import { startDynoxide } from './dynamodb/dynoxide.ts';
import { ensureTables } from './dynamodb/tables.ts';
import type { EventFilter } from './events/event-filter.ts';
import { readPrevious, retireAccess, writeAccess } from './gateway/access.ts';
import { readAwsAccess, saveAwsAccess } from './gateway/aws-access.ts';
import { startAwsGateway } from './gateway/aws-gateway.ts';
import { createFaults } from './gateway/faults.ts';
import { auditGrants } from './gateway/grants.ts';
import { createIdentityRegistry } from './gateway/identities.ts';
import { createMeter } from './gateway/meter.ts';
import { startCloudFront } from './http/cloudfront.ts';
import { wireDistribution } from './http/cloudfront-wiring.ts';
import { openContainers } from './http/container-service.ts';
import { startHttpApi } from './http/http-api.ts';
import { httpApisOf } from './http/http-wiring.ts';
import { createKms } from './kms/service.ts';
import { createLambda, type LambdaOptions } from './lambda/lambda.ts';
import { createFunctionLogs, type StackMapper } from './lambda/logs.ts';
import { freePort, StartError } from './loopback.ts';
import { openMessaging } from './messaging.ts';
import { openBuckets } from './s3/buckets.ts';
import type { Service, Settings, StartService } from './service.ts';
import { openSes } from './ses/ses.ts';
import { openTextract } from './textract/textract.ts';
import type { ResolvedApp } from './types.ts';

export interface TemplateOptions {
  /**
   * Makes the template and returns the folder of its cloud assembly. Called when the data folder and the ports are
   * reserved, because it may take long.
   */
  template: () => string | Promise<string>;
  /** Makes the code of a function that does not exist yet; by default, all code exists. */
  codeOf?: LambdaOptions['codeOf'];
  /** Servers, data and pages beside the template; they start together. */
  services?: readonly StartService[];
  /** Environment variables that replace those of the template, for functions that have them. */
  settings?: Settings;
  /** Folder of the data; created when missing. */
  dataDir: string;
  /** Whose data it is. */
  owner: DataOwner;
  /** Port of the public host; the control server has the next one. 0 selects free ones. */
  port: number;
  /** Port of the AWS endpoint, unless an earlier start has saved another; 0 selects a free one. */
  awsPort: number;
  /** Beginning of the names of queues and buckets; they have short names without it. */
  namePrefix: string;
  /** Short names of buckets that the template does not have. */
  furtherBuckets?: readonly string[];
  /** Empties `dataDir` first. */
  fresh?: boolean | undefined;
  /** Prints no progress, requests or errors of functions. */
  quiet?: boolean | undefined;
  /** A debugger may stop functions: they have the longest time limit, and workers that stay. */
  inspect?: boolean | undefined;
  /** Maps stack traces of functions to their sources. */
  mapStack?: StackMapper | undefined;
  /** Folder of the compiled code of functions, which runtimes of the same code may share. */
  compileCacheDir: string;
  /** Number and lifetime of workers where they differ from the defaults of `createLambda`. */
  workers?: Pick<LambdaOptions, 'idleMs' | 'maxWorkers' | 'recycleShare' | 'startEnvironment'> | undefined;
  /** Holds back events; by default, none. */
  filter?: EventFilter | undefined;
  /** Returns 0 ≤ x < 1 for recycled workers and faults; pass a seeded one to repeat a run. */
  random?: (() => number) | undefined;
}

export type RunningTemplate = Awaited<ReturnType<typeof runTemplate>>;

/** Sets the settings of every function of the app that has them. */
function applySettings(app: ResolvedApp, settings: Settings): void {
  for (const { properties } of app.ofType('AWS::Lambda::Function')) {
    const { Variables } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    for (const [name, value] of Object.entries(settings))
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

function asStartError(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error));
}

/**
 * Starts everything and resolves when it is ready for requests. Throws `StartError` for problems that the developer
 * can fix (port or folder in use, no DynamoDB), other errors for invalid templates; nothing keeps running then.
 */
export async function runTemplate(options: TemplateOptions) {
  const { port, quiet = false, fresh = false, namePrefix: prefix, filter } = options;
  const dataDir = resolve(options.dataDir);
  const accessPath = join(dataDir, 'access.json');
  const printProgress = quiet ? undefined : (line: string) => process.stdout.write(`${line}\n`);
  const log = (line: string) => quiet || process.stderr.write(`${line}\n`);

  // Stopped in reverse order when the start fails, else by `stop`.
  await using starting = new AsyncDisposableStack();
  const keep = <Stopped extends { stop?(): unknown }>(service: Stopped): Stopped =>
    starting.adopt(service, async () => void (await service.stop?.()));
  starting.defer(await openDataDir(dataDir, options.owner, fresh));
  // Before expensive preparations for them.
  await freePort(port);
  const controlPort = port === 0 ? 0 : port + 1;
  await freePort(controlPort);
  retireAccess(accessPath);

  printProgress?.('Starting the database, making the functions and the templates');
  const startingServices = (options.services ?? []).map(async (start) => keep(await start(log)));
  const foundations = [
    startDynoxide({ dataDir }).then(keep, asStartError),
    Promise.resolve().then(options.template),
    Promise.all(startingServices),
  ] as const;
  // When one fails, those that start later must be stopped, too.
  await Promise.allSettled([...foundations, ...startingServices]);
  const [database, assemblyDir, services] = await Promise.all(foundations);
  const app = resolveApp(assemblyDir);
  applySettings(app, Object.assign({}, options.settings, ...services.map(({ settings }) => settings)));
  if (options.inspect) extendTimeLimits(app);
  const dynamodbEndpoint = database.endpoint;
  const isNewTable = await ensureTables(app, dynamodbEndpoint).catch(asStartError);
  const { physicalId: tableName } = onlyOf(app, 'AWS::DynamoDB::Table');

  const registry = createIdentityRegistry();
  const { administrator, port: savedPort } = readAwsAccess(dataDir);
  const { accessKeyId, secretAccessKey } = administrator;
  registry.register(administrator);
  const [meter, faults] = [createMeter(), createFaults(options.random)];
  const messaging = keep(openMessaging({ app, dataDir, prefix, filter, log }));
  const buckets = keep(
    openBuckets({ app, registry, dataDir, prefix, further: options.furtherBuckets ?? [] }),
  );
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
      port: savedPort ?? options.awsPort,
    }),
  );
  const { url: awsGatewayUrl, authorizeServiceCall } = awsGateway;
  saveAwsAccess(dataDir, { port: savedPort ?? awsGateway.port, administrator });
  if (savedPort !== undefined && savedPort !== awsGateway.port)
    log(
      `Port ${savedPort} of the AWS endpoint is in use: credentials saved with this port do not work until the next start.`,
    );

  const logs = createFunctionLogs({ dir: join(dataDir, 'logs'), quiet, mapStack: options.mapStack });
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
      compileCacheDir: options.compileCacheDir,
      codeOf: options.codeOf,
      ...(options.inspect && { recycleShare: 0, idleMs: maxFunctionSeconds * 1_000 }),
      ...options.workers,
      ...(options.random && { random: options.random }),
    }),
  );

  const previous = readPrevious(accessPath);
  const aws = {
    endpointUrl: awsGatewayUrl,
    administrator: { accessKeyId, secretAccessKey },
    ...{ tableName, isNewTable, previous },
  };
  const filling = Promise.all(services.map((service) => service.fill?.(aws)));
  const serving = openContainers({ app, registry, awsGatewayUrl, logs, authorizeServiceCall, meter }).then(
    (containers) => containers && keep(containers),
  );
  await Promise.allSettled([filling, serving]);
  const [added, containers] = await Promise.all([filling, serving]);
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
      port: controlPort,
      meter,
      faults,
      lambda,
      logs,
      grants,
      messaging: messaging.control,
      buckets,
      mail: ses.control,
      containers,
      further: services.flatMap(({ control }) => (control === undefined ? [] : [control])),
    }),
  );
  const apis = await Promise.all(
    httpApisOf(app).map(async (api) => keep(await startHttpApi({ app, api, lambda }))),
  );
  const waitingPage = () => firstOf(services, (service) => service.waitingPage?.());
  const wiring = wireDistribution(app, { apis, lambda, containers, buckets, waitingPage });
  const { url: baseUrl } = keep(await startCloudFront({ wiring, port, log: printProgress }));
  for (const service of services) {
    const end = service.whenRunning?.({ app, lambda, baseUrl });
    if (end) starting.defer(async () => void (await end()));
  }

  writeAccess(accessPath, {
    baseUrl,
    controlUrl: control.url,
    ...Object.assign({}, ...added),
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
  const running = starting.move();
  return {
    /** URL of the public host. */
    baseUrl,
    /** URLs of the HTTP APIs themselves, which refuse requests that did not pass the public host. */
    apiUrls: apis.map(({ url }) => url),
    controlUrl: control.url,
    /** The AWS gateway without HTTP, for tests. */
    awsCalls: awsGateway.channel,
    /** URL of the database itself, without IAM and metering. */
    databaseUrl: dynamodbEndpoint,
    /** Path of the file with everything a client needs: URLs, AWS access, and what services add. */
    accessPath,
    /** Stops every server, worker and child process. */
    stop: (): Promise<void> => running.disposeAsync(),
  };
}

/** The first result that is not undefined. */
function firstOf<Result>(
  services: readonly Service[],
  read: (service: Service) => Result | undefined,
): Result | undefined {
  for (const service of services) {
    const result = read(service);
    if (result !== undefined) return result;
  }
  return undefined;
}
