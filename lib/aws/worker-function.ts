import { Fn, Validations } from 'aws-cdk-lib';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { kebabCase } from '../../shared/http/contract.ts';
import type { StreamTrigger, Worker } from '../../shared/workers/contract.ts';
import type { Deployment } from './deployment.ts';
import type { EventResources } from './event-resources.ts';
import { receiveGrant, type Statement, sendGrants, streamGrants, workerGrants } from './grants.ts';
import { failuresQueueName, functionName, streamArnExportName } from './names.ts';
import { PlatformFunction } from './platform-function.ts';
import { QueueMapping } from './queue-mapping.ts';
import { StreamMapping } from './stream-mapping.ts';
import { FailuresQueue } from './worker-queue.ts';
import { WorkerSchedule } from './worker-schedule.ts';

export interface WorkerFunctionProps {
  deployment: Deployment;
  worker: Worker;
  tableArn: string;
  events: EventResources;
  logGroup: LogGroup;
}

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html
const longestTimeoutSeconds = 900;

/** One worker: its function, and the stream, queue or schedule that starts it. */
export class WorkerFunction extends Construct {
  readonly #props: WorkerFunctionProps;

  constructor(scope: Construct, id: string, props: WorkerFunctionProps) {
    super(scope, id);
    this.#props = props;
    const { worker, events, deployment } = props;
    const { trigger } = worker;
    if (worker.timeoutSeconds > longestTimeoutSeconds) {
      throw new Error(`${worker.name}: Lambda runs at most ${longestTimeoutSeconds} s`);
    }
    switch (trigger.kind) {
      case 'stream':
        this.#startByStream(trigger);
        break;
      case 'queue': {
        const queueArn = events.queueArn(trigger.queue);
        const { functionName } = this.#handler([receiveGrant(queueArn)]);
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
    const { deployment, worker } = this.#props;
    const failures = new FailuresQueue(this, 'Failures', {
      queueName: failuresQueueName(deployment.stage, worker.name),
    });
    const streamArn = Fn.importValue(streamArnExportName(deployment.stage));
    const grants = [...streamGrants(streamArn), ...sendGrants([failures.queueArn])];
    const { functionName } = this.#handler(grants);
    new StreamMapping(this, 'Mapping', {
      functionName,
      streamArn,
      trigger,
      failuresQueueArn: failures.queueArn,
    });
  }

  #handler(triggerGrants: Statement[]): PlatformFunction {
    const { deployment, worker, events, logGroup, tableArn } = this.#props;
    const handler = new PlatformFunction(this, 'Handler', {
      deployment,
      module: worker.module,
      name: kebabCase(worker.name),
      description: worker.summary.slice(0, 256),
      logGroup,
      grants: [
        ...workerGrants(worker.touches, { tableArn, logGroupArn: logGroup.logGroupArn, events }),
        ...triggerGrants,
      ],
      environment: events.environment(worker.touches),
      memoryMb: worker.memoryMb,
      timeoutSeconds: worker.timeoutSeconds,
      mayLoop: worker.continuesByMessage,
    });
    if (worker.trigger.kind === 'stream') {
      const reason = 'IAM knows no resource for dynamodb:ListStreams, which Lambda asks for.';
      Validations.of(handler).acknowledge({ id: 'AwsSolutions-IAM5[Resource::*]', reason });
    }
    return handler;
  }
}
