import { randomUUID } from 'node:crypto';
import { GetObjectCommand, ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, inject, it } from 'vitest';
import { deleteObjects, headObject, putObject } from '../../../shared/kernel/files/bucket.ts';
import { stagingKey } from '../../../shared/kernel/files/object-keys.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

const { endpointUrl, region, accessKeyId, secretAccessKey, buckets } = inject('aws');
const client = new S3Client({ endpoint: endpointUrl, region, credentials: { accessKeyId, secretAccessKey } });

it('the buckets in access.json exist: those of the template, and one for demonstrations', async () => {
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  expect(Object.keys(buckets).sort()).toEqual(['files', 'site', 'sync']);
  expect(Buckets.map(({ Name }) => Name)).toEqual(expect.arrayContaining(Object.values(buckets)));
  const one = { Bucket: buckets.sync, Key: `probe/${randomUUID()}` };
  await client.send(new PutObjectCommand({ ...one, Body: 'data' }));
  expect(await (await client.send(new GetObjectCommand(one))).Body?.transformToString()).toBe('data');
});

it('the lifecycle rules of the files can be applied at once', async () => {
  const key = stagingKey(randomUUID(), randomUUID());
  await putObject(key, Buffer.from('x'));
  const expire = (daysAhead: number) =>
    fetch(`${inject('controlUrl')}/buckets/expire`, { method: 'POST', body: JSON.stringify({ daysAhead }) });
  expect((await expire(0)).status).toBe(200);
  expect(await headObject(key)).toBeDefined();
  expect((await expire(-1)).status).toBe(400);
  await deleteObjects([key]);
});
