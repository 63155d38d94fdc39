/**
 * Every name that two parts of a deployment must agree on, derived from the stage. Stacks find each other's
 * resources by these names instead of CloudFormation exports, which would lock stacks that use them together.
 */
import { kebabCase } from '../../shared/kernel/http/endpoint-spec.ts';
import { deadLetterSuffix } from '../../shared/kernel/queues/names.ts';

// https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
const maxFunctionName = 64;
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html
const maxQueueName = 80;

/** Name of the single table, `platform-modules-dev`. */
export function tableName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the HTTP API; the same text as the table's, in another service. */
export function apiName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the public host's parts, which CloudFront wants unique in the account. */
export function frontName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the event bus. */
export function busName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the group that holds the schedules of the template. */
export function scheduleGroupName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the group that holds the schedules which functions make. */
export function dynamicScheduleGroupName(stage: string): string {
  return `platform-modules-${stage}-dynamic`;
}

/** Name of the role that EventBridge Scheduler takes for those. IAM has one namespace for all regions. */
export function scheduleRoleName(stage: string, region: string): string {
  return `platform-modules-${stage}-schedules-${region}`;
}

/** What the names of a stage's buckets begin with. */
export function bucketNamePrefix(stage: string): string {
  return `platform-modules-${stage}-`;
}

/**
 * Name of the bucket of files, `platform-modules-dev-files-111122223333-eu-west-1`. All accounts share one namespace of
 * bucket names, and one account all its regions.
 */
export function filesBucketName(stage: string, account: string, region: string): string {
  return `${bucketNamePrefix(stage)}files-${account}-${region}`;
}

/** Name of the bucket of the console's files. */
export function consoleBucketName(stage: string, account: string, region: string): string {
  return `${bucketNamePrefix(stage)}console-${account}-${region}`;
}

/** Name of the topic that Textract publishes the end of jobs to. */
export function textractTopicName(stage: string): string {
  return `platform-modules-${stage}-text-recognized`;
}

/** Name of the role that Textract takes for that. IAM has one namespace for all regions. */
export function textractRoleName(stage: string, region: string): string {
  return `platform-modules-${stage}-textract-${region}`;
}

/** Name of the topic to which SES publishes what becomes of mails. */
export function emailTopicName(stage: string): string {
  return `platform-modules-${stage}-email-events`;
}

/** Name of the configuration set of SES with which mails are sent. */
export function emailConfigurationSetName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of a queue, `platform-modules-dev-webhook-dispatch`. Throws when AWS would refuse it for its length. */
export function queueName(stage: string, name: string): string {
  const fullName = `platform-modules-${stage}-${name}`;
  if (deadLetterQueueName(fullName).length > maxQueueName) {
    throw new Error(`With its dead-letter queue's suffix, ${fullName} exceeds ${maxQueueName} characters`);
  }
  return fullName;
}

/** Name of the queue that takes what the queue of that full name could not deliver. */
export function deadLetterQueueName(fullName: string): string {
  return `${fullName}${deadLetterSuffix}`;
}

/** Name of the queue that hears of stream records which a worker could not process. */
export function failuresQueueName(stage: string, workerName: string): string {
  return queueName(stage, `${kebabCase(workerName)}-failures`);
}

/** Alias of the key under which secrets are encrypted; AWS wants it unique in account and region. */
export function keyAlias(stage: string): string {
  return `alias/platform-modules-${stage}`;
}

/** Log group that all functions of a module write to, `/platform-modules/dev/rules`. */
export function moduleLogGroupName(stage: string, module: string): string {
  return `/platform-modules/${stage}/${module}`;
}

/**
 * Log group of the API's access logs. API Gateway delivers them under a resource policy of limited size that
 * AWS keeps short only for this prefix:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
 */
export function accessLogGroupName(stage: string): string {
  return `/aws/vendedlogs/platform-modules/${stage}/access`;
}

/** Log group of the web ACL. WAF takes only names that begin like this. */
export function webAclLogGroupName(stage: string): string {
  return `aws-waf-logs-platform-modules-${stage}`;
}

/** Id and name of a stack, `PlatformModules-dev-rules`. */
export function stackName(stage: string, part: string): string {
  return `PlatformModules-${stage}-${part}`;
}

/** By which the stack of protection holds on to a stack: CloudFormation deletes none whose export is in use. */
export function lockExportName(stackName: string): string {
  return `${stackName}-lock`;
}

/** DynamoDB puts the time of its making into the ARN of a table's stream, so no stack can derive it. */
export function streamArnExportName(stage: string): string {
  return `${stackName(stage, 'data')}-stream-arn`;
}

/** Name of the ingest service, its cluster, its task definition and its way into CloudFront. */
export function ingestName(stage: string): string {
  return `pm-${stage}-ingest`;
}

export const ingestExports = ['origin', 'host', 'balancer'] as const;
export type IngestExport = (typeof ingestExports)[number];

/** AWS chooses the id of a way into a VPC, the host name of a load balancer and the end of its ARN. */
export function ingestExportName(stage: string, what: IngestExport): string {
  return `${stackName(stage, 'ingest')}-${what}`;
}

export type EgressExport = 'group' | 'subnet-0' | 'subnet-1';

/** Subnets and group of the functions that send from fixed addresses. */
export function egressExportName(stage: string, what: EgressExport): string {
  return `${stackName(stage, 'egress')}-${what}`;
}

/** API Gateway chooses the API's id, so no stack can derive it. */
export function apiIdExportName(stage: string): string {
  return `${stackName(stage, 'api')}-id`;
}

/** Name of the secret that the public host sends to the functions; a new generation is a new secret. */
export function originSecretName(stage: string, generation: number): string {
  return `platform-modules/${stage}/origin/${generation}`;
}

/** Name of the secret that holds those the functions accept while this generation is the latest. */
export function acceptedSecretsName(stage: string, generation: number): string {
  return `${originSecretName(stage, generation)}/accepted`;
}

/** What CloudFormation replaces by a secret's value when it deploys. */
export function secretValue(secretName: string): string {
  return `{{resolve:secretsmanager:${secretName}:SecretString}}`;
}

/** Alias of the version that callers get, where new versions come in step by step. */
export const liveAlias = 'live';

/** What the names of a module's functions begin with. */
export function functionNamePrefix(stage: string, module: string): string {
  return `pm-${stage}-${module}-`;
}

/** Name of the alarm of a module's failures. */
export function faultsAlarmName(stage: string, module: string): string {
  return `pm-${stage}-${module}-faults`;
}

/** Name of the topic of alarms. */
export function alarmTopicName(stage: string): string {
  return `platform-modules-${stage}-alarms`;
}

/**
 * Name of a Lambda function, `pm-dev-rules-create-rule`; `name` is an operation id or already kebab-case.
 * Throws when AWS would refuse the name for its length, so that synth fails and not the deployment.
 */
export function functionName(stage: string, module: string, name: string): string {
  const fullName = `${functionNamePrefix(stage, module)}${kebabCase(name)}`;
  if (fullName.length > maxFunctionName) {
    throw new Error(`The function name ${fullName} is longer than ${maxFunctionName} characters`);
  }
  return fullName;
}
