/** Runs the guard on every stack of a stage. */

import { formatProblem } from '../../shared/kernel/table/schema.ts';
import { stackName } from '../aws/names.ts';
import { stackKey } from './deployed-stacks.ts';
import { RefusedError } from './errors.ts';
import { dangersOf, dangersOfDeletion, dangersOfSecrets, dangersOfSubnets, refusal } from './guard.ts';
import { type DeploymentPlan, type StackWithTemplate, workingTemplates } from './plan.ts';
import type { StackToDeploy } from './templates.ts';

/** Throws when a deployed table has another format than that of the new template. */
export function refuseOtherFormat(
  stacks: readonly StackToDeploy[],
  deployed: readonly StackWithTemplate[],
  homeRegion: string,
): void {
  const templates = workingTemplates(deployed);
  for (const { name, region = homeRegion, template } of stacks) {
    const before = templates.get(stackKey({ name, region }));
    if (before === undefined || template.Metadata?.tableFormat === undefined) continue;
    const problem = formatProblem(`The table of ${name}`, before.Metadata?.tableFormat);
    if (problem !== undefined) throw new RefusedError(`${problem}, or deploy another stage.`);
  }
}

/** Throws when the deployment would lose guarded resources that are not allowed by name. */
export function refuseDangers(
  stacks: readonly StackToDeploy[],
  deployed: readonly StackWithTemplate[],
  { dropped }: Pick<DeploymentPlan, 'dropped'>,
  { stage, allowed }: { stage: string; allowed: readonly string[] },
  homeRegion: string,
): void {
  const templates = workingTemplates(deployed);
  const protection = stackName(stage, 'protection');
  const changed = stacks.flatMap(({ name, region = homeRegion, template }) => {
    const before = templates.get(stackKey({ name, region }));
    if (before === undefined) return [];
    return [...dangersOf(name, before, template), ...dangersOfSubnets(name, before, template)];
  });
  const deleted = dropped.flatMap((stack) =>
    dangersOfDeletion(
      stack.name,
      templates.get(stackKey(stack)) ?? { Resources: {} },
      stack.name === protection,
    ),
  );
  const working = new Map(
    deployed.flatMap(({ stack }) => {
      const template = templates.get(stackKey(stack));
      return template === undefined ? [] : [[stack.name, template]];
    }),
  );
  const secrets = dangersOfSecrets(
    working,
    stacks.map(({ template }) => template),
  );
  const refused = refusal([...changed, ...deleted, ...secrets], allowed);
  if (refused !== undefined) throw new RefusedError(refused);
}
