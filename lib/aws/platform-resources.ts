/** Bus, queues, key and schedules for the functions' stacks, derived from their names. */
import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { queues } from '../../shared/catalog/queues.ts';
import { busNameVariable } from '../../shared/kernel/events/environment.ts';
import { filesBucketVariable } from '../../shared/kernel/files/environment.ts';
import type {
  DeadLetterPermission,
  EmailPermission,
  FilePermission,
  ScheduleAction,
} from '../../shared/kernel/http/endpoint-spec.ts';
import {
  queueNamesVariable,
  queueUrlPrefixVariable,
  queueUrlVariable,
} from '../../shared/kernel/queues/names.ts';
import type { TextractAction } from '../../shared/kernel/queues/worker-spec.ts';
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
  emailConfigurationSetVariable,
  emailLinkBaseVariable,
  emailSenderVariable,
  emailTenantResourcesVariable,
  sesTenantPrefix,
} from '../../shared/modules/email/environment.ts';
import { senderDomain } from './constructs/email-sender.ts';
import type { Deployment } from './deployment.ts';
import {
  busName,
  dynamicScheduleGroupName,
  emailConfigurationSetName,
  filesBucketName,
  keyAlias,
  queueName,
  scheduleRoleName,
  textractRoleName,
  textractTopicName,
} from './names.ts';

/** Permissions that determine which resources are in a function's environment. */
export interface ResourcePermissions {
  bus?: true;
  queues?: readonly string[];
  deadLetters?: DeadLetterPermission;
  secrets?: unknown;
  schedules?: readonly ScheduleAction[];
  files?: readonly FilePermission[];
  textract?: readonly TextractAction[];
  email?: EmailPermission;
}

export interface PlatformResources {
  busArn: string;
  queueArn(name: string): string;
  /** How often a queue delivers a message. */
  maxReceivesOf(name: string): number | undefined;
  /** Every key of the account and region: KMS generates key ids, so only the alias is known in advance. */
  keysArn: string;
  /** The bucket of files. */
  filesBucketArn: string;
  /** `alias/…` of the key that encrypts the tenants' data keys. */
  keyAlias: string;
  /** Every schedule that functions create. */
  schedulesArn: string;
  /** The role that EventBridge Scheduler assumes for them. */
  scheduleRoleArn: string;
  /** The role with which Textract publishes the end of jobs. */
  textractRoleArn: string;
  /** The resources for sending e-mails; undefined for a stage without a sender. */
  email: EmailResources | undefined;
  /** The environment variables of a function with these permissions. */
  environment(permissions: ResourcePermissions | undefined): Record<string, string>;
}

export interface EmailResources {
  identityArn: string;
  configurationSetArn: string;
  /** SES tenants, whose ids SES generates; undefined where they are not used. */
  tenantsArn: string | undefined;
}

function emailResources(stack: Stack, { stage, email }: Deployment): EmailResources | undefined {
  if (email === undefined) return undefined;
  const arn = (resource: string, resourceName: string): string =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  return {
    identityArn: arn('identity', senderDomain(email)),
    configurationSetArn: arn('configuration-set', emailConfigurationSetName(stage)),
    tenantsArn: email.tenants ? arn('tenant', `${sesTenantPrefix(stage)}*`) : undefined,
  };
}

export function platformResources(stack: Stack, deployment: Deployment): PlatformResources {
  const { stage, email: emailOptions, domain } = deployment;
  const email = emailResources(stack, deployment);
  const filesBucket = filesBucketName(stage, stack.account, stack.region);
  const roleArn = (resourceName: string): string =>
    stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName });
  const scheduleRoleArn = roleArn(scheduleRoleName(stage, stack.region));
  const textractRoleArn = roleArn(textractRoleName(stage, stack.region));
  return {
    busArn: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(stage) }),
    maxReceivesOf: (name) => queues[name]?.maxReceiveCount,
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
    email,
    environment(permissions) {
      const urlOf = (name: string): string =>
        `https://sqs.${stack.region}.${stack.urlSuffix}/${stack.account}/${queueName(stage, name)}`;
      const urls = (permissions?.queues ?? []).map((name) => [queueUrlVariable(name), urlOf(name)]);
      return {
        ...(permissions?.bus && { [busNameVariable]: busName(stage) }),
        ...(permissions?.deadLetters && {
          [queueUrlPrefixVariable]: urlOf(''),
          [queueNamesVariable]: Object.keys(queues).join(','),
        }),
        ...(permissions?.files && { [filesBucketVariable]: filesBucket }),
        ...(permissions?.secrets !== undefined && { [keyAliasVariable]: keyAlias(stage) }),
        ...(permissions?.schedules && { [scheduleGroupVariable]: dynamicScheduleGroupName(stage) }),
        ...(passesRole(permissions?.schedules) && {
          [scheduleRoleVariable]: scheduleRoleArn,
          [queueArnPrefixVariable]: stack.formatArn({ service: 'sqs', resource: queueName(stage, '') }),
        }),
        ...(permissions?.textract?.includes('start') && {
          [textractRoleVariable]: textractRoleArn,
          [textractTopicVariable]: stack.formatArn({ service: 'sns', resource: textractTopicName(stage) }),
        }),
        ...(permissions?.email &&
          email &&
          emailOptions && {
            [emailSenderVariable]: emailOptions.sender,
            [emailLinkBaseVariable]: emailOptions.linkBase ?? `https://${domain?.name}`,
          }),
        ...(permissions?.email === 'send' &&
          email && {
            [emailConfigurationSetVariable]: emailConfigurationSetName(stage),
            ...(email.tenantsArn !== undefined && {
              [emailTenantResourcesVariable]: [email.identityArn, email.configurationSetArn].join(','),
            }),
          }),
        ...Object.fromEntries(urls),
      };
    },
  };
}

/** Creating or changing a schedule passes a role to the service. */
export function passesRole(actions: readonly ScheduleAction[] = []): boolean {
  return actions.includes('create') || actions.includes('update');
}
