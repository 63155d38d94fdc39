/** Plans a deployment by comparing templates with the deployed stacks, before anything is asked or changed. */
import { Writable } from 'node:stream';
import {
  formatSecurityChanges,
  fullDiff,
  mangleLikeCloudFormation,
  ResourceImpact,
  type TemplateDiff,
} from '@aws-cdk/cloudformation-diff';
import { type DeployedStack, isFailedCreation, stackKey } from './deployed-stacks.ts';
import { resourcesOfType, type StackToDeploy, type Template } from './templates.ts';

export interface StackPlan {
  name: string;
  kind: 'created' | 'updated' | 'unchanged';
  /** Resources that are created, changed or removed. */
  changes: number;
  /** Resources that AWS replaces or removes, as readable lines. */
  losses: readonly string[];
  /** Whether resources are removed and nothing else changes. */
  onlyRemoves: boolean;
  broadensPermissions: boolean;
  /** Whether CodeDeploy shifts requests to its new versions. */
  rollsOut: boolean;
  /** Tables of changed permissions; empty without changes. */
  permissions: string;
}

export interface DeploymentPlan {
  stacks: readonly StackPlan[];
  /** Stacks whose creation failed: removed before the deployment. */
  failed: readonly DeployedStack[];
  /** Stacks that the stage no longer has: deleted after the deployment. */
  dropped: readonly DeployedStack[];
}

/** A deployed stack and its template; undefined without one. */
export interface StackWithTemplate {
  stack: DeployedStack;
  template: Template | undefined;
}

const regionOf = ({ region }: StackToDeploy, homeRegion: string): string => region ?? homeRegion;

/** The working template of each deployed stack, by region and name. */
export function workingTemplates(deployed: readonly StackWithTemplate[]): ReadonlyMap<string, Template> {
  return new Map(
    deployed.flatMap(({ stack, template }) =>
      template === undefined || isFailedCreation(stack) ? [] : [[stackKey(stack), template]],
    ),
  );
}

/**
 * Stacks to create or delete at the same time. API Gateway allows ten management calls per second for all stacks
 * together, and refuses concurrent changes of one API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const creationConcurrency = 3;
/** Stacks to update at the same time, when their routes exist. */
const updateConcurrency = 8;
/**
 * The same with linear rollouts: each function is a deployment of CodeDeploy, whose alarm is read every few seconds, so
 * that more deployments at once are throttled.
 */
const rolloutConcurrency = 3;

/** How many stacks the plan allows at the same time. */
export function concurrencyOf({ stacks, failed }: Pick<DeploymentPlan, 'stacks' | 'failed'>): number {
  const creates = failed.length > 0 || stacks.some(({ kind }) => kind === 'created');
  if (creates) return creationConcurrency;
  return stacks.some(({ rollsOut }) => rollsOut) ? rolloutConcurrency : updateConcurrency;
}

/** Compares the templates of a stage with its deployed stacks. */
export function planDeployment(
  stacks: readonly StackToDeploy[],
  deployed: readonly StackWithTemplate[],
  homeRegion: string,
): DeploymentPlan {
  const templates = workingTemplates(deployed);
  const wanted = new Set(
    stacks.map((stack) => stackKey({ name: stack.name, region: regionOf(stack, homeRegion) })),
  );
  const present = deployed.map(({ stack }) => stack);
  return {
    stacks: stacks.map((stack) =>
      planStack(
        stack.name,
        templates.get(stackKey({ name: stack.name, region: regionOf(stack, homeRegion) })),
        stack.template,
      ),
    ),
    failed: present.filter(isFailedCreation),
    dropped: present.filter((stack) => !isFailedCreation(stack) && !wanted.has(stackKey(stack))),
  };
}

/** Whether the plan has no changes. */
export const isEmptyPlan = ({ stacks, failed, dropped }: DeploymentPlan): boolean =>
  failed.length === 0 && dropped.length === 0 && stacks.every(({ kind }) => kind === 'unchanged');

/** The template as CloudFormation returns it: with question marks for non-ASCII characters. */
function asReturned(template: Template): Template {
  return JSON.parse(mangleLikeCloudFormation(JSON.stringify(template)));
}

function planStack(name: string, before: Template | undefined, next: Template): StackPlan {
  const diff = fullDiff(asReturned(before ?? { Resources: {} }), asReturned(next));
  const created = before === undefined;
  return {
    name,
    kind: created ? 'created' : diff.isEmpty ? 'unchanged' : 'updated',
    changes: diff.resources.differenceCount,
    losses: created ? [] : lossesOf(diff),
    onlyRemoves: !created && onlyRemoves(diff),
    broadensPermissions: diff.permissionsBroadened,
    rollsOut: resourcesOfType(next, 'AWS::CodeDeploy::DeploymentGroup').length > 0,
    permissions: diff.permissionsAnyChanges ? securityTable(diff) : '',
  };
}

const impactTexts: Partial<Readonly<Record<ResourceImpact, string>>> = {
  [ResourceImpact.WILL_REPLACE]: 'is replaced',
  [ResourceImpact.MAY_REPLACE]: 'may be replaced',
  [ResourceImpact.WILL_DESTROY]: 'is removed',
  [ResourceImpact.WILL_ORPHAN]: 'leaves the stack and is kept',
};

function lossesOf(diff: TemplateDiff): string[] {
  const losses: string[] = [];
  diff.resources.forEachDifference((logicalId, change) => {
    const text = impactTexts[change.changeImpact];
    // A function's version is a new resource with each change, so its replacement is expected.
    if (text !== undefined && change.resourceType !== 'AWS::Lambda::Version')
      losses.push(`${logicalId} (${change.resourceType}) ${text}`);
  });
  return losses;
}

function onlyRemoves({ resources }: TemplateDiff): boolean {
  let others = 0;
  resources.forEachDifference((_, { isRemoval }) => {
    if (!isRemoval) others += 1;
  });
  return resources.differenceCount > 0 && others === 0;
}

function securityTable(diff: TemplateDiff): string {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  formatSecurityChanges(stream, diff);
  return text;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/**
 * Formats the plan as lines; `permissionsFile` contains the tables of created stacks, which are too long for a
 * terminal.
 */
export function linesOfPlan(plan: DeploymentPlan, permissionsFile: string | undefined): string[] {
  const { stacks, failed, dropped } = plan;
  const created = stacks.filter(({ kind }) => kind === 'created');
  const updated = stacks.filter(({ kind }) => kind === 'updated');
  const unchanged = stacks.filter(({ kind }) => kind === 'unchanged');
  const lines = failed.map(
    ({ name, status }) => `  remove first  ${name}: its first creation failed (${status})`,
  );
  if (created.length > 0) {
    const changes = created.reduce((sum, one) => sum + one.changes, 0);
    lines.push(`  create        ${count(created.length, 'stack')} with ${count(changes, 'resource')}`);
  }
  for (const { name, changes, losses } of updated)
    lines.push(
      `  update        ${name}: ${count(changes, 'resource')}`,
      ...losses.map((loss) => `                  ${loss}`),
    );
  if (unchanged.length > 0) lines.push(`  unchanged     ${count(unchanged.length, 'stack')}`);
  for (const { name, region } of dropped)
    lines.push(`  delete        ${name} (${region}): no longer part of the stage`);
  for (const { name, permissions } of updated.filter((stack) => stack.broadensPermissions))
    lines.push(`${name} broadens permissions:`, permissions.trimEnd());
  if (created.some((stack) => stack.broadensPermissions) && permissionsFile !== undefined)
    lines.push(`New stacks grant permissions to their own functions; full list: ${permissionsFile}`);
  return lines;
}

/** The permission tables of created stacks; empty without permissions. */
export function permissionsOfCreated({ stacks }: DeploymentPlan): string {
  return stacks
    .filter(({ kind, permissions }) => kind === 'created' && permissions !== '')
    .map(({ name, permissions }) => `${name}\n${permissions}`)
    .join('\n');
}
