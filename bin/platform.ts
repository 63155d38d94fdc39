/**
 * The CDK app: bundles every function, then writes the templates of one stage to `cdk.out`. Needs no Docker and no
 * AWS credentials; and the network once, for the packages with machine code that Lambda needs and this machine does
 * not. Without it the templates are written all the same, but only the CDK CLI's own run may be deployed. `npm run synth -- --stage prod -c RATE_LIMITS=off`; the CDK CLI runs it
 * too, and passes stage and settings as context.
 */
import { parseArgs } from 'node:util';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createApp } from '../lib/aws/app.ts';
import { bundleFunctions, functionEntries } from '../lib/aws/bundle.ts';
import { bundleIngest } from '../lib/aws/ingest-bundle.ts';
import { hostNatives, lambdaNatives, type NativePackages } from '../lib/aws/native-packages.ts';
import { endpoints } from '../shared/endpoints.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    context: { type: 'string', short: 'c', multiple: true, default: [] },
  },
});
const context = Object.fromEntries(values.context.map(keyAndValue));
const { stage = values.stage, ...settings } = context;
const startedAtMs = performance.now();

const bundleDir = '.build';
const [bundles] = await Promise.all([
  bundleFunctions({ entries: functionEntries(endpoints), bundleDir, natives: nativesOfLambda() }),
  bundleIngest({ endpoints, bundleDir }),
]);
// The CDK CLI says where it wants the templates; alone they go to the same place.
const outdir = process.env.CDK_OUTDIR ?? 'cdk.out';
const app = createApp({ stage, settings, bundleDir, outdir, validate: true });
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

/** `RATE_LIMITS=off` → `['RATE_LIMITS', 'off']`. Throws when there is no `=`. */
function keyAndValue(argument: string): [string, string] {
  const at = argument.indexOf('=');
  if (at < 1) throw new Error(`Write context as key=value, not "${argument}"`);
  return [argument.slice(0, at), argument.slice(at + 1)];
}
