/** Removes a whole stage, and lists what AWS keeps of it. */
import { stackName } from '../aws/names.ts';
import type { AwsClients } from './clients.ts';
import {
  type DeployedStack,
  isInProgress,
  listDeployedStacks,
  readPhysicalIds,
  readTemplate,
} from './deployed-stacks.ts';
import { RefusedError } from './errors.ts';
import { creationConcurrency } from './plan.ts';
import { type RemovalTools, removeStacks } from './removal.ts';
import { isRetained, type TemplateResource } from './templates.ts';

export interface DestroyRequest {
  stage: string;
  /** The stage whose protection is lifted; must be the same. */
  liftProtection: string | undefined;
  /** Skips the confirmation. A protected stage is confirmed anyway. */
  yes: boolean;
  concurrency: number | undefined;
}

export interface DestroyTools extends RemovalTools {
  clients: AwsClients;
  /** Regions that the stage may have stacks in. */
  regions: readonly string[];
  /** Names of all stages. */
  stages: readonly string[];
  account: string;
  /** The typed text; empty at the end of the input. */
  ask(question: string): Promise<string>;
}

const alwaysProtectedStage = 'prod';

/** Deletes every stack of the stage. Throws when it is protected, when its name is not typed, and when AWS refuses. */
export async function destroy(request: DestroyRequest, tools: DestroyTools): Promise<void> {
  const { stage, yes, liftProtection, concurrency = creationConcurrency } = request;
  const { clients, say, regions, stages } = tools;
  const stacks = await listDeployedStacks(clients, { stage, stages, regions });
  if (stacks.length === 0) {
    say(`The stage ${stage} has no stacks in ${regions.join(' and ')}.`);
    return;
  }
  const busy = stacks.filter(isInProgress);
  if (busy.length > 0)
    throw new RefusedError(
      `CloudFormation is still working on ${busy.map(({ name }) => name).join(', ')}. Try again when it has finished.`,
    );
  const isProtected = isStageProtected(stage, stacks);
  if (isProtected && liftProtection !== stage)
    throw new RefusedError(
      `The stage ${stage} is protected. Nothing was removed. To remove it anyway: npm run deploy -- --destroy ` +
        `--stage ${stage} --lift-protection ${stage}`,
    );
  const kept = await keptResources(stacks, clients);
  say(`Removes the stage ${stage} of account ${tools.account}: ${stacks.length} stacks`);
  for (const { name, region, status } of stacks) say(`  ${name} (${region}, ${status})`);
  if (kept.length > 0) say(`Not removed: ${kept.length} resources that outlive their stacks.`);
  if ((isProtected || !yes) && (await tools.ask('Type the name of the stage to remove it: ')) !== stage)
    throw new RefusedError('The name was not typed. Nothing was removed.');
  await removeStacks(stacks, { stage, concurrency, tools });
  say(`The stage ${stage} is removed.`);
  if (kept.length === 0) return;
  say('AWS keeps:');
  for (const line of kept) say(`  ${line}`);
}

/** Whether its name must be given twice: production, and stages with protected stacks. */
function isStageProtected(stage: string, stacks: readonly DeployedStack[]): boolean {
  return (
    stage === alwaysProtectedStage ||
    stacks.some(({ isProtected, name }) => isProtected || name === stackName(stage, 'protection'))
  );
}

/** Commands that remove a kept resource, by its type. */
const removalCommands: Readonly<Record<string, (id: string, region: string) => string>> = {
  'AWS::DynamoDB::Table': (id, region) => `aws dynamodb delete-table --table-name ${id} --region ${region}`,
  'AWS::S3::Bucket': (id) => `aws s3 rb --force s3://${id}`,
  'AWS::Logs::LogGroup': (id, region) =>
    `aws logs delete-log-group --log-group-name ${id} --region ${region}`,
  'AWS::KMS::Key': (id, region) => `aws kms schedule-key-deletion --key-id ${id} --region ${region}`,
  'AWS::KMS::Alias': (id, region) => `aws kms delete-alias --alias-name ${id} --region ${region}`,
  'AWS::EC2::EIP': (id, region) =>
    `aws ec2 describe-addresses --public-ips ${id} --query "Addresses[].AllocationId" --output text --region ${region} | ` +
    `xargs aws ec2 release-address --region ${region} --allocation-id`,
};

function lineOfKept(resource: TemplateResource, id: string, region: string): string {
  const command = removalCommands[resource.Type]?.(id, region);
  return `${resource.Type} ${id}${command === undefined ? '' : `: ${command}`}`;
}

async function keptResources(
  stacks: readonly DeployedStack[],
  clients: Pick<AwsClients, 'cloudFormation'>,
): Promise<string[]> {
  const kept: string[] = [];
  for (const stack of stacks) {
    const template = await readTemplate(clients, stack);
    const resources = Object.entries(template?.Resources ?? {});
    const lasting = resources.filter(
      ([, resource]) => isRetained(resource) || resource.Type === 'AWS::KMS::Key',
    );
    if (lasting.length === 0) continue;
    const physicalIds = await readPhysicalIds(clients, stack);
    for (const [logicalId, resource] of lasting) {
      const id = physicalIds.get(logicalId);
      if (id === undefined) continue;
      kept.push(
        isRetained(resource)
          ? lineOfKept(resource, id, stack.region)
          : `${resource.Type} ${id} until its waiting period ends (${resource.Properties?.PendingWindowInDays ?? 30} days), free of charge`,
      );
    }
  }
  return kept;
}
