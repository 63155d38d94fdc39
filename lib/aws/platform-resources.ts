/**
 * Bus, queues and key as the functions' stacks see them: by ARNs, URLs and aliases that follow from the names.
 */
import type { Stack } from 'aws-cdk-lib';
import { keyAliasVariable } from '../../shared/secrets/limits.ts';
import { busNameVariable, queueUrlVariable } from '../../shared/workers/queues.ts';
import { busName, keyAlias, queueName } from './names.ts';

/** What decides which resources a function finds in its environment. */
export interface ResourceTouches {
  bus?: true;
  queues?: readonly string[];
  secrets?: unknown;
}

export interface PlatformResources {
  busArn: string;
  queueArn(name: string): string;
  /** Every key of the account and region: KMS chooses a key's id, so only its alias is known beforehand. */
  keysArn: string;
  /** `alias/…` of the key under which the tenants' data keys are encrypted. */
  keyAlias: string;
  /** The environment variables of a function that uses these. */
  environment(touches: ResourceTouches | undefined): Record<string, string>;
}

export function platformResources(stack: Stack, stage: string): PlatformResources {
  return {
    busArn: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(stage) }),
    queueArn: (name) => stack.formatArn({ service: 'sqs', resource: queueName(stage, name) }),
    keysArn: stack.formatArn({ service: 'kms', resource: 'key', resourceName: '*' }),
    keyAlias: keyAlias(stage),
    environment(touches) {
      const urls = (touches?.queues ?? []).map((name) => [
        queueUrlVariable(name),
        `https://sqs.${stack.region}.${stack.urlSuffix}/${stack.account}/${queueName(stage, name)}`,
      ]);
      return {
        ...(touches?.bus && { [busNameVariable]: busName(stage) }),
        ...(touches?.secrets !== undefined && { [keyAliasVariable]: keyAlias(stage) }),
        ...Object.fromEntries(urls),
      };
    },
  };
}
