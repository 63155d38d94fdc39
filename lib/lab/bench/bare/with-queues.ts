import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { useTable } from './every-table-call.ts';

const client = new SQSClient(clientConfig);
type Event = Parameters<typeof useTable>[0] & Record<'QueueUrl' | 'Entries', never>;
export async function handler({ QueueUrl, Entries, ...event }: Event) {
  await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  return useTable(event);
}
