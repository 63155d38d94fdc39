/**
 * One deployment of a stage: templates first, then the guard, then everything. What it runs and asks is handed in, so
 * that its order can be tested without an account.
 */
import { type Danger, dangersOf, refusal } from './guard.ts';
import { deploymentPolicies, type PolicyDocument } from './policy.ts';
import type { StackToDeploy, Template } from './templates.ts';

export interface DeployRequest {
  stage: string;
  /** `name=value`, as the CDK CLI takes it. */
  context: readonly string[];
  /** Dangers that are meant, `<stack>.<logical id>`. */
  allowed: readonly string[];
  /** For `cdk deploy` as they are. */
  rest: readonly string[];
}

export interface DeployTools {
  /** Runs the CDK CLI. Throws when it fails. */
  cdk(args: readonly string[]): Promise<void>;
  stacksIn(assembly: string): readonly StackToDeploy[];
  /** The template that is deployed in the region, or in the deployment's own; undefined for none. */
  deployed(stack: string, region: string | undefined): Promise<Template | undefined>;
  /** A new file or folder's path, for this deployment alone. */
  scratch(name: string): string;
}

/** Stacks that stand beside each other are deployed at once: a rollout of ten minutes is that of all modules. */
const concurrency = '8';

/** Deploys. Throws when the guard refuses, and when a command fails. */
export async function deploy(request: DeployRequest, tools: DeployTools): Promise<void> {
  const assembly = await synthesize(request.stage, request.context, tools);
  await guard(assembly, request, tools);
  await tools.cdk(['deploy', '--app', assembly, '--all', '--concurrency', concurrency, ...request.rest]);
}

/** The policies that the role of CloudFormation needs for the stage. */
export async function policiesOf(
  { stage, context }: Pick<DeployRequest, 'stage' | 'context'>,
  tools: Pick<DeployTools, 'cdk' | 'stacksIn' | 'scratch'>,
): Promise<PolicyDocument[]> {
  const assembly = await synthesize(stage, context, tools);
  return deploymentPolicies(
    tools.stacksIn(assembly).map(({ template }) => template),
    stage,
  );
}

async function synthesize(
  stage: string,
  context: readonly string[],
  { cdk, scratch }: Pick<DeployTools, 'cdk' | 'scratch'>,
): Promise<string> {
  const assembly = scratch('assembly');
  const contexts = [`stage=${stage}`, ...context].flatMap((one) => ['--context', one]);
  await cdk(['synth', '--quiet', '--output', assembly, ...contexts]);
  return assembly;
}

async function guard(
  assembly: string,
  { allowed }: Pick<DeployRequest, 'allowed'>,
  { stacksIn, deployed }: Pick<DeployTools, 'stacksIn' | 'deployed'>,
): Promise<void> {
  const dangers: Danger[] = [];
  for (const { name, region, template } of stacksIn(assembly)) {
    const before = await deployed(name, region);
    if (before !== undefined) dangers.push(...dangersOf(name, before, template));
  }
  const refused = refusal(dangers, allowed);
  if (refused !== undefined) throw new RefusedError(refused);
}

/** The guard's answer, for people. */
export class RefusedError extends Error {}
