import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { useTable } from './every-table-call.ts';

const client = new KMSClient(clientConfig);
type Event = Parameters<typeof useTable>[0] & Record<'KeyId' | 'CiphertextBlob', never>;
export async function handler({ KeyId, CiphertextBlob, ...event }: Event) {
  await client.send(new DecryptCommand({ KeyId, CiphertextBlob }));
  await client.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256' }));
  return useTable(event);
}
