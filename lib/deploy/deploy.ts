/**
 * One deployment of a stage: templates first, then what CloudFront needs in us-east-1, then the guard, then
 * everything. What it runs and asks is handed in, so that its order can be tested without an account.
 */
import { edgeOutputs, edgeRegion } from '../aws/edge-stack.ts';
import { stackName } from '../aws/names.ts';
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
  /** What `--outputs-file` wrote. */
  readOutputs(file: string): Record<string, Record<string, string>>;
  /** A new file or folder's path, for this deployment alone. */
  scratch(name: string): string;
  say(line: string): void;
}

/** Stacks that stand beside each other are deployed at once: a rollout of ten minutes is that of all modules. */
const concurrency = '8';

/** Deploys. Throws when the guard refuses, and when a command fails. */
export async function deploy(request: DeployRequest, tools: DeployTools): Promise<void> {
  const edge = stackName(request.stage, 'edge');
  let assembly = await synthesize(request.stage, request.context, tools, 'assembly');
  if (tools.stacksIn(assembly).some(({ name }) => name === edge)) {
    await guard([edge], assembly, request, tools);
    const file = tools.scratch('edge-outputs.json');
    tools.say(`First what the public host needs in ${edgeRegion}.`);
    await tools.cdk(['deploy', '--app', assembly, edge, '--outputs-file', file, ...request.rest]);
    const outputs = tools.readOutputs(file)[edge] ?? {};
    const found = Object.values(edgeOutputs).flatMap((name) =>
      outputs[name] === undefined ? [] : [`${name}=${outputs[name]}`],
    );
    assembly = await synthesize(request.stage, [...request.context, ...found], tools, 'assembly-with-edge');
  }
  const stacks = tools.stacksIn(assembly).map(({ name }) => name);
  await guard(stacks, assembly, request, tools);
  await tools.cdk(['deploy', '--app', assembly, '--all', '--concurrency', concurrency, ...request.rest]);
}

/** The policies that the role of CloudFormation needs for the stage. */
export async function policiesOf(
  { stage, context }: Pick<DeployRequest, 'stage' | 'context'>,
  tools: Pick<DeployTools, 'cdk' | 'stacksIn' | 'scratch'>,
): Promise<PolicyDocument[]> {
  const assembly = await synthesize(stage, context, tools, 'assembly');
  return deploymentPolicies(
    tools.stacksIn(assembly).map(({ template }) => template),
    stage,
  );
}

async function synthesize(
  stage: string,
  context: readonly string[],
  { cdk, scratch }: Pick<DeployTools, 'cdk' | 'scratch'>,
  name: string,
): Promise<string> {
  const assembly = scratch(name);
  const contexts = [`stage=${stage}`, ...context].flatMap((one) => ['--context', one]);
  await cdk(['synth', '--quiet', '--output', assembly, ...contexts]);
  return assembly;
}

async function guard(
  names: readonly string[],
  assembly: string,
  { allowed }: Pick<DeployRequest, 'allowed'>,
  { stacksIn, deployed }: Pick<DeployTools, 'stacksIn' | 'deployed'>,
): Promise<void> {
  const next = stacksIn(assembly).filter(({ name }) => names.includes(name));
  const dangers: Danger[] = [];
  for (const { name, region, template } of next) {
    const before = await deployed(name, region);
    if (before !== undefined) dangers.push(...dangersOf(name, before, template));
  }
  const refused = refusal(dangers, allowed);
  if (refused !== undefined) throw new RefusedError(refused);
}

/** The guard's answer, for people. */
export class RefusedError extends Error {}
