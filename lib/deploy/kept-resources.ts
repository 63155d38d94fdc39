/** Resources that outlive their stacks, each with the command that removes it. */
import type { AwsClients } from './clients.ts';
import { type DeployedStack, readPhysicalIds, readTemplate } from './deployed-stacks.ts';
import { isRetained, type TemplateResource } from './templates.ts';

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

/**
 * Lists the resources that AWS keeps when the stacks are deleted. A stack with the same names cannot be created while
 * they exist.
 */
export async function keptResources(
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
