/** SQS behind the AWS gateway. */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { jsonBody, jsonService, targetAction } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { queueActions } from './api.ts';
import type { MessageLineage } from './message-lineage.ts';
import { type Queues, queueNameOf, sourcesOf } from './queues.ts';

type Json = Record<string, unknown>;

/** The supported actions and their IAM actions. Only the template creates queues. */
const permissions: Readonly<Record<string, string>> = {
  SendMessage: 'SendMessage',
  SendMessageBatch: 'SendMessage',
  ReceiveMessage: 'ReceiveMessage',
  DeleteMessage: 'DeleteMessage',
  DeleteMessageBatch: 'DeleteMessage',
  ChangeMessageVisibility: 'ChangeMessageVisibility',
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
  GetQueueAttributes: 'GetQueueAttributes',
  GetQueueUrl: 'GetQueueUrl',
  PurgeQueue: 'PurgeQueue',
  StartMessageMoveTask: 'StartMessageMoveTask',
  ListMessageMoveTasks: 'ListMessageMoveTasks',
};

interface MoveTask {
  SourceArn: string;
  DestinationArn: string;
  Status: 'COMPLETED' | 'FAILED';
  ApproximateNumberOfMessagesMoved: number;
  StartedTimestamp: number;
}

/** SQS for the app's queues. Messages sent by functions are recorded in `lineage`. */
export function createSqs(app: ResolvedApp, queues: Queues, lineage: MessageLineage): AwsService {
  const byName = new Map(app.ofType('AWS::SQS::Queue').map((queue) => [queueNameOf(queue.arn), queue]));
  const tasks: MoveTask[] = [];

  function queueOf(input: Json): Resource {
    const named = input.QueueUrl ?? input.QueueName ?? input.SourceArn;
    const queue = byName.get(queueNameOf(String(named)));
    if (queue === undefined) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  async function startMove(input: Json, source: Resource): Promise<Json> {
    const destination =
      input.DestinationArn === undefined ? onlySource(app, source) : app.find(String(input.DestinationArn));
    if (destination?.type !== 'AWS::SQS::Queue') {
      throw new AwsError('ResourceNotFoundException', "The resource that you specified doesn't exist.", 404);
    }
    const StartedTimestamp = Date.now();
    const moved = await queues.move(queues.of(source.arn), queues.of(destination.arn));
    tasks.unshift({
      SourceArn: source.arn,
      DestinationArn: destination.arn,
      Status: 'COMPLETED',
      ApproximateNumberOfMessagesMoved: moved,
      StartedTimestamp,
    });
    return { TaskHandle: randomUUID() };
  }

  async function perform(action: string, input: Json, queue: Resource): Promise<Json> {
    if (action === 'StartMessageMoveTask') return startMove(input, queue);
    if (action === 'ListMessageMoveTasks') {
      return { Results: tasks.filter(({ SourceArn }) => SourceArn === queue.arn).slice(0, 10) };
    }
    return (await queueActions[action]?.(queues.of(queue.arn), input)) ?? {};
  }

  return jsonService({
    name: 'sqs',
    // A batch contains up to 1 MiB of messages; JSON may need several bytes for one of theirs.
    maxRequestBytes: 8 * 1024 * 1024,
    contentType: 'application/x-amz-json-1.0',
    plan(request) {
      const action = targetAction(request, 'AmazonSQS');
      const permission = permissions[action];
      if (permission === undefined) {
        throw new AwsError('UnsupportedOperation', `${action} is not supported by the local runtime.`);
      }
      const input = jsonBody(request.body);
      const queue = queueOf(input);
      return {
        action,
        resource: queue.arn,
        needs: needsOf(permission, queue, input),
        async perform() {
          const done = await perform(action, input, queue);
          lineage.sent(request.caller?.invocation?.requestId, messageIds(done));
          return done;
        },
      };
    },
    error: ({ code, message }) => ({
      body: { __type: `com.amazonaws.sqs#${code}`, message },
      headers: { 'x-amzn-query-error': `${code};Sender` },
    }),
    throttled: () => new AwsError('RequestThrottled', 'The request was denied due to request throttling.'),
  });
}

function needsOf(permission: string, queue: Resource, input: Json): Need[] {
  const need = (action: string, resource: string): Need => ({
    action: `sqs:${action}`,
    resource,
    context: {},
  });
  if (permission !== 'StartMessageMoveTask') return [need(permission, queue.arn)];
  const onSource = [permission, 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  const destination = input.DestinationArn;
  return [
    ...onSource.map((action) => need(action, queue.arn)),
    ...(typeof destination === 'string' ? [need('SendMessage', destination)] : []),
  ];
}

/** Without a destination, messages return to their source queue. */
function onlySource(app: ResolvedApp, deadLetters: Resource): Resource {
  const [source, ...others] = sourcesOf(app, deadLetters);
  if (source !== undefined && others.length === 0) return source;
  throw new AwsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
}

function messageIds(response: Json): string[] {
  const entries = Array.isArray(response.Successful) ? response.Successful : [response];
  return entries
    .filter(isRecord)
    .flatMap(({ MessageId }) => (typeof MessageId === 'string' ? [MessageId] : []));
}
