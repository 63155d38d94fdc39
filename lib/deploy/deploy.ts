/**
 * Deploys a stage: templates, pre-flight checks, guard, one confirmation, then every stack. Its tools are passed in,
 * so that tests need no account.
 */
import { stackName } from '../aws/names.ts';
import type { AwsClients } from './clients.ts';
import {
  isFailedCreation,
  isInProgress,
  listDeployedStacks,
  readFailures,
  readOutputs,
  readTemplate,
} from './deployed-stacks.ts';
import { RefusedError } from './errors.ts';
import { refuseDangers, refuseOtherFormat } from './guard-stage.ts';
import { keptResources } from './kept-resources.ts';
import {
  concurrencyOf,
  creationConcurrency,
  type DeploymentPlan,
  isEmptyPlan,
  linesOfPlan,
  permissionsOfCreated,
  planDeployment,
  type StackWithTemplate,
  workingTemplates,
} from './plan.ts';
import { deploymentPolicies, type PolicyDocument } from './policy.ts';
import { tableOf } from './preflight/checks.ts';
import { runPreflight } from './preflight/preflight.ts';
import { DeployProgress, durationText } from './progress.ts';
import { pollIntervalMs, type RemovalTools, removeStacks } from './removal.ts';
import type { StackToDeploy } from './templates.ts';

export interface DeployRequest {
  stage: string;
  /** `name=value`, as the CDK CLI takes it. */
  context: readonly string[];
  /** Dangers that are accepted, `<stack>.<logical id>`. */
  allowed: readonly string[];
  /** Stacks that are deployed at the same time; undefined uses the plan's maximum. */
  concurrency: number | undefined;
  /** Skips the confirmation. */
  yes: boolean;
  /** Arguments for `cdk deploy`. */
  rest: readonly string[];
}

export interface DeployTools extends RemovalTools {
  clients: AwsClients;
  account: string;
  /** Region of stacks without a region of their own. */
  homeRegion: string;
  /** Whether the stage's file names that region. */
  isRegionNamed: boolean;
  /** Every region in which the stage may have stacks. */
  regions: readonly string[];
  /** Names of all stages. */
  stages: readonly string[];
  /** Options of the stage that the home region does not support. */
  regionProblems: readonly string[];
  /** Runs the CDK CLI and passes each line of its output to `onLine`, if given. Returns its exit code. */
  cdk(args: readonly string[], onLine?: (line: string) => void): Promise<number>;
  stacksIn(assembly: string): readonly StackToDeploy[];
  /** The typed text; empty at the end of the input. */
  ask(question: string): Promise<string>;
  now(): number;
  /** Path of a temporary file or folder of this deployment. */
  scratch(name: string): string;
  write(file: string, text: string): void;
}

// A first creation may fail because of something that exists at the next attempt, such as a role that AWS creates
// itself. https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/818
const maxAttempts = 2;

/** Statuses in which CloudFormation cannot update a working stack, and the command that resolves each. */
const remediesOfStatus: Readonly<Record<string, string>> = {
  DELETE_FAILED: 'delete-stack',
  UPDATE_FAILED: 'rollback-stack',
  UPDATE_ROLLBACK_FAILED: 'continue-update-rollback',
};

/** Deploys the stage. Throws RefusedError when something is missing, would be lost, is not confirmed or fails. */
export async function deploy(request: DeployRequest, tools: DeployTools): Promise<void> {
  const { say, now } = tools;
  const startedAtMs = now();
  // Before the templates, which take minutes: a stack that cannot be updated ends the deployment at once.
  const deployed = await timed('Deployed stacks read', tools, () => readDeployed(request.stage, tools));
  const assembly = await timed('Templates', tools, () => synthesize(request.stage, request.context, tools));
  const stacks = tools.stacksIn(assembly);
  await timed('Pre-flight', tools, () => preflight(stacks, deployed, tools));
  const plan = planDeployment(stacks, deployed, tools.homeRegion);
  refuseOtherFormat(stacks, deployed, tools.homeRegion);
  refuseDangers(stacks, deployed, plan, request, tools.homeRegion);
  if (isEmptyPlan(plan) && !request.rest.includes('--force')) {
    say(`Nothing to deploy: the ${stacks.length} stacks of ${request.stage} are up to date.`);
  } else {
    await confirm(plan, request, tools);
    await execute(assembly, plan, stacks.length, request, tools);
  }
  await printHost(request.stage, tools);
  say(`Finished after ${durationText(now() - startedAtMs)}.`);
}

/** Returns the policies that CloudFormation's role needs for the stage. */
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

async function timed<T>(
  what: string,
  { say, now }: Pick<DeployTools, 'say' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const startedAtMs = now();
  const result = await work();
  say(`${what}: ${durationText(now() - startedAtMs)}`);
  return result;
}

async function synthesize(
  stage: string,
  context: readonly string[],
  { cdk, scratch }: Pick<DeployTools, 'cdk' | 'scratch'>,
): Promise<string> {
  const assembly = scratch('assembly');
  const contexts = [`stage=${stage}`, ...context].flatMap((one) => ['--context', one]);
  const code = await cdk(['synth', '--quiet', '--output', assembly, ...contexts]);
  if (code !== 0) throw new RefusedError('cdk synth failed; its messages are above.');
  return assembly;
}

/** Throws while CloudFormation is working on a stack, and when a stack has a status that allows no update. */
async function readDeployed(stage: string, tools: DeployTools): Promise<StackWithTemplate[]> {
  const { clients, regions, stages } = tools;
  const deployed: StackWithTemplate[] = [];
  for (const stack of await listDeployedStacks(clients, { stage, stages, regions })) {
    if (isInProgress(stack))
      throw new RefusedError(
        `CloudFormation is still working on ${stack.name} (${stack.status}). Try again when it has finished.`,
      );
    const remedy = isFailedCreation(stack) ? undefined : remediesOfStatus[stack.status];
    if (remedy !== undefined)
      throw new RefusedError(
        `${stack.name} is ${stack.status}. First run: aws cloudformation ${remedy} --stack-name ${stack.name} --region ${stack.region}`,
      );
    deployed.push({ stack, template: await readTemplate(clients, stack) });
  }
  return deployed;
}

async function preflight(
  stacks: readonly StackToDeploy[],
  deployed: readonly StackWithTemplate[],
  tools: DeployTools,
): Promise<void> {
  const { account, homeRegion, regionProblems, clients, say } = tools;
  const working = [...workingTemplates(deployed).values()];
  const results = await runPreflight(
    { account, homeRegion, regionProblems, stacks, deployed: working },
    clients,
  );
  for (const line of tableOf(results)) say(line);
  if (results.some(({ state }) => state === 'missing'))
    throw new RefusedError('Nothing was deployed: fix the items marked ✗ above.');
}

async function confirm(plan: DeploymentPlan, request: DeployRequest, tools: DeployTools): Promise<void> {
  const { say, ask, account, homeRegion, write, scratch } = tools;
  const permissions = permissionsOfCreated(plan);
  const file = permissions === '' ? undefined : scratch('permissions.txt');
  if (file !== undefined) write(file, permissions);
  say(`Deploys the stage ${request.stage} to account ${account}, ${homeRegion}:`);
  for (const line of linesOfPlan(plan, file)) say(line);
  if (request.yes) return;
  const answer = await ask('Deploy? (yes/no) ');
  if (!/^y(es)?$/i.test(answer))
    throw new RefusedError('Not confirmed, so nothing was deployed. To skip the question, use --yes.');
}

async function execute(
  assembly: string,
  plan: DeploymentPlan,
  total: number,
  request: DeployRequest,
  tools: DeployTools,
): Promise<void> {
  const { stage, rest } = request;
  const concurrency = request.concurrency ?? concurrencyOf(plan);
  const removal = { stage, concurrency: request.concurrency ?? creationConcurrency, tools };
  const protection = stackName(stage, 'protection');
  // Its imports lock exports that the other stacks remove.
  const isProtection = ({ name }: { name: string }) => name === protection;
  const first = [...plan.failed, ...plan.dropped.filter(isProtection)];
  const kept = await keptResources(plan.dropped, tools.clients);
  if (first.length > 0) await timed('Removed first', tools, () => removeStacks(first, removal));
  await timed('Deployment', tools, async () => {
    for (const selection of selectionsOf(plan, stage))
      await runCdk(assembly, total, { stage, concurrency, rest, selection }, tools);
  });
  const last = plan.dropped.filter((stack) => !isProtection(stack));
  if (last.length > 0) await timed('Deleted', tools, () => removeStacks(last, removal));
  if (kept.length === 0) return;
  tools.say('AWS keeps (remove these resources before you enable their part again):');
  for (const line of kept) tools.say(`  ${line}`);
}

/**
 * The stacks of each run of `cdk deploy`. The public host depends on the stack `edge`, which is therefore updated first.
 * But AWS does not delete a web ACL or a certificate that the host still uses: CloudFormation would leave it behind, and
 * a later web ACL of the same name would fail.
 */
function selectionsOf({ stacks }: DeploymentPlan, stage: string): string[][] {
  const edge = stacks.find(({ name }) => name === stackName(stage, 'edge'));
  if (edge === undefined || !edge.onlyRemoves) return [['--all']];
  const others = stacks.filter((stack) => stack !== edge).map(({ name }) => name);
  return [others, [edge.name]].map((names) => ['--exclusively', ...names]);
}

/** Runs `cdk deploy`. When first creations fail, removes what is left of them and tries once more. */
async function runCdk(
  assembly: string,
  total: number,
  {
    stage,
    concurrency,
    rest,
    selection,
  }: Pick<DeployRequest, 'stage' | 'rest'> & { concurrency: number; selection: readonly string[] },
  tools: DeployTools,
): Promise<void> {
  const args = ['deploy', '--app', assembly, ...selection, '--require-approval', 'never'];
  args.push('--concurrency', String(concurrency), '--progress', 'events', ...rest);
  for (let attempt = 1; ; attempt += 1) {
    const progress = new DeployProgress(total, tools);
    if ((await tools.cdk(args, (line) => progress.read(line))) === 0) return;
    const failed = (await stableStacks(stage, tools)).filter(isFailedCreation);
    for (const stack of failed)
      for (const reason of await readFailures(tools.clients, stack)) tools.say(`  ${stack.name}: ${reason}`);
    if (failed.length > 0) {
      tools.say(`Removing ${failed.length} stacks whose first creation failed.`);
      await removeStacks(failed, { stage, concurrency, tools });
    }
    if (failed.length === 0 || attempt === maxAttempts)
      throw new RefusedError(
        'The deployment failed; the reasons are above. Updated stacks were rolled back; the same command ' +
          'continues where it stopped.',
      );
    tools.say('Trying once more.');
  }
}

/** The stage's stacks once CloudFormation works on none of them: others continue after the CLI stops. */
async function stableStacks(stage: string, { clients, regions, stages, sleep }: DeployTools) {
  for (;;) {
    const stacks = await listDeployedStacks(clients, { stage, stages, regions });
    if (!stacks.some(isInProgress)) return stacks;
    await sleep(pollIntervalMs);
  }
}

async function printHost(stage: string, { clients, homeRegion, say }: DeployTools): Promise<void> {
  const outputs = await readOutputs(clients, { id: stackName(stage, 'front'), region: homeRegion });
  const url = outputs.get('BaseUrl');
  if (url !== undefined) say(`Public host: ${url}`);
}
