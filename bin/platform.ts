/**
 * The CDK app: bundles every function, builds the console, then writes the templates of one stage to `cdk.out`. Needs
 * neither Docker nor AWS credentials. Needs the network once, for native packages that Lambda needs and this machine
 * does not. Without the network the templates are still written, but must not be deployed. `npm run synth -- --stage
 * prod`; the CDK CLI runs it too, with the stage as context (`-c stage=prod`). The stage is described in its file,
 * `bin/stages/prod.ts`.
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
// Context that the CDK CLI passes; CDK apps read it from this variable.
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
  buildConsole(requested.options.console),
  bundleIngest({ endpoints, bundleDir }),
]).catch(exitWithMessage);
// The CDK CLI sets the folder for the templates; without the CLI the same folder is used.
const outdir = process.env.CDK_OUTDIR ?? 'cdk.out';
// The CDK CLI sets the region of the command; templates that are not deployed name an example.
const homeRegion = process.env.CDK_DEFAULT_REGION;
const app = createApp({ ...requested, bundleDir, consoleDir, outdir, homeRegion, validate: true });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const { stacks } = app.synth();

const resourceCount = stacks.reduce((sum, stack) => sum + Object.keys(stack.template.Resources).length, 0);
const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
// On stderr, so that the CDK CLI's stdout (`cdk list`, `cdk synth`) stays machine-readable.
console.error(
  `${stacks.length} stacks, ${resourceCount} resources, ${bundles.functions} functions ` +
    `(${bundles.changed} changed) in ${outdir} after ${seconds} s: ` +
    stacks.map((stack) => stack.stackName).join(', '),
);

function exitWithMessage(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Throws when they cannot be fetched and the CDK CLI, which may deploy, requests the templates. */
function nativesOfLambda(): NativePackages {
  try {
    return lambdaNatives(bundleDir);
  } catch (error) {
    if (process.env.CDK_OUTDIR !== undefined) throw error;
    console.error(error instanceof Error ? error.message : error);
    console.error(
      'The templates are complete, but the native packages of Lambda are missing: do not deploy this output.',
    );
    return hostNatives();
  }
}

/** `stage=prod` → `['stage', 'prod']`. Throws without `=`. */
function keyAndValue(argument: string): [string, string] {
  const at = argument.indexOf('=');
  if (at < 1) throw new Error(`Write context as key=value, not "${argument}"`);
  return [argument.slice(0, at), argument.slice(at + 1)];
}
