/** The actions of SQS's API on one queue, with requests and responses as JSON objects. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError } from '../gateway/aws-service.ts';
import { type LocalQueue, type MessageAttribute, md5, messageBytes, type NewMessage } from './queue.ts';

type Json = Record<string, unknown>;

const maxEntries = 10;
const maxBatchBytes = 1_048_576;
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatchRequestEntry.html */
const entryId = /^[\w-]{1,80}$/;

function text(input: Json, name: string): string {
  const value = input[name];
  if (typeof value === 'string') return value;
  throw new AwsError('MissingParameter', `The request must contain the parameter ${name}.`);
}

/** Returns a number within its range; undefined when the input has none. */
function number(input: Json, name: string, [min, max]: readonly [number, number]): number | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  const reason = `Must be between ${min} and ${max}.`;
  throw new AwsError(
    'InvalidParameterValue',
    `Value ${value} for parameter ${name} is invalid. Reason: ${reason}`,
  );
}

function messageOf(input: Json): NewMessage {
  const { MessageAttributes, MessageGroupId } = input;
  return {
    body: text(input, 'MessageBody'),
    attributes: isRecord(MessageAttributes)
      ? (MessageAttributes as Record<string, MessageAttribute>)
      : undefined,
    messageGroupId: typeof MessageGroupId === 'string' ? MessageGroupId : undefined,
    delaySeconds: number(input, 'DelaySeconds', [0, 900]),
  };
}

function send(queue: LocalQueue, input: Json): Json {
  const message = messageOf(input);
  return { MessageId: queue.send(message), MD5OfMessageBody: md5(message.body) };
}

function changeVisibility(queue: LocalQueue, input: Json): Json {
  const seconds = number(input, 'VisibilityTimeout', [0, 43_200]);
  if (seconds === undefined) text(input, 'VisibilityTimeout');
  queue.changeVisibility(text(input, 'ReceiptHandle'), seconds ?? 0);
  return {};
}

function remove(queue: LocalQueue, input: Json): Json {
  queue.delete(text(input, 'ReceiptHandle'));
  return {};
}

async function receive(queue: LocalQueue, input: Json): Promise<Json> {
  const received = await queue.receive({
    count: number(input, 'MaxNumberOfMessages', [1, 10]) ?? 1,
    waitSeconds: number(input, 'WaitTimeSeconds', [0, 20]),
    visibilitySeconds: number(input, 'VisibilityTimeout', [0, 43_200]),
  });
  const list = (name: string): unknown[] => {
    const names = input[name];
    return Array.isArray(names) ? names : [];
  };
  // The former name of the parameter is still accepted.
  const wanted = new Set([...list('MessageSystemAttributeNames'), ...list('AttributeNames')]);
  const Messages = received.map(({ Attributes, MessageAttributes, ...message }) => {
    const chosen = Object.entries(Attributes).filter(([name]) => wanted.has('All') || wanted.has(name));
    const isRequested = list('MessageAttributeNames').length > 0 && MessageAttributes !== undefined;
    return {
      ...message,
      ...(chosen.length > 0 && { Attributes: Object.fromEntries(chosen) }),
      ...(isRequested && { MessageAttributes }),
    };
  });
  return Messages.length > 0 ? { Messages } : {};
}

function attributes(queue: LocalQueue): Json {
  const { arn, visibilitySeconds, delaySeconds, maxMessageBytes, retentionSeconds, waitSeconds } =
    queue.setting;
  const { visible, inFlight, delayed } = queue.depth();
  const values = {
    QueueArn: arn,
    ApproximateNumberOfMessages: visible,
    ApproximateNumberOfMessagesNotVisible: inFlight,
    ApproximateNumberOfMessagesDelayed: delayed,
    VisibilityTimeout: visibilitySeconds,
    DelaySeconds: delaySeconds,
    MaximumMessageSize: maxMessageBytes,
    MessageRetentionPeriod: retentionSeconds,
    ReceiveMessageWaitTimeSeconds: waitSeconds,
  };
  return {
    Attributes: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])),
  };
}

function entriesOf(input: Json): Json[] {
  const entries = Array.isArray(input.Entries) ? input.Entries.filter(isRecord) : [];
  const ids = entries.map(({ Id }) => String(Id));
  if (entries.length === 0)
    throw new AwsError('EmptyBatchRequest', "The batch request doesn't contain any entries.");
  if (entries.length > maxEntries)
    throw new AwsError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
  if (!ids.every((id) => entryId.test(id))) {
    const message = 'A batch entry id can only contain alphanumeric characters, hyphens and underscores.';
    throw new AwsError('InvalidBatchEntryId', `${message} It can be at most 80 letters long.`);
  }
  if (new Set(ids).size < ids.length) {
    const message = 'Two or more batch entries in the request have the same Id.';
    throw new AwsError('BatchEntryIdsNotDistinct', message);
  }
  return entries;
}

/** Runs an action for each entry; a failing entry does not affect the others. */
const batchOf =
  (action: (queue: LocalQueue, input: Json) => Json) =>
  (queue: LocalQueue, input: Json): Json => {
    const Successful: Json[] = [];
    const Failed: Json[] = [];
    for (const { Id, ...entry } of entriesOf(input)) {
      try {
        Successful.push({ Id, ...action(queue, entry) });
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
      }
    }
    return { Successful, Failed };
  };

function sendBatch(queue: LocalQueue, input: Json): Json {
  const bytes = entriesOf(input).reduce((sum, entry) => sum + messageBytes(messageOf(entry)), 0);
  if (bytes > maxBatchBytes) {
    const message = `Batch requests cannot be longer than ${maxBatchBytes} bytes.`;
    throw new AwsError('BatchRequestTooLong', message);
  }
  return batchOf(send)(queue, input);
}

/** By name. Each throws AwsError for requests that SQS refuses. */
export const queueActions: Readonly<
  Record<string, (queue: LocalQueue, input: Json) => Json | Promise<Json>>
> = {
  SendMessage: send,
  SendMessageBatch: sendBatch,
  ReceiveMessage: receive,
  DeleteMessage: remove,
  DeleteMessageBatch: batchOf(remove),
  ChangeMessageVisibility: changeVisibility,
  ChangeMessageVisibilityBatch: batchOf(changeVisibility),
  GetQueueAttributes: attributes,
  GetQueueUrl: (queue) => ({ QueueUrl: queue.setting.url }),
  PurgeQueue(queue) {
    queue.purge();
    return {};
  },
};
