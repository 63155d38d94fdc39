/**
 * Problems of a first creation that fails: what its rollback cannot delete, and what then prevents the next attempt.
 * CloudFormation creates everything at once that does not depend on each other, and any resource may be the one that
 * fails.
 */
import { createRequire } from 'node:module';
import type { Synthesized, SynthesizedStack, TemplateResource } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { resolvedText, sdkClients, statementsBefore, steps } from './custom-resources.ts';
import { directDependencies, earlierStacks, isRecord, reachedFrom } from './references.ts';

export type RuleName =
  | 'existing-client'
  | 'deletion-without-target'
  | 'grants-first'
  | 'names-freed'
  | 'filled-last'
  | 'protection-last'
  | 'locks-last';

/** A rule finds the places of a mistake. */
type Rule = (app: Synthesized) => string[];

const placeOf = ({ stack, logicalId }: TemplateResource): string => `${stack}.${logicalId}`;

function beforeIn({ resources }: SynthesizedStack, start: TemplateResource): Set<string> {
  const byId = new Map(resources.map((one) => [one.logicalId, one]));
  return reachedFrom(start.logicalId, (id) => {
    const one = byId.get(id);
    return one === undefined ? [] : directDependencies(one);
  });
}

/** The resources of a stack that may still fail when a resource exists. */
function laterThan(stack: SynthesizedStack, resource: TemplateResource): TemplateResource[] {
  const before = beforeIn(stack, resource);
  return stack.resources.filter((one) => one !== resource && !before.has(one.logicalId));
}

interface Call {
  service?: string;
  action?: string;
  ignoreErrorCodesMatching?: string;
}

/** The call of CDK's function in a step; undefined for functions of the product and for steps without a call. */
function callIn({ properties }: TemplateResource, step: string): Call | undefined {
  if (properties[step] === undefined) return undefined;
  const call: unknown = JSON.parse(text(properties[step]));
  return isRecord(call) ? call : undefined;
}

const earlierNames: Readonly<Record<string, string>> = createRequire(
  createRequire(import.meta.url).resolve('aws-cdk-lib'),
)('./custom-resources/lib/helpers-internal/sdk-v2-to-v3.json');

/** As CDK's function derives the name of the package from the name of a service. */
function clientOf(service: string): string {
  const name = service.toLowerCase().replace(/^@aws-sdk\/client-/, '');
  return earlierNames[name] ?? name;
}

/** Whether a property of a resource refuses its deletion. */
function refusesDeletion({ properties }: TemplateResource): boolean {
  const attributes = Array.isArray(properties.LoadBalancerAttributes)
    ? properties.LoadBalancerAttributes.filter(isRecord)
    : [];
  return (
    [properties.DeletionProtectionEnabled, properties.DeletionProtection].some(
      (value) => value === true || value === 'ACTIVE',
    ) ||
    attributes.some(({ Key, Value }) => Key === 'deletion_protection.enabled' && String(Value) === 'true')
  );
}

/** Whether the function of a custom resource may write objects to a bucket of the stack. */
function fillsBucket(app: Synthesized, stack: SynthesizedStack, custom: TemplateResource): boolean {
  const lambda = app.referenced(custom, custom.properties.ServiceToken);
  const statements = statementsBefore(app, custom, lambda);
  const writes = statements.filter(({ Action }) => [Action].flat().includes('s3:PutObject'));
  return stack.resources
    .filter(({ type }) => type === 'AWS::S3::Bucket')
    .some((bucket) => {
      const name = resolvedText(app, bucket, { Ref: bucket.logicalId });
      return writes.some(({ Resource }) => [Resource].flat().some((arn) => String(arn).includes(name)));
    });
}

/** The resources of a stack that break a rule. */
const inStacks =
  (breaks: (resource: TemplateResource, stack: SynthesizedStack, app: Synthesized) => boolean): Rule =>
  (app) =>
    app.stacks.flatMap((stack) =>
      stack.resources.filter((resource) => breaks(resource, stack, app)).map(placeOf),
    );

/** The same of custom resources only. */
const inCustom = (breaks: Parameters<typeof inStacks>[0]): Rule =>
  inStacks((resource, ...rest) => resource.type.startsWith('Custom::') && breaks(resource, ...rest));

/** The rules. */
export const firstCreationRules: Readonly<Record<RuleName, Rule>> = {
  // CDK's function can load only clients of its list; another name fails in every step.
  'existing-client': inCustom((custom) =>
    steps.some((step) => {
      const service = callIn(custom, step)?.service;
      return service !== undefined && !(clientOf(service) in sdkClients);
    }),
  ),
  // A target that was deleted by hand must not prevent the deletion of the stack.
  'deletion-without-target': inCustom((custom) => {
    const call = callIn(custom, 'Delete');
    return call?.service !== undefined && call.ignoreErrorCodesMatching === undefined;
  }),
  // Without a dependency on the policy, the function may run before its role allows its calls.
  'grants-first': inCustom((custom, stack, app) => {
    const lambda = app.referenced(custom, custom.properties.ServiceToken);
    const role = app.referenced(custom, lambda.properties.Role);
    const before = beforeIn(stack, custom);
    return stack.resources.some(
      ({ type, logicalId, properties }) =>
        type === 'AWS::IAM::Policy' &&
        JSON.stringify(properties.Roles).includes(`"${role.logicalId}"`) &&
        mentions(custom, properties.PolicyDocument) &&
        !before.has(logicalId),
    );
  }),
  // What a rollback keeps has a name that the next creation needs, or is never found again.
  'names-freed': inStacks(
    (resource, stack) =>
      ['Retain', 'Snapshot'].includes(resource.deletionPolicy ?? '') && laterThan(stack, resource).length > 0,
  ),
  // CloudFormation does not delete a bucket with objects, so nothing may fail after it was filled.
  'filled-last': inCustom(
    (custom, stack, app) => fillsBucket(app, stack, custom) && laterThan(stack, custom).length > 0,
  ),
  // A rollback cannot delete a protected resource.
  'protection-last': inStacks(
    (resource, stack) => refusesDeletion(resource) && laterThan(stack, resource).length > 0,
  ),
  // A stack with termination protection cannot be removed when a later stack fails.
  'locks-last': ({ stacks }) =>
    stacks
      .filter((stack) => {
        const earlier = earlierStacks(stack, stacks);
        const isLast = stacks.every(({ name }) => name === stack.name || earlier.has(name));
        return stack.terminationProtection && !isLast;
      })
      .map(({ name }) => name),
};

/** Whether a policy allows an action that a custom resource calls, or one of a function of the product. */
function mentions(custom: TemplateResource, document: unknown): boolean {
  const actions = steps.flatMap((step) => callIn(custom, step)?.action ?? []);
  const policy = JSON.stringify(document);
  return actions.length === 0 || actions.some((action) => policy.includes(`:${action}"`));
}

/** The places of all mistakes, each with the name of its rule. */
export function firstCreationProblems(app: Synthesized): string[] {
  return Object.entries(firstCreationRules).flatMap(([name, find]) =>
    find(app).map((place) => `${name}: ${place}`),
  );
}
