import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientConfig } from '../../../shared/kernel/aws/client-config.ts';
import { handler as table } from './every-table-call.ts';

const client = new SQSClient(clientConfig);
type Event = Parameters<typeof table>[0] & Record<'QueueUrl' | 'Entries', never>;
export async function handler({ QueueUrl, Entries, ...event }: Event) {
  await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  return table(event);
}
