/** Deletes stacks in the order of their dependencies, empties their buckets, and lists what AWS keeps. */
import { DeleteStackCommand, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { forEachParallel } from '../../shared/kernel/table/parallel.ts';
import { stackName } from '../aws/names.ts';
import type { AwsClients } from './clients.ts';
import {
  type DeployedStack,
  readFailures,
  readPhysicalIds,
  readStatus,
  readTemplate,
} from './deployed-stacks.ts';
import { RefusedError } from './errors.ts';
import { isRetained } from './templates.ts';

export interface RemovalTools {
  clients: Pick<AwsClients, 'cloudFormation' | 's3'>;
  say(line: string): void;
  sleep(ms: number): Promise<void>;
}

export const pollIntervalMs = 10_000;
// When CloudFormation refuses a deletion because an export is in use, the stack keeps its earlier status.
// https://github.com/USSBA/aws-cft-tools/issues/27
const maxPollsWithoutProgress = 6;
// A function may still write to a bucket while its stack is deleted.
const maxAttempts = 2;

const modulesWave = 2;
/** The parts that are deleted together, in order; other parts are modules. */
const waves: readonly (readonly string[])[] = [
  ['protection'],
  ['front', 'watch', 'budget'],
  [],
  ['egress', 'exports'],
  ['api', 'messaging'],
  ['edge', 'data'],
];

/** The deletion wave of a stack, from 0. */
export function deletionWave(name: string, stage: string): number {
  const part = name.slice(stackName(stage, '').length);
  const wave = waves.findIndex((parts) => parts.includes(part));
  return wave < 0 ? modulesWave : wave;
}

/** Deletes the stacks of a stage wave by wave, at most `concurrency` at once. Throws when one cannot be deleted. */
export async function removeStacks(
  stacks: readonly DeployedStack[],
  { stage, concurrency, tools }: { stage: string; concurrency: number; tools: RemovalTools },
): Promise<void> {
  const byWave = Map.groupBy(stacks, ({ name }) => deletionWave(name, stage));
  for (const [, wave] of [...byWave].toSorted(([one], [other]) => one - other))
    await forEachParallel(wave, concurrency, (stack) => removeStack(stack, tools));
}

async function removeStack(stack: DeployedStack, tools: RemovalTools): Promise<void> {
  const { clients, say } = tools;
  const client = clients.cloudFormation(stack.region);
  if (stack.isProtected)
    await client.send(
      new UpdateTerminationProtectionCommand({ StackName: stack.name, EnableTerminationProtection: false }),
    );
  say(`  deleting ${stack.name} (${stack.region})`);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await emptyBuckets(stack, tools);
    await client.send(new DeleteStackCommand({ StackName: stack.id }));
    if (await isDeleted(stack, tools)) return;
  }
  const { status, reason } = await readStatus(clients, stack);
  const failures = await readFailures(clients, stack);
  throw new RefusedError(
    [`${stack.name} could not be deleted; it is ${status}. ${reason}`, ...failures].join('\n  '),
  );
}

async function isDeleted(stack: DeployedStack, { clients, sleep }: RemovalTools): Promise<boolean> {
  for (let polls = 0; polls < maxPollsWithoutProgress; ) {
    const { status } = await readStatus(clients, stack);
    if (status === 'DELETE_COMPLETE') return true;
    if (status === 'DELETE_FAILED') return false;
    polls = status === 'DELETE_IN_PROGRESS' ? 0 : polls + 1;
    await sleep(pollIntervalMs);
  }
  return false;
}

/**
 * Deletes every object and version in the buckets that are deleted with the stack, because CloudFormation only deletes
 * empty buckets.
 */
async function emptyBuckets(stack: DeployedStack, { clients, say }: RemovalTools): Promise<void> {
  const template = await readTemplate(clients, stack);
  const buckets = Object.entries(template?.Resources ?? {}).filter(
    ([, resource]) => resource.Type === 'AWS::S3::Bucket' && !isRetained(resource),
  );
  if (buckets.length === 0) return;
  const physicalIds = await readPhysicalIds(clients, stack);
  const client = clients.s3(stack.region);
  for (const [logicalId] of buckets) {
    const bucket = physicalIds.get(logicalId);
    if (bucket === undefined) continue;
    const deleted = await emptyBucket(bucket, client);
    if (deleted > 0) say(`  emptied ${bucket}: ${deleted} objects`);
  }
}

/** Returns the number of deleted objects and versions. */
async function emptyBucket(bucket: string, client: S3Client): Promise<number> {
  for (let deleted = 0; ; ) {
    // Always reads the first page, because the previous one is deleted.
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }));
    const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].flatMap(({ Key, VersionId }) =>
      Key === undefined ? [] : [{ Key, ...(VersionId && { VersionId }) }],
    );
    if (Objects.length === 0) return deleted;
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0)
      throw new RefusedError(`${bucket} could not be emptied: ${Errors[0]?.Key}: ${Errors[0]?.Message}`);
    deleted += Objects.length;
  }
}
