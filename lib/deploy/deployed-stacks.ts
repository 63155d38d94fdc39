/** The stacks of a stage as CloudFormation has them. */
import {
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateDescribeStackEvents,
  paginateDescribeStacks,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { stackName } from '../aws/names.ts';
import type { AwsClients } from './clients.ts';
import type { Template } from './templates.ts';

type StackClients = Pick<AwsClients, 'cloudFormation'>;

export interface DeployedStack {
  name: string;
  /** ARN: it also finds a deleted stack, unlike the name. */
  id: string;
  region: string;
  /** CloudFormation's status, for instance `CREATE_COMPLETE`. */
  status: string;
  /** Whether it has termination protection. */
  isProtected: boolean;
}

/** Stacks are identified by name and region. */
export const stackKey = ({ name, region }: Pick<DeployedStack, 'name' | 'region'>): string =>
  `${region}/${name}`;

/** Whether it is the stack that locks the others. Everything in it can be created again. */
export const isProtectionStack = ({ name }: Pick<DeployedStack, 'name'>): boolean =>
  name.endsWith('-protection');

/**
 * Whether its first creation failed or never began: CloudFormation refuses to update such a stack. Also a protection
 * stack whose deletion failed: it is deleted by force, and created again.
 */
export const isFailedCreation = (stack: Pick<DeployedStack, 'name' | 'status'>): boolean =>
  ['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED'].includes(stack.status) ||
  (stack.status === 'DELETE_FAILED' && isProtectionStack(stack));

/** Whether CloudFormation is working on it. */
export const isInProgress = ({ status }: Pick<DeployedStack, 'status'>): boolean =>
  status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS';

/**
 * Whether the stack belongs to the stage. Its tag decides. A stack that was never created has no tags, and belongs to
 * the stage with the longest matching name (`PlatformModules-pr-12-data` to `pr-12`, not to `pr`).
 */
export function belongsToStage(
  { StackName = '', Tags = [] }: Pick<Stack, 'StackName' | 'Tags'>,
  stage: string,
  stages: readonly string[],
): boolean {
  if (!StackName.startsWith(stackName(stage, ''))) return false;
  const tag = Tags.find(({ Key }) => Key === 'Stage');
  if (tag) return tag.Value === stage;
  return !stages.some((one) => one.length > stage.length && StackName.startsWith(stackName(one, '')));
}

/** Lists the stage's stacks in those regions, except deleted ones. `stages` are the names of all stages. */
export async function listDeployedStacks(
  clients: StackClients,
  { stage, stages, regions }: { stage: string; stages: readonly string[]; regions: readonly string[] },
): Promise<DeployedStack[]> {
  const found: DeployedStack[] = [];
  for (const region of new Set(regions)) {
    const pages = paginateDescribeStacks({ client: clients.cloudFormation(region) }, {});
    for await (const { Stacks = [] } of pages) {
      found.push(
        ...Stacks.filter((stack) => belongsToStage(stack, stage, stages)).map((stack) =>
          describe(stack, region),
        ),
      );
    }
  }
  return found.filter(({ status }) => status !== 'DELETE_COMPLETE');
}

function describe(stack: Stack, region: string): DeployedStack {
  return {
    name: stack.StackName ?? '',
    id: stack.StackId ?? stack.StackName ?? '',
    region,
    status: stack.StackStatus ?? '',
    isProtected: stack.EnableTerminationProtection ?? false,
  };
}

/** The stack's present status and its reason. */
export async function readStatus(
  clients: StackClients,
  { id, region }: Pick<DeployedStack, 'id' | 'region'>,
): Promise<{ status: string; reason: string }> {
  const { Stacks = [] } = await clients
    .cloudFormation(region)
    .send(new DescribeStacksCommand({ StackName: id }));
  return { status: Stacks[0]?.StackStatus ?? '', reason: Stacks[0]?.StackStatusReason ?? '' };
}

/** Outputs of a stack by their names. */
export async function readOutputs(
  clients: StackClients,
  { id, region }: Pick<DeployedStack, 'id' | 'region'>,
): Promise<ReadonlyMap<string, string>> {
  const { Stacks = [] } = await clients
    .cloudFormation(region)
    .send(new DescribeStacksCommand({ StackName: id }));
  return new Map(
    (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
}

/** The template of a stack as uploaded; undefined for a stack that was never created. */
export async function readTemplate(
  clients: StackClients,
  { id, region, status }: Pick<DeployedStack, 'id' | 'region' | 'status'>,
): Promise<Template | undefined> {
  if (status === 'REVIEW_IN_PROGRESS') return undefined;
  const { TemplateBody = '' } = await clients
    .cloudFormation(region)
    .send(new GetTemplateCommand({ StackName: id, TemplateStage: 'Original' }));
  return TemplateBody === '' ? undefined : (JSON.parse(TemplateBody) as Template);
}

/** Physical ids of a stack's resources by their logical ids. */
export async function readPhysicalIds(
  clients: StackClients,
  { id, region }: Pick<DeployedStack, 'id' | 'region'>,
): Promise<Map<string, string>> {
  const physicalIds = new Map<string, string>();
  const pages = paginateListStackResources({ client: clients.cloudFormation(region) }, { StackName: id });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const { LogicalResourceId, PhysicalResourceId, ResourceStatus } of StackResourceSummaries)
      if (LogicalResourceId && PhysicalResourceId && ResourceStatus !== 'DELETE_COMPLETE')
        physicalIds.set(LogicalResourceId, PhysicalResourceId);
  }
  return physicalIds;
}

/** Failure reasons of the latest operation on a stack, the first failure first. */
export async function readFailures(
  clients: StackClients,
  { id, name, region }: Pick<DeployedStack, 'id' | 'name' | 'region'>,
): Promise<string[]> {
  const failures: string[] = [];
  const pages = paginateDescribeStackEvents({ client: clients.cloudFormation(region) }, { StackName: id });
  for await (const { StackEvents = [] } of pages) {
    for (const event of StackEvents) {
      const { ResourceStatus = '', ResourceStatusReason = '', LogicalResourceId = '' } = event;
      // Events are read from last to first; the operation begins with the stack's own event.
      if (LogicalResourceId === name && /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus))
        return failures.toReversed();
      // Resources that CloudFormation cancelled because of another failure have no reason of their own.
      if (ResourceStatus.endsWith('_FAILED') && !/cancelled/i.test(ResourceStatusReason))
        failures.push(`${LogicalResourceId} (${event.ResourceType}): ${ResourceStatusReason}`);
    }
  }
  return failures.toReversed();
}
