import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChannelGateway } from '../../../lib/local/gateway/aws-service.ts';
import { folderOfTests } from '../../support/folders.ts';
import { connectAwsCalls, serveAwsCalls } from '../../support/runtime/aws-calls.ts';

const folder = folderOfTests();
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of opened.splice(0)) await stop();
});

const signedFor = (service: string) => ({
  Authorization: `AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/${service}/aws4_request, Signature=0`,
});

async function aConnection(call: ChannelGateway['call']) {
  const path = join(mkdtempSync(join(folder, 'run-')), 'aws.sock');
  const { stop, ...access } = await serveAwsCalls({ services: ['dynamodb'], call }, path);
  opened.push(stop);
  return { stop, request: connectAwsCalls(access) };
}
type Connection = Awaited<ReturnType<typeof aConnection>>;

/** Sends a call as the SDK does. */
function open({ request }: Connection, body: string) {
  const call = request({ method: 'POST', path: '/', headers: signedFor('dynamodb') }, undefined);
  if (call === undefined) throw new Error('The runtime does not take it.');
  call.end(body);
  return call;
}

async function answerOf(connection: Connection, body: string) {
  const [response] = await once(open(connection, body), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('AWS calls of a test process', () => {
  it('reach the gateway with headers and body, and get its response', async () => {
    const calls: unknown[] = [];
    const connection = await aConnection(async (call) => {
      calls.push(call);
      return { status: 400, headers: { 'x-amzn-requestid': '1' }, body: '{"ü":1}' };
    });
    const answer = await answerOf(connection, '{"TableName":"täble"}');
    expect(answer).toEqual({ status: 400, headers: { 'x-amzn-requestid': '1' }, body: '{"ü":1}' });
    const headers = { authorization: signedFor('dynamodb').Authorization };
    expect(calls).toEqual([{ method: 'POST', path: '/', headers, body: '{"TableName":"täble"}' }]);
  });

  it('get their own responses, of any size and in any order', async () => {
    const sizes = [2_000_000, 0, 70_000, 1, 65_536, 300];
    const held: (() => void)[] = [];
    const connection = await aConnection(async ({ body }) => {
      // The last one to arrive is answered first.
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === sizes.length) for (const release of held.toReversed()) release();
      });
      return { status: 200, headers: {}, body };
    });
    const answers = await Promise.all(
      sizes.map((size, index) => answerOf(connection, String(index).repeat(size))),
    );
    expect(answers.map(({ body }) => [body.length, body[0]])).toEqual(
      sizes.map((size, index) => [size, size === 0 ? undefined : String(index)]),
    );
  });

  it('go over HTTP for services with streams', async () => {
    const { request } = await aConnection(async () => undefined);
    expect(request({ method: 'PUT', path: '/', headers: signedFor('s3') }, undefined)).toBeUndefined();
  });

  it('fail when the runtime stops before it answers', async () => {
    const reached = Promise.withResolvers<void>();
    const connection = await aConnection(async () => {
      reached.resolve();
      return undefined;
    });
    const call = open(connection, '{}');
    const failed = once(call, 'error');
    await reached.promise;
    await connection.stop();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });
});
