/** Queues as targets of AWS services, which send in their own name. */
import { authorizeService } from '../gateway/resource-policy.ts';
import type { NewMessage } from '../sqs/queue.ts';
import { policiesOf } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';

/** Returns why the queue's policy does not allow the service to send for the source; undefined when it does. */
export function denialOf(
  app: ResolvedApp,
  queue: Resource,
  service: string,
  sourceArn: string,
): string | undefined {
  const { allowed, reason } = authorizeService(policiesOf(app, queue), service, {
    action: 'sqs:SendMessage',
    resource: queue.arn,
    context: { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': sourceArn.split(':')[4] ?? '' },
  });
  return allowed ? undefined : `${service} may not sqs:SendMessage on ${queue.arn} ${reason}`;
}

/** Returns facts about a message, such as the reason of a failure, as its attributes. */
export function stringAttributes(facts: Readonly<Record<string, string>>): NewMessage['attributes'] {
  return Object.fromEntries(
    Object.entries(facts).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
}
