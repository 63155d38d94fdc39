/**
 * The CDK app: bundles every function, builds the console, then writes the templates of one stage to `cdk.out`. Needs no Docker and no
 * AWS credentials; and the network once, for the packages with machine code that Lambda needs and this machine does
 * not. Without it the templates are written all the same, but only the CDK CLI's own run may be deployed.
 * `npm run synth -- --stage prod`; the CDK CLI runs it too, with the stage as context (`-c stage=prod`). What the stage
 * is comes from its file, `bin/stages/prod.ts`.
 */
import { parseArgs } from 'node:util';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createApp } from '../lib/aws/app.ts';
import { buildConsole } from '../lib/aws/assets/console-build.ts';
import { hostNatives, lambdaNatives, type NativePackages } from '../lib/aws/assets/native-packages.ts';
import { bundleFunctions } from '../lib/aws/bundling/bundle.ts';
import { bundleIngest } from '../lib/aws/bundling/ingest-bundle.ts';
import { functionEntries } from '../lib/aws/function-entries.ts';
import { requestedStage } from '../lib/aws/stage/stage-file.ts';
import { endpoints } from '../shared/catalog/endpoints.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    context: { type: 'string', short: 'c', multiple: true, default: [] },
  },
});
// What the CDK CLI passes on; the app that reads it is not written anywhere.
const cliContext = new App({ autoSynth: false, analyticsReporting: false }).node.getAllContext();
const own = Object.fromEntries(values.context.map(keyAndValue));
const requested = await requestedStage({
  ...cliContext,
  ...own,
  ...(values.stage !== undefined && { stage: values.stage }),
}).catch(exitWithMessage);
const startedAtMs = performance.now();

const bundleDir = '.build';
const [bundles, consoleDir] = await Promise.all([
  bundleFunctions({ entries: functionEntries(endpoints), bundleDir, natives: nativesOfLambda() }),
  buildConsole(),
  bundleIngest({ endpoints, bundleDir }),
]).catch(exitWithMessage);
// The CDK CLI says where it wants the templates; alone they go to the same place.
const outdir = process.env.CDK_OUTDIR ?? 'cdk.out';
const app = createApp({ ...requested, bundleDir, consoleDir, outdir, validate: true });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const { stacks } = app.synth();

const resourceCount = stacks.reduce((sum, stack) => sum + Object.keys(stack.template.Resources).length, 0);
const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
// On stderr: what the CDK CLI prints to stdout (`cdk list`, `cdk synth`) stays machine-readable.
console.error(
  `${stacks.length} stacks, ${resourceCount} resources, ${bundles.functions} functions ` +
    `(${bundles.changed} changed) in ${outdir} after ${seconds} s: ` +
    stacks.map((stack) => stack.stackName).join(', '),
);

function exitWithMessage(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Throws when they cannot be fetched and the CDK CLI, which might deploy, asks for the templates. */
function nativesOfLambda(): NativePackages {
  try {
    return lambdaNatives(bundleDir);
  } catch (error) {
    if (process.env.CDK_OUTDIR !== undefined) throw error;
    console.error(error instanceof Error ? error.message : error);
    console.error('The templates are complete, but images could not be resized: do not deploy this output.');
    return hostNatives();
  }
}

/** `stage=prod` → `['stage', 'prod']`. Throws when there is no `=`. */
function keyAndValue(argument: string): [string, string] {
  const at = argument.indexOf('=');
  if (at < 1) throw new Error(`Write context as key=value, not "${argument}"`);
  return [argument.slice(0, at), argument.slice(at + 1)];
}
