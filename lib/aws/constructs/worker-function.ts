import { Fn } from 'aws-cdk-lib';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { kebabCase } from '../../../shared/kernel/http/endpoint-spec.ts';
import { maxReceivesVariable } from '../../../shared/kernel/queues/names.ts';
import type { StreamTrigger, Worker } from '../../../shared/kernel/queues/worker-spec.ts';
import type { Deployment } from '../deployment.ts';
import { failuresQueueName, functionName, stackName, streamArnOutput } from '../names.ts';
import type { PlatformResources } from '../platform-resources.ts';
import {
  homeGrant,
  lastErrorGrant,
  receiveGrant,
  type Statement,
  sendGrants,
  streamGrants,
  workerGrants,
} from '../policies/grants.ts';
import { egressNetwork } from '../stacks/egress-stack.ts';
import { PlatformFunction } from './platform-function.ts';
import { QueueMapping } from './queue-mapping.ts';
import { StreamMapping } from './stream-mapping.ts';
import { FailuresQueue } from './worker-queue.ts';
import { WorkerSchedule } from './worker-schedule.ts';

export interface WorkerFunctionProps {
  deployment: Deployment;
  worker: Worker;
  tableArn: string;
  shared: PlatformResources;
  logGroup: LogGroup;
}

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html
const maxTimeoutSeconds = 900;

/** One worker: its function, and the stream, queue or schedule that starts it. */
export class WorkerFunction extends Construct {
  readonly #props: WorkerFunctionProps;

  constructor(scope: Construct, id: string, props: WorkerFunctionProps) {
    super(scope, id);
    this.#props = props;
    const { worker, shared, deployment, tableArn } = props;
    const { trigger } = worker;
    if (worker.timeoutSeconds > maxTimeoutSeconds) {
      throw new Error(`${worker.name}: Lambda runs at most ${maxTimeoutSeconds} s`);
    }
    switch (trigger.kind) {
      case 'stream':
        this.#startByStream(trigger);
        break;
      case 'queue': {
        const queueArn = shared.queueArn(trigger.queue);
        const homes = trigger.dropsClosedHomes ? [homeGrant(tableArn)] : [];
        const maxReceives = shared.maxReceivesOf(trigger.queue);
        const lastErrors = maxReceives === undefined ? [] : [lastErrorGrant(tableArn)];
        const { functionName } = this.#handler(
          [receiveGrant(queueArn), ...lastErrors, ...homes],
          maxReceives === undefined ? {} : { [maxReceivesVariable]: String(maxReceives) },
        );
        new QueueMapping(this, 'Mapping', { functionName, queueArn, trigger });
        break;
      }
      case 'schedule':
        new WorkerSchedule(this, 'Every', {
          stage: deployment.stage,
          name: functionName(deployment.stage, worker.module, worker.name),
          everyMinutes: trigger.everyMinutes,
          target: this.#handler([]),
        });
    }
  }

  #startByStream(trigger: StreamTrigger): void {
    const { deployment, worker, tableArn } = this.#props;
    const failures = new FailuresQueue(this, 'Failures', {
      deployment,
      queueName: failuresQueueName(deployment.stage, worker.name),
    });
    // Not an import: a restored table has another stream, and the export of an imported value cannot be changed.
    const streamArn =
      deployment.streamArn ?? Fn.getStackOutput(stackName(deployment.stage, 'data'), streamArnOutput);
    const grants = [...streamGrants(tableArn), ...sendGrants([failures.queueArn])];
    const { functionName } = this.#handler(grants);
    new StreamMapping(this, 'Mapping', {
      functionName,
      streamArn,
      trigger,
      failuresQueueArn: failures.queueArn,
    });
  }

  #handler(triggerGrants: Statement[], environment: Record<string, string> = {}): PlatformFunction {
    const { deployment, worker, shared, logGroup, tableArn } = this.#props;
    const handler = new PlatformFunction(this, 'Handler', {
      deployment,
      module: worker.module,
      name: kebabCase(worker.name),
      description: worker.summary.slice(0, 256),
      logGroup,
      grants: [
        ...workerGrants(worker.permissions, { tableArn, logGroupArn: logGroup.logGroupArn, shared }),
        ...triggerGrants,
      ],
      environment: { ...shared.environment(worker.permissions), ...environment },
      memoryMb: worker.memoryMb,
      timeoutSeconds: worker.timeoutSeconds,
      network: worker.sendsForTenants && egressNetwork(deployment),
      mayLoop: worker.continuesByMessage,
    });
    return handler;
  }
}
