/** The template with the tests' own workers and queues, and look-ups in it. */
import { traceGrant } from '../../../lib/aws/policies/grants.ts';
import { oneOfEachTrigger, queueOfEachKind } from '../builders/workers.ts';
import { synthesize, type TemplateResource, text } from './template.ts';

/** Synthesized once for all tests of a file. */
const parts = { endpoints: [], workers: oneOfEachTrigger, queues: queueOfEachKind };
export const app = synthesize({ stage: 'dev', ...parts });
export const arnOf = (service: string, resource: string) =>
  `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${resource}`;

export function queueNamed(name: string): TemplateResource {
  return app.only('AWS::SQS::Queue', 'QueueName', `platform-modules-dev-${name}`);
}

export function policyOf(queue: TemplateResource): { Statement: Record<string, unknown>[] } {
  const isOfQueue = ({ stack, properties }: TemplateResource) =>
    stack === queue.stack && text((properties.Queues as unknown[])[0]) === `<${queue.logicalId}>`;
  const policy = app.ofType('AWS::SQS::QueuePolicy').find(isOfQueue);
  return policy?.properties.PolicyDocument as { Statement: Record<string, unknown>[] };
}

export function lambdaOf(name: string): TemplateResource {
  return app.only('AWS::Lambda::Function', 'FunctionName', `pm-dev-samples-${name}`);
}

export function mappingOf(lambda: TemplateResource): TemplateResource {
  return app.only('AWS::Lambda::EventSourceMapping', 'FunctionName', `<${lambda.logicalId}>`);
}

interface Statement {
  Action: string[];
  Resource: unknown;
  Condition?: Record<string, unknown>;
}

/** The statements of a function's role, without that for traces. */
export function statementsOf(lambda: TemplateResource, of = app): Statement[] {
  const role = of.referenced(lambda, lambda.properties.Role);
  const [policy] = role.properties.Policies as [{ PolicyDocument: { Statement: Statement[] } }];
  const traces = JSON.stringify(traceGrant.Action);
  return policy.PolicyDocument.Statement.filter(({ Action }) => JSON.stringify(Action) !== traces);
}

export const grantsOf = (lambda: TemplateResource, of = app): [actions: string[], resource: string][] =>
  statementsOf(lambda, of).map(({ Action, Resource }) => [Action, text(Resource)]);

/** What has to be true of a service that assumes a role, if the role trusts only one service. */
export function trustOf(role: TemplateResource): { service: string; source: string; account: string } {
  const { Statement } = role.properties.AssumeRolePolicyDocument as {
    Statement: { Principal: { Service: string }; Condition: { StringEquals: Record<string, unknown> } }[];
  };
  const [only, ...others] = Statement;
  if (only === undefined || others.length > 0) throw new Error(`${role.logicalId} trusts several services.`);
  const { StringEquals } = only.Condition;
  const [source, account] = ['aws:SourceArn', 'aws:SourceAccount'].map((name) => text(StringEquals[name]));
  return { service: only.Principal.Service, source: source ?? '', account: account ?? '' };
}

export const environmentOf = (lambda: TemplateResource) =>
  (lambda.properties.Environment as { Variables: Record<string, unknown> }).Variables;
