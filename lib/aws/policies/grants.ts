/**
 * The permissions of functions as IAM statements. Contracts declare what an endpoint uses; only this file maps that to
 * actions and resources, so that least privilege is reviewed in two short files.
 */
import { type FileArea, filePrefixes } from '../../../shared/kernel/files/object-keys.ts';
import type {
  EndpointSpec,
  FileAction,
  Permissions,
  ScheduleAction,
} from '../../../shared/kernel/http/endpoint-spec.ts';
import { deadLetterSuffix } from '../../../shared/kernel/queues/names.ts';
import type { TextractAction, WorkerPermissions } from '../../../shared/kernel/queues/worker-spec.ts';
import { type PlatformResources, passesRole } from '../platform-resources.ts';

export interface Statement {
  Effect: 'Allow';
  Action: string[];
  Resource: string;
  Condition?: Record<string, Record<string, string[]>>;
}

/** The resources of the grants. */
export interface GrantTargets {
  tableArn: string;
  /** With its `:*`, as in CloudFormation's `Arn` attribute of a log group. */
  logGroupArn: string;
  shared: Omit<PlatformResources, 'environment'>;
}

/** The part of a contract that decides about the grants of its function. */
type EndpointNeeds = Pick<
  EndpointSpec,
  'auth' | 'scope' | 'stepUp' | 'permissions' | 'transport' | 'holdsConnection'
>;

/** Lets a function write log lines into one log group, but not create groups. */
export function logGrant(targets: Pick<GrantTargets, 'logGroupArn'>): Statement {
  return {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: targets.logGroupArn,
  };
}

/** Lets Lambda record traces in the function's name. IAM has no resource for it. */
export const traceGrant: Statement = {
  Effect: 'Allow',
  Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  Resource: '*',
};

/**
 * Lets Lambda connect the function to its VPC; Lambda requires exactly these actions before it creates the function.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
export const networkGrant: Statement = {
  Effect: 'Allow',
  Action: [
    'CreateNetworkInterface',
    'DescribeNetworkInterfaces',
    'DescribeSubnets',
    'DeleteNetworkInterface',
    'AssignPrivateIpAddresses',
    'UnassignPrivateIpAddresses',
  ].map((name) => `ec2:${name}`),
  Resource: '*',
};

/**
 * Lets `endpoint()` authenticate the caller: one update of the key's item both reads it and counts the request; requests
 * of users have a counter of their own. The condition excludes every other item from these updates.
 */
function callerGrant(targets: GrantTargets): Statement {
  return {
    Effect: 'Allow',
    Action: ['dynamodb:UpdateItem'],
    Resource: targets.tableArn,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*', 'LIMIT#user-*'] } },
  };
}

/**
 * Lets `endpoint()` read the caller's session and its last use, and the selected tenant and organizations when they are
 * not the caller's own, and nothing else of the table. Organizations are listed only where needed, and so are second
 * factors.
 */
function scopeGrant({ scope: needs, stepUp }: EndpointNeeds, targets: GrantTargets): Statement {
  return {
    Effect: 'Allow',
    Action: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', ...(needs === 'none' ? [] : ['dynamodb:Query'])],
    Resource: targets.tableArn,
    Condition: {
      'ForAllValues:StringLike': {
        'dynamodb:LeadingKeys': [
          'SESSION#*',
          'LIMIT#user-idle#*',
          'DIRECTORY#*',
          ...(stepUp ? ['TENANT#*#FACTORS#*'] : []),
        ],
      },
    },
  };
}

/** Lets a worker read whether the tenants and organizations of its messages are open. */
export function homeGrant(tableArn: string): Statement {
  return {
    Effect: 'Allow',
    Action: ['dynamodb:BatchGetItem'],
    Resource: tableArn,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DIRECTORY#*'] } },
  };
}

/** Lets a worker store the errors of messages that its queue gives up (shared/kernel/queues/last-errors.ts). */
export function lastErrorGrant(tableArn: string): Statement {
  return {
    Effect: 'Allow',
    Action: ['dynamodb:PutItem'],
    Resource: tableArn,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TENANT#*#DEADLETTERS'] } },
  };
}

/** Lets `streamEndpoint()` take and release slots of open downloads. */
function downloadGrants({ transport, holdsConnection }: EndpointNeeds, targets: GrantTargets): Statement[] {
  if (transport !== 'stream' || holdsConnection) return [];
  return [
    {
      Effect: 'Allow',
      Action: ['dynamodb:UpdateItem'],
      Resource: targets.tableArn,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#downloads#*'] } },
    },
  ];
}

/** Lets a function count against limits, and reset them where needed; excludes all other items. */
function limitGrants(
  permissions: Pick<Permissions, 'limits'> | undefined,
  targets: GrantTargets,
): Statement[] {
  if (permissions?.limits === undefined) return [];
  const reset = permissions.limits === 'count and reset' ? ['dynamodb:DeleteItem'] : [];
  return [
    {
      Effect: 'Allow',
      Action: ['dynamodb:UpdateItem', ...reset],
      Resource: targets.tableArn,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#*'] } },
    },
  ];
}

/**
 * Lets a function decrypt secrets, and encrypt some: it decrypts the tenants' data keys with the deployment's key,
 * which is identified by its alias, and reads (or creates) their items. Excludes all other keys and items.
 * https://docs.aws.amazon.com/kms/latest/developerguide/alias-authorization.html
 */
function secretGrants(
  permissions: Pick<Permissions, 'secrets'> | undefined,
  { tableArn, shared }: GrantTargets,
): Statement[] {
  if (permissions?.secrets === undefined) return [];
  const seals = permissions.secrets === 'seal and open';
  return [
    {
      Effect: 'Allow',
      Action: ['kms:Decrypt', ...(seals ? ['kms:GenerateDataKey'] : [])],
      Resource: shared.keysArn,
      Condition: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': [shared.keyAlias] } },
    },
    {
      Effect: 'Allow',
      Action: ['dynamodb:GetItem', ...(seals ? ['dynamodb:PutItem'] : [])],
      Resource: tableArn,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DATAKEY#*'] } },
    },
  ];
}

/** Lets a function that evaluates toggles count evaluations; excludes all other writes. */
function toggleGrants(
  permissions: Pick<Permissions, 'toggles'> | undefined,
  { tableArn }: GrantTargets,
): Statement[] {
  if (permissions?.toggles === undefined) return [];
  return [
    {
      Effect: 'Allow',
      Action: ['dynamodb:UpdateItem'],
      Resource: tableArn,
      Condition: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TOGGLE#*', 'TENANT#*#TOGGLEEVALUATIONS#*'] },
      },
    },
  ];
}

/** One statement per kind of used resource; none without permissions. */
function permissionGrants(
  permissions: Pick<Permissions, 'table'> | undefined,
  targets: GrantTargets,
): Statement[] {
  const tableActions = permissions?.table ?? [];
  if (tableActions.length === 0) return [];
  return [
    {
      Effect: 'Allow',
      Action: tableActions.map((action) => `dynamodb:${action}`),
      Resource: targets.tableArn,
    },
  ];
}

const fileActions: Readonly<Record<FileAction, readonly string[]>> = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject'],
  upload: ['s3:PutObject', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
  list: ['s3:ListBucket'],
  // A presigned form has the permissions of its signer.
  presign: ['s3:PutObject'],
};

/**
 * Lets a function use files, one statement for each area of the bucket. Listing covers the whole bucket: with a
 * condition on the prefix, S3 would return 403 instead of 404 for a missing object.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function fileGrants(
  permissions: Pick<Permissions, 'files'> | undefined,
  { shared }: GrantTargets,
): Statement[] {
  const granted = new Map<string, Set<string>>();
  for (const touch of permissions?.files ?? []) {
    const [action, area = action === 'presign' ? 'staging' : undefined] = touch.split(' ') as [
      FileAction,
      FileArea?,
    ];
    const objects = `${shared.filesBucketArn}/${area === undefined ? '' : filePrefixes[area]}*`;
    const resource = action === 'list' ? shared.filesBucketArn : objects;
    const actions = granted.get(resource) ?? new Set();
    for (const name of fileActions[action]) actions.add(name);
    granted.set(resource, actions);
  }
  return [...granted].map(([Resource, actions]) => ({ Effect: 'Allow', Action: [...actions], Resource }));
}

/** All permissions of the function of one endpoint. */
export function endpointGrants(endpoint: EndpointNeeds, targets: GrantTargets): Statement[] {
  return [
    logGrant(targets),
    ...(endpoint.auth !== 'none' ? [callerGrant(targets), scopeGrant(endpoint, targets)] : []),
    ...downloadGrants(endpoint, targets),
    ...limitGrants(endpoint.permissions, targets),
    ...secretGrants(endpoint.permissions, targets),
    ...toggleGrants(endpoint.permissions, targets),
    ...permissionGrants(endpoint.permissions, targets),
    ...fileGrants(endpoint.permissions, targets),
    ...scheduleGrants(endpoint.permissions, targets),
    ...deadLetterGrants(endpoint.permissions, targets),
    ...sendGrants((endpoint.permissions?.queues ?? []).map(targets.shared.queueArn)),
  ];
}

/**
 * Lets a function read dead-letter queues, or let SQS move their messages back: SQS then receives, deletes and sends
 * with the function's own grants.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
 */
function deadLetterGrants(
  permissions: Pick<Permissions, 'deadLetters'> | undefined,
  { shared }: Pick<GrantTargets, 'shared'>,
): Statement[] {
  if (permissions?.deadLetters === undefined) return [];
  const redrives = permissions.deadLetters === 'redrive';
  const moving = ['StartMessageMoveTask', 'ListMessageMoveTasks', 'DeleteMessage', 'ChangeMessageVisibility'];
  return [
    // Of the queues themselves, the number of messages.
    { Effect: 'Allow', Action: ['sqs:GetQueueAttributes'], Resource: shared.queueArn('*') },
    {
      Effect: 'Allow',
      Action: ['ReceiveMessage', ...(redrives ? moving : [])].map((name) => `sqs:${name}`),
      Resource: shared.queueArn(`*${deadLetterSuffix}`),
    },
    ...(redrives ? sendGrants([shared.queueArn('*')]) : []),
  ];
}

const scheduleActions: Readonly<Record<ScheduleAction, string>> = {
  create: 'scheduler:CreateSchedule',
  update: 'scheduler:UpdateSchedule',
  get: 'scheduler:GetSchedule',
  delete: 'scheduler:DeleteSchedule',
  list: 'scheduler:ListSchedules',
};

/**
 * Lets a function manage the schedules that functions create, and pass the service's role. IAM has no resource for
 * single schedules, and none for listing:
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/security_iam_id-based-policy-examples.html
 */
function scheduleGrants(
  permissions: Pick<Permissions, 'schedules'> | undefined,
  { shared }: GrantTargets,
): Statement[] {
  const schedules = permissions?.schedules ?? [];
  const onGroup = schedules.filter((action) => action !== 'list').map((action) => scheduleActions[action]);
  const grants: Statement[] = [];
  if (onGroup.length > 0) grants.push({ Effect: 'Allow', Action: onGroup, Resource: shared.schedulesArn });
  if (schedules.includes('list'))
    grants.push({ Effect: 'Allow', Action: [scheduleActions.list], Resource: '*' });
  if (passesRole(schedules)) {
    grants.push({
      Effect: 'Allow',
      Action: ['iam:PassRole'],
      Resource: shared.scheduleRoleArn,
      Condition: { StringEquals: { 'iam:PassedToService': ['scheduler.amazonaws.com'] } },
    });
  }
  return grants;
}

const textractActions: Readonly<Record<TextractAction, string>> = {
  detect: 'textract:DetectDocumentText',
  start: 'textract:StartDocumentTextDetection',
  result: 'textract:GetDocumentTextDetection',
};

/**
 * Lets a function start text recognition by Textract, and pass the role with which Textract publishes the end of jobs.
 * Textract reads files with the function's own grants.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazontextract.html
 */
function textractGrants(
  { textract = [] }: Pick<WorkerPermissions, 'textract'>,
  { shared }: GrantTargets,
): Statement[] {
  const grants: Statement[] = [];
  const Action = textract.map((action) => textractActions[action]);
  if (Action.length > 0) grants.push({ Effect: 'Allow', Action, Resource: '*' });
  if (textract.includes('start')) {
    grants.push({
      Effect: 'Allow',
      Action: ['iam:PassRole'],
      Resource: shared.textractRoleArn,
      Condition: { StringEquals: { 'iam:PassedToService': ['textract.amazonaws.com'] } },
    });
  }
  return grants;
}

/**
 * Lets a function send e-mails as the stage's sender and read the SES quota. Where each tenant is an SES tenant, it
 * creates those as well. https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonses.html
 */
function emailGrants(
  { email: touch }: Pick<WorkerPermissions, 'email'>,
  { shared }: GrantTargets,
): Statement[] {
  const { email } = shared;
  if (touch !== 'send' || email === undefined) return [];
  const { identityArn, configurationSetArn, tenantsArn } = email;
  const allow = (verb: string, Resource: string): Statement => ({
    Effect: 'Allow',
    Action: [`ses:${verb}`],
    Resource,
  });
  const associate = 'CreateTenantResourceAssociation';
  return [
    allow('SendEmail', identityArn),
    allow('SendEmail', configurationSetArn),
    allow('GetAccount', '*'),
    ...(tenantsArn === undefined
      ? []
      : [
          allow('CreateTenant', tenantsArn),
          allow(associate, tenantsArn),
          allow(associate, identityArn),
          allow(associate, configurationSetArn),
        ]),
  ];
}

/** Lets a function send messages to exactly these queues. */
export function sendGrants(queueArns: readonly string[]): Statement[] {
  return queueArns.map((arn) => ({ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: arn }));
}

/** Lets Lambda read a queue in the function's name, and delete handled messages. */
export function receiveGrant(queueArn: string): Statement {
  const actions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  return { Effect: 'Allow', Action: actions.map((action) => `sqs:${action}`), Resource: queueArn };
}

/** Lets Lambda read any stream of the table in the function's name: a restored table has another one. */
export function streamGrants(tableArn: string): Statement[] {
  const actions = ['DescribeStream', 'GetShardIterator', 'GetRecords'];
  return [
    {
      Effect: 'Allow',
      Action: actions.map((action) => `dynamodb:${action}`),
      Resource: `${tableArn}/stream/*`,
    },
    // Lambda refuses a mapping whose role lacks it; IAM has no resource for it.
    { Effect: 'Allow', Action: ['dynamodb:ListStreams'], Resource: '*' },
  ];
}

/** Permissions of a worker's own code, without those of its trigger. */
export function workerGrants(permissions: WorkerPermissions, targets: GrantTargets): Statement[] {
  const { busArn, queueArn } = targets.shared;
  return [
    logGrant(targets),
    ...limitGrants(permissions, targets),
    ...secretGrants(permissions, targets),
    ...permissionGrants(permissions, targets),
    ...(permissions.bus ? [publishGrant(busArn)] : []),
    ...fileGrants(permissions, targets),
    ...scheduleGrants(permissions, targets),
    ...textractGrants(permissions, targets),
    ...emailGrants(permissions, targets),
    ...sendGrants((permissions.queues ?? []).map(queueArn)),
  ];
}

function publishGrant(busArn: string): Statement {
  return { Effect: 'Allow', Action: ['events:PutEvents'], Resource: busArn };
}
