/** Custom resources call services that CDK's function can load, and are created after what may fail. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { type Synthesized, synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

/** CDK's own lists: clients of the SDK by package name, and names of its previous version. */
const helpers = join(
  dirname(createRequire(import.meta.url).resolve('aws-cdk-lib')),
  'custom-resources/lib/helpers-internal',
);
const listOf = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(helpers, file), 'utf8'));
const clients = listOf('sdk-v3-metadata.json');
const earlierNames = listOf('sdk-v2-to-v3.json');

/** As CDK's function derives the name of the package from the name of a service. */
function clientOf(service: string): string {
  const name = service
    .toLowerCase()
    .replace(/^@aws-sdk\//, '')
    .replace(/^client-/, '');
  return String(earlierNames[name] ?? name);
}

interface Call {
  service?: string;
  action?: string;
  ignoreErrorCodesMatching?: string;
}

const callOf = (value: unknown): Call | undefined =>
  value === undefined ? undefined : (JSON.parse(text(value)) as Call);

/** The calls of a resource that CDK's function makes, by the step that makes them. */
function callsOf({ properties }: TemplateResource): [step: string, call: Call][] {
  return ['Create', 'Update', 'Delete'].flatMap((step) => {
    const call = callOf(properties[step]);
    return call?.service === undefined ? [] : [[step, call] as [string, Call]];
  });
}

/** Calls that cannot succeed, and deletions that fail when the target was deleted by hand. */
function callProblems(resources: readonly TemplateResource[]): string[] {
  return resources.flatMap((resource) =>
    callsOf(resource).flatMap(([step, { service = '', ignoreErrorCodesMatching }]) => [
      ...(clientOf(service) in clients ? [] : [`${resource.logicalId}: the SDK has no client ${service}`]),
      ...(step === 'Delete' && ignoreErrorCodesMatching === undefined
        ? [`${resource.logicalId}: its deletion fails without its target`]
        : []),
    ]),
  );
}

const customOf = (app: Synthesized): TemplateResource[] =>
  app.stacks.flatMap(({ resources }) => resources.filter(({ type }) => type.startsWith('Custom::')));

const everything = synthesize({ stage: 'prod', options: everythingOn });

describe('the custom resources', () => {
  it('of a stage with everything call existing clients, and can be deleted without their targets', () => {
    const custom = customOf(everything);
    expect(custom.map(({ type }) => type).toSorted()).toEqual([
      'Custom::ConsoleUpload',
      'Custom::DeletionProtection',
      'Custom::DeletionProtection',
    ]);
    expect(custom.flatMap(callsOf)).toHaveLength(6);
    expect(callProblems(custom)).toEqual([]);
  });

  it.each<[string, Record<string, Call>, RegExp]>([
    ['a service by its CloudFormation name', { Update: { service: 'ElasticLoadBalancingV2' } }, /no client/],
    ['a service that does not exist', { Create: { service: 'Kiosk' } }, /no client Kiosk/],
    ['a deletion that needs its target', { Delete: { service: 'DynamoDB' } }, /without its target/],
  ])('with %s are found', (_, calls, problem) => {
    const properties = Object.fromEntries(
      Object.entries(calls).map(([step, call]) => [step, JSON.stringify(call)]),
    );
    const [sample] = customOf(everything);
    if (sample === undefined) throw new Error('no custom resource');
    expect(callProblems([{ ...sample, properties }]).join()).toMatch(problem);
  });
});

describe('the reserved concurrency', () => {
  it('leaves the account’s quota enough for all workers and the rest', () => {
    const sum = (values: readonly unknown[]) =>
      values.reduce<number>((total, value) => total + Number(value), 0);
    const reserved = sum(
      everything
        .ofType('AWS::Lambda::Function')
        .flatMap(({ properties }) => properties.ReservedConcurrentExecutions ?? []),
    );
    const workers = sum(
      everything
        .ofType('AWS::Lambda::EventSourceMapping')
        .flatMap(({ properties }) => Object(properties.ScalingConfig).MaximumConcurrency ?? []),
    );
    expect(reserved).toBeLessThanOrEqual(everythingOn.reservedConnections ?? 0);
    // Lambda keeps 100 unreserved; the endpoints need as many again.
    expect(1_000 - reserved - workers).toBeGreaterThanOrEqual(200);
  });
});
