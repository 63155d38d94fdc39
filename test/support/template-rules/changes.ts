/**
 * Problems while one set of templates replaces another. Stacks are updated one after the other, and CloudFormation
 * creates new resources before it deletes old ones, so both generations exist for minutes.
 */
import type { Synthesized, SynthesizedStack, TemplateResource } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { isRecord, referencesIn } from './references.ts';
import { resourceSchemas } from './schema.ts';

const stackOf = (app: Synthesized, name: string): SynthesizedStack | undefined =>
  app.stacks.find((stack) => stack.name === name);
const keyOf = ({ stack, logicalId }: TemplateResource): string => `${stack}.${logicalId}`;
const all = (app: Synthesized): TemplateResource[] => app.stacks.flatMap(({ resources }) => [...resources]);

function importsOf(app: Synthesized): { stack: string; name: string }[] {
  return app.stacks.flatMap((stack) => {
    const values = [
      ...stack.resources.map(({ properties }) => properties),
      ...stack.outputs.map(({ value }) => value),
    ];
    return referencesIn(values).imports.map((name) => ({ stack: stack.name, name }));
  });
}

/** CloudFormation refuses to change or remove an export that a deployed stack imports. */
export function exportProblems(before: Synthesized, after: Synthesized): string[] {
  const exporter = (app: Synthesized, name: string) =>
    app.stacks.flatMap((stack) =>
      stack.outputs.filter(({ exportName }) => exportName === name).map(({ value }) => ({ stack, value })),
    )[0];
  return importsOf(before).flatMap(({ stack, name }) => {
    const was = exporter(before, name);
    // A stack that is removed is deleted last, when no stack imports from it any more.
    if (was === undefined || stackOf(after, was.stack.name) === undefined) return [];
    const is = exporter(after, name);
    if (is === undefined) return [`${was.stack.name} removes the export ${name}, which ${stack} imports`];
    return JSON.stringify(is.value) === JSON.stringify(was.value)
      ? []
      : [`${was.stack.name} changes the export ${name}, which ${stack} imports`];
  });
}

/** Names that functions and the templates' dynamic references resolve at runtime. */
const lookedUp = [
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::S3::Bucket',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SecretsManager::Secret',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
];

function nameOf({ type, properties }: TemplateResource): string | undefined {
  const kind = type.split('::').at(-1) ?? '';
  const name = properties[`${kind}Name`] ?? properties.Name;
  return name === undefined ? undefined : text(name);
}

/** Names that running functions, or templates that are still deployed, would not find. */
function nameProblems(before: Synthesized, after: Synthesized): string[] {
  const kept = new Set(all(after).map((resource) => `${resource.type} ${nameOf(resource)}`));
  const gone = all(before).flatMap((resource) => {
    const name = nameOf(resource);
    const isKept = name === undefined || kept.has(`${resource.type} ${name}`);
    return isKept || !lookedUp.includes(resource.type) || stackOf(after, resource.stack) === undefined
      ? []
      : [{ name, resource }];
  });
  return all(before)
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .flatMap((lambda) => {
      const written = Object.values(variablesOf(lambda)).map(text);
      return gone
        .filter(({ name, resource }) => resource !== lambda && written.some((one) => refersTo(one, name)))
        .map(({ name }) => `${name} is deleted while ${nameOf(lambda)} still uses it`);
    });
}

function variablesOf({ properties }: TemplateResource): Record<string, unknown> {
  const { Variables } = isRecord(properties.Environment) ? properties.Environment : {};
  return isRecord(Variables) ? Variables : {};
}

const refersTo = (written: string, name: string): boolean =>
  written === name ||
  written.endsWith(`/${name}`) ||
  written.endsWith(`:${name}`) ||
  written.includes(`:${name}:`);

/** An alias that is deleted while the URL of another stack still points to it. */
function aliasProblems(before: Synthesized, after: Synthesized): string[] {
  const functions = new Map(after.ofType('AWS::Lambda::Function').map((one) => [nameOf(one), one]));
  const aliased = new Set(
    after
      .ofType('AWS::Lambda::Alias')
      .map(({ stack, properties }) => `${stack} ${text(properties.FunctionName)}`),
  );
  return before.ofType('AWS::Lambda::Url').flatMap(({ properties }) => {
    const name = text(properties.TargetFunctionArn).split(':').at(-1);
    const lambda = functions.get(name);
    if (properties.Qualifier === undefined || lambda === undefined) return [];
    return aliased.has(`${lambda.stack} <${lambda.logicalId}>`)
      ? []
      : [`The alias of ${name} is deleted while its URL points to it`];
  });
}

/** A new version of a function in which Lambda sees no change: it publishes none, and CloudFormation fails. */
function versionProblems(before: Synthesized, after: Synthesized): string[] {
  const functions = (app: Synthesized) =>
    new Map(app.ofType('AWS::Lambda::Function').map((one) => [`${one.stack} <${one.logicalId}>`, one]));
  const [old, next] = [functions(before), functions(after)];
  const known = new Set(before.ofType('AWS::Lambda::Version').map(keyOf));
  return after.ofType('AWS::Lambda::Version').flatMap((version) => {
    const name = `${version.stack} ${text(version.properties.FunctionName)}`;
    const [was, is] = [old.get(name), next.get(name)];
    if (known.has(keyOf(version)) || was === undefined || is === undefined) return [];
    return versionedPart(was) === versionedPart(is)
      ? [`${keyOf(version)} is published without a change of ${nameOf(is)}`]
      : [];
  });
}

/** What a version contains, as text: neither reserved concurrency, tags nor the bucket of the code. */
function versionedPart({ properties }: TemplateResource): string {
  const { ReservedConcurrentExecutions, Tags, Code, ...rest } = properties;
  return JSON.stringify({ ...rest, code: isRecord(Code) ? Code.S3Key : Code });
}

/** Two subnets of one network with overlapping ranges that exist at the same time. */
function addressProblems(before: Synthesized, after: Synthesized): string[] {
  const subnets = (app: Synthesized) => app.ofType('AWS::EC2::Subnet');
  return subnets(after).flatMap((subnet) =>
    [...subnets(before), ...subnets(after)]
      .filter((other) => keyOf(other) !== keyOf(subnet) && other.stack === subnet.stack)
      .filter((other) => other.properties.CidrBlock === subnet.properties.CidrBlock)
      .map(
        (other) => `${keyOf(subnet)} takes ${String(subnet.properties.CidrBlock)} from ${other.logicalId}`,
      ),
  );
}

/** A resource that is created again under its name before the old one is deleted. */
async function replacementProblems(before: Synthesized, after: Synthesized): Promise<string[]> {
  const schemas = await resourceSchemas();
  const old = new Map(all(before).map((resource) => [keyOf(resource), resource]));
  const holders = new Map(all(before).map((resource) => [`${resource.type} ${nameOf(resource)}`, resource]));
  return all(after).flatMap((resource) => {
    const name = nameOf(resource);
    if (name === undefined) return [];
    const was = old.get(keyOf(resource));
    if (was === undefined) {
      const holder = holders.get(`${resource.type} ${name}`);
      return holder === undefined || !isUnique(resource)
        ? []
        : [`${keyOf(resource)} takes the name ${name} of ${keyOf(holder)}`];
    }
    const [schema] = schemas.lookup('resource', 'cloudFormationType', 'equals', resource.type);
    const replacing = Object.entries(schema?.properties ?? {}).filter(
      ([property, { causesReplacement }]) =>
        causesReplacement === 'yes' &&
        JSON.stringify(was.properties[property]) !== JSON.stringify(resource.properties[property]),
    );
    return replacing.length === 0 || nameOf(was) !== name
      ? []
      : [
          `${keyOf(resource)} is replaced (${replacing.map(([property]) => property).join(', ')}) and keeps its name ${name}`,
        ];
  });
}

/** Aliases have the same name for each function. */
const isUnique = ({ type }: TemplateResource): boolean => type !== 'AWS::Lambda::Alias';

/** Everything that deploying `after` over `before` would break. */
export async function changeProblems(before: Synthesized, after: Synthesized): Promise<string[]> {
  return [
    ...exportProblems(before, after),
    ...nameProblems(before, after),
    ...aliasProblems(before, after),
    ...versionProblems(before, after),
    ...addressProblems(before, after),
    ...(await replacementProblems(before, after)),
  ];
}
