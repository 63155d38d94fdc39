/**
 * Bus, queues, key and schedules as the functions' stacks see them: by what follows from the names.
 */
import type { Stack } from 'aws-cdk-lib';
import { filesBucketVariable } from '../../shared/kernel/files/environment.ts';
import type { FileTouch, ScheduleAction } from '../../shared/kernel/http/contract.ts';
import type { TextractAction } from '../../shared/kernel/queues/contract.ts';
import { busNameVariable, queueUrlVariable } from '../../shared/kernel/queues/names.ts';
import {
  queueArnPrefixVariable,
  scheduleGroupVariable,
  scheduleRoleVariable,
} from '../../shared/kernel/schedules/environment.ts';
import { keyAliasVariable } from '../../shared/kernel/secrets/limits.ts';
import {
  textractRoleVariable,
  textractTopicVariable,
} from '../../shared/modules/attachments/extraction/environment.ts';
import {
  busName,
  dynamicScheduleGroupName,
  filesBucketName,
  keyAlias,
  queueName,
  scheduleRoleName,
  textractRoleName,
  textractTopicName,
} from './names.ts';

/** What decides which resources a function finds in its environment. */
export interface ResourceTouches {
  bus?: true;
  queues?: readonly string[];
  secrets?: unknown;
  schedules?: readonly ScheduleAction[];
  files?: readonly FileTouch[];
  textract?: readonly TextractAction[];
}

export interface PlatformResources {
  busArn: string;
  queueArn(name: string): string;
  /** Every key of the account and region: KMS chooses a key's id, so only its alias is known beforehand. */
  keysArn: string;
  /** The bucket of files. */
  filesBucketArn: string;
  /** `alias/…` of the key under which the tenants' data keys are encrypted. */
  keyAlias: string;
  /** Every schedule that functions make. */
  schedulesArn: string;
  /** The role that EventBridge Scheduler takes for them. */
  scheduleRoleArn: string;
  /** The role that Textract takes to tell of the end of jobs. */
  textractRoleArn: string;
  /** The environment variables of a function that uses these. */
  environment(touches: ResourceTouches | undefined): Record<string, string>;
}

export function platformResources(stack: Stack, stage: string): PlatformResources {
  const filesBucket = filesBucketName(stage, stack.account, stack.region);
  const roleArn = (resourceName: string): string =>
    stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName });
  const scheduleRoleArn = roleArn(scheduleRoleName(stage, stack.region));
  const textractRoleArn = roleArn(textractRoleName(stage, stack.region));
  return {
    busArn: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(stage) }),
    queueArn: (name) => stack.formatArn({ service: 'sqs', resource: queueName(stage, name) }),
    keysArn: stack.formatArn({ service: 'kms', resource: 'key', resourceName: '*' }),
    filesBucketArn: stack.formatArn({ service: 's3', region: '', account: '', resource: filesBucket }),
    keyAlias: keyAlias(stage),
    schedulesArn: stack.formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${dynamicScheduleGroupName(stage)}/*`,
    }),
    scheduleRoleArn,
    textractRoleArn,
    environment(touches) {
      const urls = (touches?.queues ?? []).map((name) => [
        queueUrlVariable(name),
        `https://sqs.${stack.region}.${stack.urlSuffix}/${stack.account}/${queueName(stage, name)}`,
      ]);
      return {
        ...(touches?.bus && { [busNameVariable]: busName(stage) }),
        ...(touches?.files && { [filesBucketVariable]: filesBucket }),
        ...(touches?.secrets !== undefined && { [keyAliasVariable]: keyAlias(stage) }),
        ...(touches?.schedules && { [scheduleGroupVariable]: dynamicScheduleGroupName(stage) }),
        ...(passesRole(touches?.schedules) && {
          [scheduleRoleVariable]: scheduleRoleArn,
          [queueArnPrefixVariable]: stack.formatArn({ service: 'sqs', resource: queueName(stage, '') }),
        }),
        ...(touches?.textract?.includes('start') && {
          [textractRoleVariable]: textractRoleArn,
          [textractTopicVariable]: stack.formatArn({ service: 'sns', resource: textractTopicName(stage) }),
        }),
        ...Object.fromEntries(urls),
      };
    },
  };
}

/** Whoever makes or changes a schedule hands a role to the service. */
export function passesRole(actions: readonly ScheduleAction[] = []): boolean {
  return actions.includes('create') || actions.includes('update');
}
