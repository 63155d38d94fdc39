/** Requests that reach their deadline before their work ends. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { clientConfig } from '../../../shared/kernel/aws/client-config.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import {
  acceptSampleEvents,
  sampleContext,
  sampleEndpoint,
  sampleEvent,
} from '../../support/fixtures/sample-endpoint.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
acceptSampleEvents();

const contract = defineEndpoint({ ...sampleEndpoint, operationId: 'takeLong' });

const aws = createServer((_, response) => {
  calls += 1;
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(aws, 'listening');
const config = {
  ...{ ...clientConfig, endpoint: `http://127.0.0.1:${(aws.address() as AddressInfo).port}` },
  ...{ region: 'us-east-1', credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret' } },
};
const [client, kms] = [new DynamoDBClient(config), new KMSClient(config)];
let calls = 0;

afterAll(() => {
  client.destroy();
  kms.destroy();
  aws.closeAllConnections();
  aws.close();
});
beforeEach(() => {
  calls = 0;
});

/** Invokes an endpoint with this handler and this remaining time. */
const invoke = (work: () => Promise<unknown>, leftMs: number) =>
  endpoint(contract, async () => {
    await work();
    return { ok: true };
  })(sampleEvent(), sampleContext(leftMs));

it.each([
  ['DynamoDB', () => client.send(new ListTablesCommand({}))],
  ['KMS', () => kms.send(new ListKeysCommand({}))],
])('a request that has reached its deadline makes no more %s calls', async (_, call) => {
  const gate = Promise.withResolvers<void>();
  const left = Promise.withResolvers<string>();
  const work = async () => {
    await gate.promise;
    await call().then(
      () => left.resolve('called'),
      ({ name }: Error) => left.resolve(name),
    );
  };
  expect(await invoke(work, 50)).toMatchObject({ statusCode: 503 });
  expect(await invoke(call, 15_000)).toMatchObject({ statusCode: 200 });
  gate.resolve();
  expect(await left.promise).toBe('OutOfTimeError');
  expect(calls).toBe(1);
});
