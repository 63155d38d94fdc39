/** The actions of SQS's API that the product and consumers of its queues use, behind the AWS gateway. */
import { hash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type Json, jsonBody, jsonService, targetAction } from '../gateway/aws-json.ts';
import { AwsError, type AwsService } from '../gateway/aws-service.ts';
import type { MessageLineage } from './message-lineage.ts';
import { messageAttributes } from './message-store.ts';
import { type LocalQueue, messageBytes, type NewMessage } from './queue.ts';
import type { Queues } from './queues.ts';

type Act<Returned> = (queue: LocalQueue, input: Json) => Returned;

interface Result extends Json {
  /** The id of a sent message. */
  MessageId?: string;
  /** The results of a batch's entries. */
  Successful?: readonly Result[];
}

const maxBatchBytes = 1_048_576;
const maxEntries = 10;

const within = (min: number, max: number) => {
  const isWithin = (value: number): boolean => value >= min && value <= max;
  return z.optional(z.number().check(z.refine(isWithin, `Must be between ${min} and ${max}.`)));
};
const visibilitySeconds = within(0, 43_200);
const names = z._default(z.array(z.string()), []);

const newMessage = z.pipe(
  z.object({
    MessageBody: z.string(),
    MessageAttributes: z.optional(messageAttributes),
    MessageGroupId: z.optional(z.string()),
    DelaySeconds: within(0, 900),
  }),
  z.transform(({ MessageBody, MessageAttributes, MessageGroupId, DelaySeconds }) => ({
    body: MessageBody,
    attributes: MessageAttributes,
    messageGroupId: MessageGroupId,
    delaySeconds: DelaySeconds,
  })),
);
const receiveOptions = z.object({
  MaxNumberOfMessages: z._default(within(1, 10), 1),
  WaitTimeSeconds: within(0, 20),
  VisibilityTimeout: visibilitySeconds,
  MessageSystemAttributeNames: names,
  /** The former name of `MessageSystemAttributeNames`, which SDKs still send. */
  AttributeNames: names,
  MessageAttributeNames: names,
});
const receipt = z.object({ ReceiptHandle: z.string() });
const visibilityChange = z.extend(receipt, { VisibilityTimeout: z.nonoptional(visibilitySeconds) });

/** Parses parameters. Throws AwsError for the first that is missing or not valid. */
function parse<Schema extends z.ZodMiniType>(schema: Schema, input: Json): z.infer<Schema> {
  const { data, error } = z.safeParse(schema, input, { reportInput: true });
  if (error === undefined) return data;
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  throw issue?.input === undefined
    ? new AwsError('MissingParameter', `The request must contain the parameter ${name}.`)
    : new AwsError(
        'InvalidParameterValue',
        `Value ${issue.input} for parameter ${name} is invalid. Reason: ${issue.message}`,
      );
}

const batchEntry = z.looseObject({ Id: z.string() });
const batch = z.object({ Entries: z._default(z.array(batchEntry), []) });
type Entry = z.infer<typeof batchEntry>;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatchRequestEntry.html */
const entryId = /^[\w-]{1,80}$/;

function entriesOf(input: Json): Entry[] {
  const { Entries } = parse(batch, input);
  const ids = Entries.map(({ Id }) => Id);
  if (ids.length === 0)
    throw new AwsError('EmptyBatchRequest', "The batch request doesn't contain any entries.");
  if (ids.length > maxEntries)
    throw new AwsError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
  if (!ids.every((id) => entryId.test(id))) {
    const message = 'A batch entry id can only contain alphanumeric characters, hyphens and underscores.';
    throw new AwsError('InvalidBatchEntryId', `${message} It can be at most 80 letters long.`);
  }
  if (new Set(ids).size < ids.length) {
    const message = 'Two or more batch entries in the request have the same Id.';
    throw new AwsError('BatchEntryIdsNotDistinct', message);
  }
  return Entries;
}

/** Runs an action for each entry of a batch; a failing entry does not affect the others. */
function forEach<Given extends Pick<Entry, 'Id'>>(
  entries: readonly Given[],
  act: (entry: Given) => Result,
): Result {
  const Successful: Result[] = [];
  const Failed: Json[] = [];
  for (const entry of entries) {
    const { Id } = entry;
    try {
      Successful.push({ Id, ...act(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
}

function send(queue: LocalQueue, message: NewMessage): Result {
  return { MessageId: queue.send(message), MD5OfMessageBody: hash('md5', message.body) };
}

function sendBatch(queue: LocalQueue, input: Json): Result {
  const entries = entriesOf(input).map((entry) => ({ Id: entry.Id, message: parse(newMessage, entry) }));
  const bytes = entries.reduce((sum, { message }) => sum + messageBytes(message), 0);
  if (bytes > maxBatchBytes) {
    const message = `Batch requests cannot be longer than ${maxBatchBytes} bytes.`;
    throw new AwsError('BatchRequestTooLong', message);
  }
  return forEach(entries, ({ message }) => send(queue, message));
}

const batchOf =
  (act: Act<Result>): Act<Result> =>
  (queue, input) =>
    forEach(entriesOf(input), (entry) => act(queue, entry));

function remove(queue: LocalQueue, input: Json): Result {
  queue.delete(parse(receipt, input).ReceiptHandle);
  return {};
}

function changeVisibility(queue: LocalQueue, input: Json): Result {
  const { ReceiptHandle, VisibilityTimeout } = parse(visibilityChange, input);
  queue.changeVisibility(ReceiptHandle, VisibilityTimeout);
  return {};
}

async function receive(queue: LocalQueue, input: Json): Promise<Result> {
  const options = parse(receiveOptions, input);
  const received = await queue.receive({
    count: options.MaxNumberOfMessages,
    waitSeconds: options.WaitTimeSeconds,
    visibilitySeconds: options.VisibilityTimeout,
  });
  const wanted = new Set([...options.MessageSystemAttributeNames, ...options.AttributeNames]);
  const Messages = received.map(({ Attributes, MessageAttributes, ...message }) => {
    const chosen = Object.entries(Attributes).filter(([name]) => wanted.has('All') || wanted.has(name));
    return {
      ...message,
      ...(chosen.length > 0 && { Attributes: Object.fromEntries(chosen) }),
      ...(options.MessageAttributeNames.length > 0 && { MessageAttributes }),
    };
  });
  return Messages.length > 0 ? { Messages } : {};
}

function attributesOf(queue: LocalQueue): Result {
  const { visible, inFlight, delayed } = queue.depth();
  const values = {
    ...queue.properties,
    ApproximateNumberOfMessages: visible,
    ApproximateNumberOfMessagesNotVisible: inFlight,
    ApproximateNumberOfMessagesDelayed: delayed,
  };
  const texts = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]);
  return { Attributes: { QueueArn: queue.arn, ...Object.fromEntries(texts) } };
}

/** SQS for the template's queues. Messages sent by functions are recorded in `lineage`. */
export function createSqs(queues: Queues, lineage: MessageLineage): AwsService {
  /** The moves from dead-letter queues, latest first. */
  const moves: (Json & { SourceArn: string })[] = [];

  async function startMove(deadLetters: LocalQueue, { DestinationArn }: Json): Promise<Result> {
    const [source, ...others] = queues.all.filter((queue) => queue.deadLetters === deadLetters);
    if (source === undefined || others.length > 0)
      throw new AwsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
    // AWS cannot move messages of EventBridge, SNS and Scheduler to a queue that is not named.
    if (DestinationArn !== source.arn)
      throw new AwsError(
        'UnsupportedOperation',
        'The local runtime moves messages only to their queue, by its name.',
      );
    const StartedTimestamp = Date.now();
    moves.unshift({
      SourceArn: deadLetters.arn,
      DestinationArn: source.arn,
      Status: 'COMPLETED',
      ApproximateNumberOfMessagesMoved: await deadLetters.moveTo(source),
      StartedTimestamp,
    });
    return { TaskHandle: randomUUID() };
  }

  /** By name. Each throws AwsError for requests that SQS refuses. Only the template creates queues. */
  const actions: Readonly<Record<string, Act<Result | Promise<Result>>>> = {
    SendMessage: (queue, input) => send(queue, parse(newMessage, input)),
    SendMessageBatch: sendBatch,
    ReceiveMessage: receive,
    DeleteMessage: remove,
    DeleteMessageBatch: batchOf(remove),
    ChangeMessageVisibility: changeVisibility,
    ChangeMessageVisibilityBatch: batchOf(changeVisibility),
    GetQueueAttributes: attributesOf,
    GetQueueUrl: ({ url }) => ({ QueueUrl: url }),
    PurgeQueue(queue) {
      queue.purge();
      return {};
    },
    StartMessageMoveTask: startMove,
    ListMessageMoveTasks: ({ arn }) => ({
      Results: moves.filter(({ SourceArn }) => SourceArn === arn).slice(0, 10),
    }),
  };

  return jsonService({
    name: 'sqs',
    // A batch contains up to 1 MiB of messages; JSON may need several bytes for one of theirs.
    maxRequestBytes: 8 * 1024 * 1024,
    contentType: 'application/x-amz-json-1.0',
    plan(request) {
      const action = targetAction(request, 'AmazonSQS');
      const act = actions[action];
      if (act === undefined)
        throw new AwsError('UnsupportedOperation', `${action} is not supported by the local runtime.`);
      const input = jsonBody(request.body);
      const queue = queues.of(String(input.QueueUrl ?? input.QueueName ?? input.SourceArn));
      return {
        action,
        resource: queue.arn,
        needs: permissionsOf(action).map((name) => ({ action: `sqs:${name}`, resource: queue.arn })),
        async perform() {
          const result = await act(queue, input);
          const sent = [result, ...(result.Successful ?? [])].flatMap(({ MessageId }) => MessageId ?? []);
          lineage.sent(request.caller?.invocation?.requestId, sent);
          return result;
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

/** IAM has no actions for batches; a move also needs the permissions to empty the dead-letter queue. */
function permissionsOf(action: string): string[] {
  const moving = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  return [action.replace(/Batch$/, ''), ...(action === 'StartMessageMoveTask' ? moving : [])];
}
