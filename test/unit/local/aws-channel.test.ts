import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type AwsChannel, createAwsChannel } from '../../../lib/local/lambda/aws-channel.ts';
import type { AwsCallMessage } from '../../../lib/local/lambda/protocol.ts';

const signedFor = (service: string) => ({
  Authorization: `AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/${service}/aws4_request, Signature=0`,
});

const response = { type: 'aws-response', status: 200 } as const;

function aChannel(): { channel: AwsChannel; sent: AwsCallMessage[] } {
  const sent: AwsCallMessage[] = [];
  return { channel: createAwsChannel(['dynamodb'], (message) => void sent.push(message)), sent };
}

function aRequest({ channel }: { channel: AwsChannel }) {
  const request = channel.request({ method: 'POST', path: '/', headers: signedFor('dynamodb') }, undefined);
  if (request === undefined) throw new Error('The channel does not accept it.');
  return request;
}

describe('an AWS call over the message port', () => {
  it('carries headers by lower-case name, and the body', () => {
    const own = aChannel();
    aRequest(own).end('{"TableName":"things"}');
    const [message] = own.sent;
    expect(message).toMatchObject({ method: 'POST', path: '/', body: '{"TableName":"things"}' });
    expect(message?.headers.authorization).toContain('/dynamodb/');
  });

  it.each([
    ['is signed for a streaming service', signedFor('s3')],
    ['is not signed', {}],
  ])('goes over a socket when it %s', (_, headers) => {
    expect(aChannel().channel.request({ headers }, undefined)).toBeUndefined();
  });

  it('receives its own response, in any order', async () => {
    const own = aChannel();
    const bodies = ['first', 'second'].map(async (body) => {
      const request = aRequest(own);
      request.end(body);
      const [response] = await once(request, 'response');
      return {
        status: response.statusCode,
        type: response.headers['content-type'],
        body: await text(response),
      };
    });
    const headers = { 'content-type': 'application/json' };
    for (const { id, body } of own.sent.toReversed())
      own.channel.receive({ ...response, id, headers, body: `answer to ${body}` });
    const common = { status: 200, type: 'application/json' };
    expect(await Promise.all(bodies)).toEqual([
      { ...common, body: 'answer to first' },
      { ...common, body: 'answer to second' },
    ]);
  });

  it('fails when it is abandoned, and ignores its response', async () => {
    const own = aChannel();
    const request = aRequest(own);
    request.once('response', () => expect.unreachable('An abandoned call has a response.'));
    request.end('{}');
    const [failed, closed] = [Promise.withResolvers<Error>(), Promise.withResolvers<void>()];
    request.once('error', failed.resolve).once('close', closed.resolve);
    request.destroy(new Error('too late'));
    own.channel.receive({ ...response, id: own.sent[0]?.id ?? 0, headers: {}, body: '' });
    expect(await failed.promise).toMatchObject({ message: 'too late' });
    await closed.promise;
  });
});
