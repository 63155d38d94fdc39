import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, it } from 'vitest';
import { functionBundleDir } from '../../../lib/aws/function-entries.ts';
import { createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { startEnvironment } from '../../../lib/local/lambda/environment.ts';
import { originHeaders } from '../../../shared/kernel/http/origin.ts';
import { getRule } from '../../../shared/modules/rules/authoring/rule-contract.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

const path = `${getRule.path.replace('{id}', '')}5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10`;
const request = {
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { [originHeaders.secret]: 'secret', 'x-api-key': `pmk_0123abcd.${'5a'.repeat(24)}` },
  requestContext: { requestId: 'one', http: { method: 'GET', path, sourceIp: '203.0.113.7' }, timeEpoch: 0 },
  pathParameters: {},
};

it('the first request of a new function uses a connection opened before the invocation', async () => {
  const connections: Socket[] = [];
  const calls: IncomingMessage[] = [];
  // Knows no key.
  const dynamodb = createServer((call, response) => {
    calls.push(call);
    const refusal = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' };
    call.resume().once('end', () => response.writeHead(400).end(JSON.stringify(refusal)));
  });
  dynamodb.on('connection', (socket) => connections.push(socket)).listen(0, '127.0.0.1');
  await once(dynamodb, 'listening');
  const folder = functionBundleDir(inject('bundleDir'), { module: 'rules', name: 'get-rule' });
  const lambda = startEnvironment(
    {
      name: 'get-rule',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:get-rule',
      region: 'us-east-1',
      roleArn: 'arn:aws:iam::000000000000:role/get-rule',
      statements: [],
      moduleUrl: pathToFileURL(join(folder, 'index.mjs')).href,
      exportPath: 'handler',
      runtime: 'nodejs24.x',
      memoryMb: 1024,
      timeoutSeconds: 10,
      environment: { TABLE_NAME: 'table', ORIGIN_SECRETS: 'secret' },
      logGroupName: '/rules',
      reservedConcurrency: undefined,
      streams: false,
    },
    {
      registry: createIdentityRegistry(),
      awsGatewayUrl: `http://127.0.0.1:${(dynamodb.address() as AddressInfo).port}`,
      compileCacheDir: undefined,
      skewMs: 0,
      log: () => {},
      onDeath: () => {},
    },
  );
  try {
    await Promise.all([lambda.ready, once(dynamodb, 'connection')]);
    expect(calls).toEqual([]);
    const ids = { awsRequestId: 'one', requestId: 'one', traceId: '' };
    const { result } = await lambda.run({ payload: JSON.stringify(request), ...ids });
    expect(JSON.parse(result.payload)).toMatchObject({ statusCode: 401 });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.map(({ socket }) => connections.indexOf(socket))).toEqual(calls.map(() => 0));
  } finally {
    await lambda.stop();
    dynamodb.closeAllConnections();
    dynamodb.close();
  }
});
