/** Deletes stacks in the order of their dependencies, empties their buckets, and lists what AWS keeps. */
import { DeleteStackCommand, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { forEachParallel } from '../../shared/kernel/base/parallel.ts';
import { stackName } from '../aws/names.ts';
import type { AwsClients } from './clients.ts';
import {
  type DeployedStack,
  isFailedCreation,
  isProtectionStack,
  readFailures,
  readPhysicalIds,
  readStatus,
  readTemplate,
} from './deployed-stacks.ts';
import { RefusedError } from './errors.ts';
import { isRetained, type TemplateResource } from './templates.ts';

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

const modulesWave = 3;
/** The parts that are deleted together, in order; other parts are modules. */
const waves: readonly (readonly string[])[] = [
  ['protection'],
  ['edge-alarms'],
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
  // AWS keeps what its rollback could not delete, and the next creation would find the names in use.
  const leftover = isFailedCreation(stack) ? await bucketsOf(stack, tools, isKeptExceptOnCreate) : [];
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await emptyBuckets(stack, leftover, tools);
    const { status } = await readStatus(clients, stack);
    // It locks all other stacks, and nothing in it is worth keeping: what AWS cannot delete stays behind.
    const isForced = isProtectionStack(stack) && status === 'DELETE_FAILED';
    await client.send(
      new DeleteStackCommand({
        StackName: stack.id,
        ...(isForced && { DeletionMode: 'FORCE_DELETE_STACK' }),
      }),
    );
    if (await isDeleted(stack, tools)) return deleteBuckets(stack, leftover, tools);
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
async function emptyBuckets(
  stack: DeployedStack,
  leftover: readonly string[],
  tools: RemovalTools,
): Promise<void> {
  const deletedWithStack = await bucketsOf(stack, tools, (resource) => !isRetained(resource));
  for (const bucket of [...deletedWithStack, ...leftover]) {
    const deleted = await emptyBucket(bucket, tools.clients.s3(stack.region));
    if (deleted > 0) tools.say(`  emptied ${bucket}: ${deleted} objects`);
  }
}

const isKeptExceptOnCreate = ({ DeletionPolicy }: TemplateResource): boolean =>
  DeletionPolicy === 'RetainExceptOnCreate';

/** Names of the stack's buckets that fulfil a condition. */
async function bucketsOf(
  stack: DeployedStack,
  { clients }: RemovalTools,
  isWanted: (resource: TemplateResource) => boolean,
): Promise<string[]> {
  const template = await readTemplate(clients, stack);
  const buckets = Object.entries(template?.Resources ?? {}).filter(
    ([, resource]) => resource.Type === 'AWS::S3::Bucket' && isWanted(resource),
  );
  if (buckets.length === 0) return [];
  const physicalIds = await readPhysicalIds(clients, stack);
  return buckets.flatMap(([logicalId]) => physicalIds.get(logicalId) ?? []);
}

/** Deletes emptied buckets, those that AWS has deleted excepted. */
async function deleteBuckets(
  { region }: DeployedStack,
  buckets: readonly string[],
  { clients, say }: RemovalTools,
): Promise<void> {
  for (const Bucket of buckets) {
    try {
      await clients.s3(region).send(new DeleteBucketCommand({ Bucket }));
      say(`  deleted ${Bucket}, which the failed creation had left behind`);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchBucket';

/** Objects and versions of a bucket; undefined when it does not exist. */
async function firstPage(bucket: string, client: S3Client) {
  try {
    return await client.send(new ListObjectVersionsCommand({ Bucket: bucket }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns the number of deleted objects and versions. */
async function emptyBucket(bucket: string, client: S3Client): Promise<number> {
  for (let deleted = 0; ; ) {
    // Always reads the first page, because the previous one is deleted.
    const page = await firstPage(bucket, client);
    if (page === undefined) return deleted;
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
