/** The template with the tests' own workers and queues, and look-ups in it. */
import { traceGrant } from '../../../lib/aws/policies/grants.ts';
import { oneOfEachTrigger, queueOfEachKind } from '../builders/workers.ts';
import { synthesize, type TemplateResource, text } from './template.ts';

/** Synthesized once for all tests of a file. */
export const app = synthesize({
  stage: 'dev',
  endpoints: [],
  workers: oneOfEachTrigger,
  queues: queueOfEachKind,
});
export const arnOf = (service: string, resource: string) =>
  `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${resource}`;

export function queueNamed(name: string): TemplateResource {
  return app.only('AWS::SQS::Queue', 'QueueName', `platform-modules-dev-${name}`);
}

export function policyOf(queue: TemplateResource): { Statement: Record<string, unknown>[] } {
  const policy = app
    .ofType('AWS::SQS::QueuePolicy')
    .find(
      ({ stack, properties }) =>
        stack === queue.stack && text((properties.Queues as unknown[])[0]) === `<${queue.logicalId}>`,
    );
  return policy?.properties.PolicyDocument as { Statement: Record<string, unknown>[] };
}

export function lambdaOf(name: string): TemplateResource {
  return app.only('AWS::Lambda::Function', 'FunctionName', `pm-dev-samples-${name}`);
}

export function mappingOf(lambda: TemplateResource): TemplateResource {
  return app.only('AWS::Lambda::EventSourceMapping', 'FunctionName', `<${lambda.logicalId}>`);
}

export function grantsOf(lambda: TemplateResource): [actions: unknown, resource: string][] {
  const role = app.referenced(lambda, lambda.properties.Role);
  const [policy] = role.properties.Policies as [
    { PolicyDocument: { Statement: { Action: unknown; Resource: unknown }[] } },
  ];
  const own = policy.PolicyDocument.Statement.filter(
    ({ Action }) => JSON.stringify(Action) !== JSON.stringify(traceGrant.Action),
  );
  return own.map(({ Action, Resource }) => [Action, text(Resource)]);
}

export const environmentOf = (lambda: TemplateResource) =>
  (lambda.properties.Environment as { Variables: Record<string, unknown> }).Variables;
