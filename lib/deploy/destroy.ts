/** Removes a whole stage, and lists what AWS keeps of it. */
import { stackName } from '../aws/names.ts';
import { edgeRegion } from '../aws/stage/regions.ts';
import type { AwsClients } from './clients.ts';
import { type DeployedStack, isInProgress, listDeployedStacks } from './deployed-stacks.ts';
import { RefusedError } from './errors.ts';
import { keptResources } from './kept-resources.ts';
import { creationConcurrency } from './plan.ts';
import { type RemovalTools, removeStacks } from './removal.ts';

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
  /** Region of stacks without a region of their own. */
  homeRegion: string;
  /** Whether the stage's file names that region. */
  isRegionNamed: boolean;
  /** Regions that the stage may have stacks in. */
  regions: readonly string[];
  /** Names of all stages. */
  stages: readonly string[];
  account: string;
  /** The typed text; empty at the end of the input. */
  ask(question: string): Promise<string>;
}

const alwaysProtectedStage = 'prod';

/**
 * Deletes every stack of the stage. Throws when it is protected, when it may be in another region, when its name is not
 * typed, and when AWS refuses.
 */
export async function destroy(request: DestroyRequest, tools: DestroyTools): Promise<void> {
  const { stage, yes, liftProtection, concurrency = creationConcurrency } = request;
  const { clients, say, regions, stages } = tools;
  const stacks = await listDeployedStacks(clients, { stage, stages, regions });
  if (stacks.length === 0) {
    say(`The stage ${stage} has no stacks in ${regions.join(' and ')}.`);
    return;
  }
  refuseOtherRegion(stage, stacks, tools);
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

/**
 * Throws when only stacks in us-east-1 are found and the region is just that of the shell: a stage in another region
 * may use them. AWS would refuse to delete its web ACL, and the stack could not be updated any more.
 */
function refuseOtherRegion(
  stage: string,
  stacks: readonly DeployedStack[],
  { homeRegion, isRegionNamed }: Pick<DestroyTools, 'homeRegion' | 'isRegionNamed'>,
): void {
  if (isRegionNamed || homeRegion === edgeRegion) return;
  if (stacks.some(({ region }) => region === homeRegion)) return;
  throw new RefusedError(
    `The stage ${stage} has no stacks in ${homeRegion}, but has ${stacks.map(({ name }) => name).join(', ')} in ` +
      `${edgeRegion}. Nothing was removed. Set AWS_REGION to the region of the stage; if these stacks are all that is ` +
      `left of it, to ${edgeRegion}.`,
  );
}

/** Whether its name must be given twice: production, and stages with protected stacks. */
function isStageProtected(stage: string, stacks: readonly DeployedStack[]): boolean {
  return (
    stage === alwaysProtectedStage ||
    stacks.some(({ isProtected, name }) => isProtected || name === stackName(stage, 'protection'))
  );
}
