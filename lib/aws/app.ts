import { App } from 'aws-cdk-lib';
import { type ApisOf, apisOf as apisOfManifests } from '../../shared/catalog/apis.ts';
import { endpoints as allEndpoints } from '../../shared/catalog/endpoints.ts';
import { queues as allQueues } from '../../shared/catalog/queues.ts';
import { workers as allWorkers } from '../../shared/catalog/workers.ts';
import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import type { QueueSpec, Worker } from '../../shared/kernel/queues/worker-spec.ts';
import { checkRoom } from './api-room.ts';
import type { Reserved } from './constructs/endpoint-function.ts';
import { type Deployment, type DeploymentOptions, resolveDeployment } from './deployment.ts';
import { exportEntry } from './function-entries.ts';
import { ingestEndpoints } from './ingest-entry.ts';
import { functionName, wholeName } from './names.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { BudgetStack } from './stacks/budget-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeAlarmsStack } from './stacks/edge-alarms-stack.ts';
import { EdgeStack, needsEdge } from './stacks/edge-stack.ts';
import { EgressStack } from './stacks/egress-stack.ts';
import { EmailStack } from './stacks/email-stack.ts';
import { ExportStack } from './stacks/export-stack.ts';
import { FrontStack } from './stacks/front-stack.ts';
import { IngestStack } from './stacks/ingest-stack.ts';
import { MessagingStack } from './stacks/messaging-stack.ts';
import { type ModuleRows, ModuleStack } from './stacks/module-stack.ts';
import { PlatformStack } from './stacks/platform-stack.ts';
import { ProtectionStack } from './stacks/protection-stack.ts';
import { WatchStack } from './stacks/watch-stack.ts';

export interface AppOptions extends DeploymentOptions {
  /** Folder of the templates; defaults to the CDK CLI's folder, then a temporary one. */
  outdir?: string | undefined;
  /** The endpoint table; only tests pass another one. */
  endpoints?: readonly Endpoint[];
  /** The HTTP APIs of modules; only tests pass others. */
  apisOf?: ApisOf;
  /** The worker table and its queues; only tests pass others. */
  workers?: readonly Worker[];
  queues?: Readonly<Record<string, QueueSpec>>;
  /**
   * Validates the templates against CloudFormation's resource schemas, so that synth fails where the deployment would.
   * Off by default: it takes a second, and the local runtime starts without it.
   */
  validate?: boolean;
  /**
   * Copies the functions' code into `outdir`, as a deployment needs it. Otherwise the templates point to the bundles
   * in place.
   */
  copyCode?: boolean;
}

/**
 * The CDK app of one stage; `synth()` on it writes the templates. The bundles of all functions must already
 * be in `bundleDir`. Throws on an unknown option or setting, and when a bundle is missing.
 */
export function createApp(options: AppOptions): App {
  const deployment = resolveDeployment(options);
  const app = new App({
    ...(options.outdir === undefined ? {} : { outdir: options.outdir }),
    // Creates the same template for the CDK CLI, tests and the local runtime.
    analyticsReporting: false,
    treeMetadata: false,
    stackTraces: false,
    builtinCloudFormationValidation: options.validate ?? false,
    postCliContext: {
      '@aws-cdk/core:validateAgainstDefaultRules': true,
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:disable-asset-staging': !(options.copyCode ?? true),
      'aws:cdk:disable-creation-stack-traces': true,
      ...(deployment.bootstrapQualifier !== undefined && {
        '@aws-cdk/core:bootstrapQualifier': deployment.bootstrapQualifier,
      }),
    },
  });
  const edge = needsEdge(deployment) ? new EdgeStack(app, deployment) : undefined;
  const data = new DataStack(app, deployment);
  const endpoints = options.endpoints ?? allEndpoints;
  const apisOf = options.apisOf ?? apisOfManifests;
  checkRoom(endpoints, apisOf);
  const api = new ApiStack(app, deployment, { endpoints, apisOf });
  api.addStackDependency(data, 'its functions read the secrets');
  const reserved = reservedOf(endpoints, deployment);
  const exports = new ExportStack(app, deployment, endpoints, reserved.downloads);
  exports.addStackDependency(data, 'its function uses the table');
  const workers = options.workers ?? allWorkers;
  const messaging = new MessagingStack(app, deployment, options.queues ?? allQueues, workers);
  if (deployment.email !== undefined) {
    const email = new EmailStack(app, deployment, deployment.email);
    email.addStackDependency(messaging, 'it publishes events of e-mails to the topic');
  }
  const egress = deployment.fixedEgress ? new EgressStack(app, deployment) : undefined;
  const ingested = deployment.ingest ? ingestEndpoints(endpoints) : [];
  const front = new FrontStack(app, deployment, { endpoints, ingested, apisOf });
  if (ingested.length > 0) {
    const ingest = new IngestStack(app, deployment, ingested);
    ingest.addStackDependency(data, 'its tasks use the table and the secrets');
    ingest.addStackDependency(messaging, 'its tasks use the queues');
    front.addStackDependency(ingest, 'it sends uploads there');
  }
  front.addStackDependency(exports, 'it gives the function a URL');
  if (edge) front.addStackDependency(edge, 'it uses its web ACL and its certificate');
  const modules = byModule(endpoints, workers, reserved, apisOf);
  if (deployment.watch) {
    const names = [...modules].flatMap(([module, rows]) => (rows.endpoints.length > 0 ? [module] : []));
    const streaming = [
      ...endpoints.filter(({ transport }) => transport === 'stream'),
      { module: exportEntry.module, operationId: exportEntry.name },
    ].flatMap(({ module, operationId }) =>
      [operationId, wholeName(operationId)].map((name) => functionName(deployment.stage, module, name)),
    );
    const queueNames = Object.keys(options.queues ?? allQueues);
    const watch = new WatchStack(app, deployment, names, workers, queueNames, streaming);
    watch.addStackDependency(api, 'it watches the API');
    watch.addStackDependency(messaging, 'its alarms are published to the topic');
  }
  for (const [module, rows] of modules) {
    const stack = new ModuleStack(app, deployment, module, rows);
    stack.addStackDependency(data, 'its functions use the table');
    stack.addStackDependency(messaging, 'its functions use the bus and the queues');
    stack.addStackDependency(api, 'it adds routes to the API');
    if (egress && rows.workers.some(({ sendsForTenants }) => sendsForTenants))
      stack.addStackDependency(egress, 'its requests leave through that network');
    front.addStackDependency(
      stack,
      'it gives streaming functions URLs, and sends secrets that these must accept',
    );
  }
  if (deployment.watch) {
    const edgeAlarms = new EdgeAlarmsStack(app, deployment);
    edgeAlarms.addStackDependency(front, 'it watches the distribution');
  }
  const { monthlyBudgetUsd, alarmEmail } = deployment;
  if (monthlyBudgetUsd !== undefined && alarmEmail !== undefined)
    new BudgetStack(app, deployment, monthlyBudgetUsd, alarmEmail);
  const stacks = app.node.children.filter((child) => child instanceof PlatformStack);
  if (deployment.deletionProtection)
    new ProtectionStack(app, deployment, { stacks, hasLoadBalancer: ingested.length > 0 });
  return app;
}

/** The options are sums over all functions of a kind; one more function exports lists. */
function reservedOf(
  endpoints: readonly Endpoint[],
  { reservedConnections, reservedDownloads }: Deployment,
): Reserved {
  const streamed = endpoints.filter(({ transport }) => transport === 'stream');
  const holding = streamed.filter(({ holdsConnection }) => holdsConnection).length;
  return {
    connections: Math.floor(reservedConnections / Math.max(holding, 1)),
    downloads: Math.floor(reservedDownloads / (streamed.length - holding + 1)),
  };
}

function byModule(
  endpoints: readonly Endpoint[],
  workers: readonly Worker[],
  reserved: Reserved,
  apisOf: ApisOf,
): Map<string, ModuleRows> {
  const rows = new Map<string, ModuleRows>();
  for (const { module } of [...endpoints, ...workers]) {
    if (rows.has(module)) continue;
    rows.set(module, {
      endpoints: endpoints.filter((endpoint) => endpoint.module === module),
      workers: workers.filter((worker) => worker.module === module),
      reserved,
      apis: apisOf(module),
    });
  }
  return rows;
}
