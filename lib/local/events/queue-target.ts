/** What AWS services may do for a rule, a topic or a schedule: in their own name, or with a role. */
import { statementsOfRole } from '../gateway/identities.ts';
import { serviceDenial } from '../gateway/resource-policy.ts';
import type { AuthorizeServiceCall } from '../lambda/lambda.ts';
import type { NewMessage } from '../sqs/queue.ts';
import { policiesOf } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';

/** Returns why the queue's policy does not allow the service to send for the source; undefined when it does. */
export function sendDenial(
  app: ResolvedApp,
  queue: Resource,
  service: string,
  sourceArn: string,
): string | undefined {
  const call = { action: 'sqs:SendMessage', resource: queue.arn, sourceArn };
  return serviceDenial(policiesOf(app, queue), service, call);
}

/** Returns why a role does not allow a service that assumed it to act; undefined when it does. */
export function roleDenial(
  { app, authorizeServiceCall }: { app: ResolvedApp; authorizeServiceCall: AuthorizeServiceCall },
  roleArn: string,
  action: string,
  resource: string,
): string | undefined {
  const identityName = roleArn.split('/').at(-1) ?? '';
  const statements = statementsOfRole(app, roleArn);
  if (authorizeServiceCall({ identityName, statements, action, resource })) return undefined;
  return `The role ${roleArn} does not allow ${action} on ${resource}.`;
}

/** Returns facts about a message, such as the reason of a failure, as its attributes. */
export function stringAttributes(facts: Readonly<Record<string, string>>): NewMessage['attributes'] {
  return Object.fromEntries(
    Object.entries(facts).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
}
