/**
 * Every name that two parts of a deployment must agree on, derived from the stage. Stacks find each other's resources
 * by these names instead of CloudFormation exports, which would prevent changes of the exporting stack.
 */
import { kebabCase } from '../../shared/kernel/http/endpoint-spec.ts';
import { wholeSuffix } from '../../shared/kernel/http/whole-response.ts';
import type { ApiName } from '../../shared/kernel/modules/manifest.ts';
import { deadLetterSuffix } from '../../shared/kernel/queues/names.ts';

// https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
const maxFunctionName = 64;
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html
const maxQueueName = 80;
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
const maxBucketName = 63;
// Templates are for any account and region.
const maxAccountAndRegion = '111122223333-ap-southeast-2'.length;

/** Name of the single table, `platform-modules-dev`. */
export function tableName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of an HTTP API; that of the main one is the same text as the table's name. */
export function apiName(stage: string, api: ApiName): string {
  return `platform-modules-${stage}${suffixOf(api)}`;
}

const suffixOf = (api: ApiName): string => (api === 'main' ? '' : `-${api}`);

/** Name of the public host's resources, which must be unique in the account. */
export function frontName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the event bus. */
export function busName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the group of the template's schedules. */
export function scheduleGroupName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of the group of schedules that functions create. */
export function dynamicScheduleGroupName(stage: string): string {
  return `platform-modules-${stage}-dynamic`;
}

/** Name of the role that EventBridge Scheduler assumes for those. IAM names are global, so it contains the region. */
export function scheduleRoleName(stage: string, region: string): string {
  return `platform-modules-${stage}-schedules-${region}`;
}

/** Prefix of the names of a stage's buckets. */
function bucketNamePrefix(stage: string): string {
  return `platform-modules-${stage}-`;
}

/**
 * Name of the bucket of files, `platform-modules-dev-files-111122223333-eu-west-1`. Bucket names are global, so it
 * contains account and region.
 */
export function filesBucketName(stage: string, account: string, region: string): string {
  return bucketName(stage, 'files', account, region);
}

/** Name of the bucket of the console's files. */
export function consoleBucketName(stage: string, account: string, region: string): string {
  return bucketName(stage, 'site', account, region);
}

/** Throws when the name exceeds the length limit of AWS in any region. */
function bucketName(stage: string, kind: string, account: string, region: string): string {
  const start = `${bucketNamePrefix(stage)}${kind}-`;
  if (start.length + maxAccountAndRegion > maxBucketName)
    throw new Error(`With account and region, the bucket name ${start}… exceeds ${maxBucketName} characters`);
  return `${start}${account}-${region}`;
}

/** Name of the topic to which Textract publishes the end of jobs. */
export function textractTopicName(stage: string): string {
  return `platform-modules-${stage}-text-recognized`;
}

/** Name of the role that Textract assumes for that. IAM names are global, so it contains the region. */
export function textractRoleName(stage: string, region: string): string {
  return `platform-modules-${stage}-textract-${region}`;
}

/** Name of the topic to which SES publishes e-mail events. */
export function emailTopicName(stage: string): string {
  return `platform-modules-${stage}-email-events`;
}

/** Name of the SES configuration set for e-mails. */
export function emailConfigurationSetName(stage: string): string {
  return `platform-modules-${stage}`;
}

/** Name of a queue, `platform-modules-dev-webhook-dispatch`. Throws when it exceeds the length limit of AWS. */
export function queueName(stage: string, name: string): string {
  const fullName = `platform-modules-${stage}-${name}`;
  if (deadLetterQueueName(fullName).length > maxQueueName) {
    throw new Error(`With its dead-letter queue's suffix, ${fullName} exceeds ${maxQueueName} characters`);
  }
  return fullName;
}

/** Name of the dead-letter queue of the queue with that full name. */
export function deadLetterQueueName(fullName: string): string {
  return `${fullName}${deadLetterSuffix}`;
}

/** Name of the queue for stream records that a worker could not process. */
export function failuresQueueName(stage: string, workerName: string): string {
  return queueName(stage, `${kebabCase(workerName)}-failures`);
}

/** Alias of the key that encrypts secrets; unique in account and region. */
export function keyAlias(stage: string): string {
  return `alias/platform-modules-${stage}`;
}

/** Log group of all functions of a module, `/platform-modules/dev/rules`. */
export function moduleLogGroupName(stage: string, module: string): string {
  return `/platform-modules/${stage}/${module}`;
}

/**
 * Log group of the API's access logs. API Gateway delivers them under a resource policy of limited size that
 * AWS keeps short only for this prefix:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
 */
export function accessLogGroupName(stage: string, api: ApiName): string {
  return `/aws/vendedlogs/platform-modules/${stage}/access${suffixOf(api)}`;
}

/** Log group of the web ACL. WAF requires this prefix. */
export function webAclLogGroupName(stage: string): string {
  return `aws-waf-logs-platform-modules-${stage}`;
}

/** Id and name of a stack, `PlatformModules-dev-rules`. */
export function stackName(stage: string, part: string): string {
  return `PlatformModules-${stage}-${part}`;
}

/**
 * Export through which the protection stack locks a stack: CloudFormation does not delete a stack whose export is in
 * use.
 */
export function lockExportName(stackName: string): string {
  return `${stackName}-lock`;
}

/** The ARN of a table's stream contains its creation time, so no stack can derive it. */
export const streamArnOutput = 'StreamArn';

/** Export of the same value, which earlier versions imported. */
export function streamArnExportName(stage: string): string {
  return `${stackName(stage, 'data')}-stream-arn`;
}

/** Name of the ingest service, its cluster, its task definition and its VPC origin. */
export function ingestName(stage: string): string {
  return `pm-${stage}-ingest`;
}

export const ingestExports = ['origin', 'host', 'balancer'] as const;
export type IngestExport = (typeof ingestExports)[number];

/** AWS generates the id of a VPC origin, the host name of a load balancer and the end of its ARN. */
export function ingestExportName(stage: string, what: IngestExport): string {
  return `${stackName(stage, 'ingest')}-${what}`;
}

export type EgressExport = 'group' | 'subnet-0' | 'subnet-1';

/** Subnets and security group of functions that send from fixed addresses. */
export function egressExportName(stage: string, what: EgressExport): string {
  return `${stackName(stage, 'egress')}-${what}`;
}

/** API Gateway generates the API's id, so no stack can derive it. */
export function apiIdExportName(stage: string, api: ApiName): string {
  return `${stackName(stage, 'api')}-id${suffixOf(api)}`;
}

/** Name of the secret that the public host sends to the functions; each generation has its own. */
export function originSecretName(stage: string, generation: number): string {
  return `platform-modules/${stage}/origin/${generation}`;
}

/** Name of the secret with the values that functions accept in this generation. */
export function acceptedSecretsName(stage: string, generation: number): string {
  return `${originSecretName(stage, generation)}/accepted`;
}

/** A dynamic reference, which CloudFormation replaces by the secret's value. */
export function secretValue(secretName: string): string {
  return `{{resolve:secretsmanager:${secretName}:SecretString}}`;
}

/** Alias of the version that callers get, for gradual rollouts. */
export const liveAlias = 'live';

/** Prefix of the names of a module's functions. */
export function functionNamePrefix(stage: string, module: string): string {
  return `pm-${stage}-${module}-`;
}

/** Name within its module of the function that returns whole responses of a streaming function. */
export function wholeName(name: string): string {
  return `${kebabCase(name)}${wholeSuffix}`;
}

/** Name of the alarm of a module's failures. */
export function faultsAlarmName(stage: string, module: string): string {
  return `pm-${stage}-${module}-faults`;
}

/** Name of the topic of alarms. */
export function alarmTopicName(stage: string): string {
  return `platform-modules-${stage}-alarms`;
}

/** The topic in us-east-1, where the metrics of the public host are. */
export function edgeAlarmTopicName(stage: string): string {
  return `platform-modules-${stage}-edge-alarms`;
}

/**
 * Name of a Lambda function, `pm-dev-rules-create-rule`; `name` is an operation id or in kebab-case. Throws when it
 * exceeds the length limit of AWS, so that synth fails instead of the deployment.
 */
export function functionName(stage: string, module: string, name: string): string {
  const fullName = `${functionNamePrefix(stage, module)}${kebabCase(name)}`;
  if (fullName.length > maxFunctionName) {
    throw new Error(`The function name ${fullName} is longer than ${maxFunctionName} characters`);
  }
  return fullName;
}
