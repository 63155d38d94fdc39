import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { databaseFile, startDynoxide } from '../../../lib/local/dynamodb/dynoxide.ts';
import { ensureTables } from '../../../lib/local/dynamodb/tables.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { folderOfEachTest } from '../../support/folders.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

callOverHttp();

const folder = folderOfEachTest();

const isListening = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

it('ends with the process that started it, even after kill -9', async () => {
  const module = JSON.stringify(new URL('../../../lib/local/dynamodb/dynoxide.ts', import.meta.url).href);
  const script = `
    const { startDynoxide } = await import(${module});
    console.log((await startDynoxide({ dataDir: ${JSON.stringify(folder())} })).endpoint);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const endpoint = String(line).trim();
  expect(await isListening(endpoint)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isListening(endpoint)).toBe(false);
});

it('reports in one line that it cannot open its database', async () => {
  mkdirSync(databaseFile(folder()));
  await expect(startDynoxide({ dataDir: folder() })).rejects.toThrow(
    /^dynoxide did not start on port \d+ [^\n]*$/,
  );
});

it('keeps tables and data after a restart, and applies a changed template', async () => {
  const keys = [{ AttributeName: 'pk', KeyType: 'HASH' }];
  const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  const table = { KeySchema: keys, AttributeDefinitions: [attribute('pk')] };
  const before = anApp(table);
  const after = anApp({
    ...table,
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    SSESpecification: { SSEEnabled: true },
  });

  const first = await startDynoxide({ dataDir: folder() });
  await ensureTables(before, first.endpoint);
  await call(first.endpoint, 'PutItem', { TableName: 'things', Item: { pk: { S: 'kept' } } });
  await first.stop();
  const second = await startDynoxide({ dataDir: folder() });
  try {
    await ensureTables(after, second.endpoint);
    await ensureTables(after, second.endpoint);
    const { Table } = await call(second.endpoint, 'DescribeTable', { TableName: 'things' });
    expect(Table).toMatchObject({ StreamSpecification: { StreamEnabled: true } });
    expect(await call(second.endpoint, 'DescribeTimeToLive', { TableName: 'things' })).toMatchObject({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
    });
    expect(await call(second.endpoint, 'Scan', { TableName: 'things' })).toMatchObject({ Count: 1 });
    const rekeyed = anApp({
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [attribute('id')],
    });
    await expect(ensureTables(rekeyed, second.endpoint)).rejects.toThrow('--fresh');
    const indexed = anApp({ ...table, GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }] });
    await expect(ensureTables(indexed, second.endpoint)).rejects.toThrow('has no indexes');
  } finally {
    await second.stop();
  }
});

const anApp = (properties: object) =>
  resolvedApp(
    aResource(
      'AWS::DynamoDB::Table',
      'things',
      'arn:aws:dynamodb:us-east-1:000000000000:table/things',
      properties,
    ),
  );

async function call(endpoint: string, action: string, input: object): Promise<Record<string, unknown>> {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=a/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
  const headers = {
    authorization,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20250101T000000Z',
    'x-amz-target': `DynamoDB_20120810.${action}`,
  };
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) });
  return (await response.json()) as Record<string, unknown>;
}
