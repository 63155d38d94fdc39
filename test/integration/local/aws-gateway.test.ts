import {
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../../lib/local/gateway/identities.ts';
import type { PolicyStatement } from '../../../lib/local/types.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import {
  type AwsGatewayFixture,
  aAwsGateway,
  key,
  put,
  putMember,
  TableName,
  tableArn,
} from '../../support/runtime/aws-gateway.ts';

callOverHttp();

let fixture: AwsGatewayFixture;

beforeAll(async () => {
  fixture = await aAwsGateway();
});
afterAll(() => fixture?.stop());
beforeEach(() => fixture.reset());

function allow(action: string, more: Partial<PolicyStatement> = {}): PolicyStatement {
  return { Effect: 'Allow', Action: `dynamodb:${action}`, Resource: tableArn, ...more };
}

describe('IAM', () => {
  it('allows what the policy grants, and reports the grant as used', async () => {
    const { client } = fixture.aFunction(allow('PutItem'));
    await client.send(put('iam#1'));
    const grant = { functionName: 'pm-create-thing', action: 'dynamodb:PutItem', resource: tableArn };
    expect(fixture.door.grantsUsed()).toContainEqual(expect.objectContaining(grant));
  });

  it('names principal, action and resource in a denial', async () => {
    const { client } = fixture.aFunction(allow('PutItem'));
    await expect(client.send(new GetItemCommand({ TableName, Key: key('iam#1') }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(
        'User: arn:aws:sts::000000000000:assumed-role/create-thing/pm-create-thing is not authorized to ' +
          `perform: dynamodb:GetItem on resource: ${tableArn} because no identity-based policy allows`,
      ),
      $metadata: { httpStatusCode: 400 },
    });
    expect(fixture.meter.calls()[0]).toMatchObject({ status: 400, errorCode: 'AccessDeniedException' });
  });

  it('restricts a grant to its leading keys', async () => {
    const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*'] } };
    const { client } = fixture.aFunction(allow('UpdateItem', { Condition }), allow('Query', { Condition }));
    const update = (pk: string) => client.send(new UpdateItemCommand({ TableName, Key: key(pk) }));
    const query = (pk: string) =>
      client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: '#p = :p AND begins_with(sk, :s)',
          ExpressionAttributeNames: { '#p': 'pk' },
          ExpressionAttributeValues: { ':p': { S: pk }, ':s': { S: 'a' } },
        }),
      );
    await update('KEY#1');
    await query('KEY#1');
    await expect(update('TENANT#1')).rejects.toThrow('is not authorized');
    await expect(query('TENANT#1')).rejects.toThrow('dynamodb:LeadingKeys');
  });

  it('requires the grant for every item of a transaction, and the index for a query on it', async () => {
    const { client } = fixture.aFunction(allow('PutItem'), allow('Query'));
    const check = {
      ConditionCheck: { TableName, Key: key('iam#2'), ConditionExpression: 'attribute_exists(pk)' },
    };
    const transaction = new TransactWriteItemsCommand({ TransactItems: [putMember('iam#3'), check] });
    await expect(client.send(transaction)).rejects.toThrow('dynamodb:ConditionCheckItem');
    const query = new QueryCommand({
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'x' } },
    });
    await expect(client.send(query)).rejects.toThrow(`${tableArn}/index/gsi1`);
  });

  it('handles the calls that AWS makes for a function', () => {
    const statements = [{ ...allow('x'), Action: 'logs:PutLogEvents', Resource: 'arn:logs:*' }];
    const call = { identityName: 'f', statements, action: 'logs:PutLogEvents' };
    const ask = (resource: string) => fixture.door.authorizeServiceCall({ ...call, resource });
    expect([ask('arn:logs:mine'), ask('arn:other')]).toEqual([true, false]);
  });
});

describe('a call over the message port', () => {
  it('is authorized, metered, subject to faults, and refused after its invocation', async () => {
    const { identity } = fixture.aFunction(allow('PutItem'));
    const call = (action: string, input: object) =>
      fixture.door.channel.call({
        method: 'POST',
        path: '/',
        headers: {
          authorization:
            `AWS4-HMAC-SHA256 Credential=${identity.accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, ` +
            `SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`,
          'x-amz-date': '20260101T000000Z',
          'x-amz-target': `DynamoDB_20120810.${action}`,
        },
        body: JSON.stringify({ TableName, ...input }),
      });
    fixture.meter.reset();
    const write = { Item: key('port#1') };
    expect(await call('PutItem', write)).toMatchObject({ status: 200 });
    expect(await call('GetItem', { Key: key('port#1') })).toMatchObject({ status: 400 });
    fixture.faults.add({ effect: 'error', times: 1 });
    expect(await call('PutItem', write)).toMatchObject({ status: 500 });
    identity.phase = 'idle';
    expect(await call('PutItem', write)).toMatchObject({ status: 400 });
    expect(fixture.meter.calls().map(({ status, errorCode }) => [status, errorCode])).toEqual([
      [200, undefined],
      [400, 'AccessDeniedException'],
      [500, 'InternalServerError'],
      [400, 'CallOutsideInvocation'],
    ]);
  });
});

describe('the caller', () => {
  it('must be supported', async () => {
    const stranger = fixture.clientOf({ accessKeyId: 'AKIASTRANGER', secretAccessKey: 'x' });
    await expect(stranger.send(put('x'))).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    const unsigned = await fetch(fixture.door.url, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(400);
    expect(await unsigned.text()).toContain('MissingAuthenticationTokenException');
  });

  it('cannot call without an active invocation', async () => {
    const { client, identity } = fixture.aFunction(allow('PutItem'));
    identity.phase = 'idle';
    await expect(client.send(put('x'))).rejects.toThrow('AWS call with no invocation in flight');
    expect(fixture.logged).toEqual([expect.stringContaining('pm-create-thing called dynamodb:PutItem')]);
  });

  it.each([
    ['was sent in time and arrives late', 'goes-on', 'idle', undefined],
    ['was left running and arrives during another invocation', 'has-ended', 'busy', 'CallOutsideInvocation'],
  ] as const)('may send a call that %s: %s, %s, refused %s', async (_, token, phase, refusal) => {
    const { client, identity } = fixture.aFunction(allow('PutItem'));
    client.middlewareStack.add(
      (next) => (call) => {
        Object.assign((call.request as { headers: object }).headers, { 'x-local-request-token': token });
        return next(call);
      },
      { step: 'build' },
    );
    identity.phase = phase;
    const refused = await client.send(put('x')).then(
      () => undefined,
      ({ name }: Error) => name,
    );
    expect(refused).toBe(refusal);
    expect(fixture.logged).toHaveLength(refusal === undefined ? 0 : 1);
  });

  it('receives the name of an unsupported service', async () => {
    const { identity } = fixture.aFunction();
    const authorization = `AWS4-HMAC-SHA256 Credential=${identity.accessKeyId}/20250101/us-east-1/textract/aws4_request`;
    const answer = await fetch(fixture.door.url, { method: 'POST', headers: { authorization }, body: '{}' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('AWS service \\"textract\\" is not supported');
  });
});

describe('faults', () => {
  it('cause a ThrottlingException once', async () => {
    const client = fixture.anAdministrator();
    fixture.faults.add({ effect: 'throttle', action: 'PutItem', bodyContains: 'fault#1', times: 1 });
    await client.send(put('fault#2'));
    await expect(client.send(put('fault#1'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await client.send(put('fault#1'));
  });

  it('fail with a 500 that the SDK retries', async () => {
    const identity = createAdministrator();
    fixture.registry.register(identity);
    const client = fixture.clientOf(identity, 3);
    fixture.faults.add({ effect: 'error', times: 1 });
    const { $metadata } = await client.send(put('fault#3'));
    expect($metadata.attempts).toBe(2);
    expect(fixture.meter.calls().map((call) => call.status)).toEqual([500, 200]);
  });

  it('never respond, until the caller times out', async () => {
    fixture.faults.add({ effect: 'timeout' });
    const abortSignal = AbortSignal.timeout(100);
    await expect(fixture.anAdministrator().send(put('fault#4'), { abortSignal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('conflicts', () => {
  const transact = (client: DynamoDBClient, ...members: string[]) =>
    client.send(new TransactWriteItemsCommand({ TransactItems: members.map(putMember) }));
  /** Starts a transaction on the items that stays active long enough to conflict. */
  async function held(client: DynamoDBClient, ...members: string[]): Promise<{ done: Promise<unknown> }> {
    fixture.faults.add({ effect: 'latency', latencyMs: 150, times: 1, bodyContains: members[0] ?? '' });
    const done = transact(client, ...members);
    while (fixture.faults.list().length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return { done };
  }

  it('cancel the second of two transactions that conflict on an item, and name the item', async () => {
    const client = fixture.anAdministrator();
    const first = await held(client, 'c#1', 'c#2');
    const error = await transact(client, 'c#3', 'c#1').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    const reasons = (error as TransactionCanceledException).CancellationReasons;
    expect(reasons?.map((reason) => reason.Code)).toEqual(['None', 'TransactionConflict']);
    await first.done;
    await transact(client, 'c#3', 'c#1');
  });

  it('refuse a plain write and a transactional read while a transaction holds the item', async () => {
    const client = fixture.anAdministrator();
    const first = await held(client, 'c#4');
    const read = new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: key('c#4') } }] });
    await expect(client.send(put('c#4'))).rejects.toMatchObject({ name: 'TransactionConflictException' });
    await expect(client.send(read)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await client.send(new GetItemCommand({ TableName, Key: key('c#4') }));
    await first.done;
    await client.send(put('c#4'));
  });

  it('leave the members of a batch unprocessed', async () => {
    const client = fixture.anAdministrator();
    const first = await held(client, 'c#5');
    const requests = ['c#5', 'c#6'].map((pk) => ({ PutRequest: { Item: key(pk) } }));
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
    expect(answer.UnprocessedItems).toEqual({ [TableName]: [requests[0]] });
    await first.done;
  });
});

describe('metering', () => {
  it('counts a transaction as one call with doubled units, and adds nothing to the response', async () => {
    const { client } = fixture.aFunction(allow('*Item'));
    const answer = await client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: { ...key('m#1'), text: { S: 'x'.repeat(2_000) } } } },
          putMember('m#2'),
        ],
      }),
    );
    expect(answer.ConsumedCapacity).toBeUndefined();
    const functionName = 'pm-create-thing';
    expect(fixture.meter.calls({ requestId: 'request-1' })).toMatchObject([
      { action: 'TransactWriteItems', resource: tableArn, functionName, writeUnits: 6, readUnits: 0 },
    ]);
    await client.send(
      new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: key('m#1') } }] }),
    );
    const sum = { calls: 2, readUnits: 2, writeUnits: 6 };
    expect(fixture.meter.summary()[functionName]).toMatchObject(sum);
  });

  it('counts a query by the size of the read items, half of it if eventually consistent', async () => {
    const client = fixture.anAdministrator();
    const text = { S: 'x'.repeat(3_000) };
    for (const sk of ['a', 'b', 'c'])
      await client.send(new PutItemCommand({ TableName, Item: { ...key('m#3', sk), text } }));
    fixture.meter.reset();
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'm#3' } },
    };
    await client.send(new QueryCommand({ ...query, ConsistentRead: true }));
    const counted = new QueryCommand({ ...query, ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity } = await client.send(counted);
    expect(ConsumedCapacity?.CapacityUnits).toBe(1.5);
    expect(fixture.units()).toEqual([
      ['Query', 3, 0],
      ['Query', 1.5, 0],
    ]);
  });

  it('charges a failed condition by the size of the existing item, without returning it', async () => {
    const client = fixture.anAdministrator();
    await client.send(put('m#4', 'x'.repeat(1_500)));
    fixture.meter.reset();
    const update = {
      TableName,
      Key: key('m#4'),
      UpdateExpression: 'SET n = :n',
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ':n': { N: '1' } },
    };
    const error = await client.send(new UpdateItemCommand(update)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect((error as { Item?: unknown }).Item).toBeUndefined();
    expect(fixture.units()).toEqual([['UpdateItem', 0, 2]]);
  });
});
