/**
 * Child process of the upload bench: a service that only passes a body to the SDK's upload package. Prints its URL
 * when it is ready. `POST /<key>` writes the body, `DELETE /<key>` removes it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

const { BUCKET: Bucket = '' } = process.env;
const client = new S3Client({});

const server = createServer(async (request, response) => {
  const Key = (request.url ?? '/').slice(1);
  if (request.method === 'DELETE') await client.send(new DeleteObjectCommand({ Bucket, Key }));
  else await new Upload({ client, params: { Bucket, Key, Body: request } }).done();
  response.end('{}');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
