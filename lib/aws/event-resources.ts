/** Bus and queues as the functions' stacks see them: by ARNs and URLs that follow from the names. */
import type { Stack } from 'aws-cdk-lib';
import { busNameVariable, queueUrlVariable } from '../../shared/workers/queues.ts';
import { busName, queueName } from './names.ts';

export interface EventResources {
  busArn: string;
  queueArn(name: string): string;
  /** The environment variables of a function that uses these. */
  environment(touches: { bus?: true; queues?: readonly string[] } | undefined): Record<string, string>;
}

export function eventResources(stack: Stack, stage: string): EventResources {
  return {
    busArn: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(stage) }),
    queueArn: (name) => stack.formatArn({ service: 'sqs', resource: queueName(stage, name) }),
    environment(touches) {
      const urls = (touches?.queues ?? []).map((name) => [
        queueUrlVariable(name),
        `https://sqs.${stack.region}.${stack.urlSuffix}/${stack.account}/${queueName(stage, name)}`,
      ]);
      return { ...(touches?.bus && { [busNameVariable]: busName(stage) }), ...Object.fromEntries(urls) };
    },
  };
}
