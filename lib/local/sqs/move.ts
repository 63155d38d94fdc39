/** Moves messages from one queue to another, which takes them as new ones: SQS's message move task. */
import type { Emulator } from './fauxqs.ts';

interface ReceivedMessage {
  Body: string;
  ReceiptHandle: string;
  MessageAttributes?: object;
  Attributes?: { MessageGroupId?: string };
}

async function call(emulator: Emulator, action: string, input: object): Promise<Record<string, unknown>> {
  const { status, body } = await emulator.sqs(action, input);
  if (status !== 200) throw new Error(`${action} on the local queues failed: ${body}`);
  return body === '' ? {} : JSON.parse(body);
}

/** Moves what is there now. Returns how many messages it moved. */
export async function moveMessages(emulator: Emulator, fromUrl: string, toUrl: string): Promise<number> {
  for (let moved = 0; ; ) {
    const { Messages = [] } = (await call(emulator, 'ReceiveMessage', {
      QueueUrl: fromUrl,
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['MessageGroupId'],
    })) as { Messages?: ReceivedMessage[] };
    if (Messages.length === 0) return moved;
    for (const { Body, MessageAttributes, Attributes, ReceiptHandle } of Messages) {
      const attributes = MessageAttributes && { MessageAttributes };
      const group = Attributes?.MessageGroupId && { MessageGroupId: Attributes.MessageGroupId };
      await call(emulator, 'SendMessage', { QueueUrl: toUrl, MessageBody: Body, ...attributes, ...group });
      await call(emulator, 'DeleteMessage', { QueueUrl: fromUrl, ReceiptHandle });
      moved += 1;
    }
  }
}
