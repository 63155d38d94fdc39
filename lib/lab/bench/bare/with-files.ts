import * as sdk from '@aws-sdk/client-s3';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { useTable } from './every-table-call.ts';

const client = new sdk.S3Client(clientConfig);
type Event = Parameters<typeof useTable>[0] & Record<'object', never>;
export async function handler({ object, ...event }: Event) {
  await client.send(new sdk.PutObjectCommand(object));
  await client.send(new sdk.HeadObjectCommand(object));
  await client.send(new sdk.DeleteObjectCommand(object));
  const { Body } = await client.send(new sdk.GetObjectCommand(object));
  return { ...(await useTable(event)), body: await Body?.transformToString() };
}
