/** CloudFormation waits for a response, also if its function fails. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { customResource } from '../../../shared/kernel/aws/custom-resource.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The response URL of CloudFormation, which returns these statuses in order. */
async function aResponseUrl(statuses: readonly number[] = [200]) {
  const received: { body: Record<string, unknown>; contentType: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({
      body: JSON.parse(Buffer.concat(chunks).toString()),
      contentType: request.headers['content-type'],
    });
    response.writeHead(statuses[received.length - 1] ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/answer`, received };
}

const requestFor = (ResponseURL: string, RequestType: 'Create' | 'Update' | 'Delete' = 'Create') => ({
  RequestType,
  ResponseURL,
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Upload',
  ResourceProperties: { Build: 'abc' },
});

const undo = async () => undefined;
const nothing = { perform: undo, undo };

describe('a function of a custom resource', () => {
  it('reports success without a content type, which the signature of the URL does not cover', async () => {
    const { url, received } = await aResponseUrl();
    const seen: unknown[] = [];
    await customResource('console', { perform: async (properties) => void seen.push(properties), undo })(
      requestFor(url),
    );
    expect(seen).toEqual([{ Build: 'abc' }]);
    expect(received).toEqual([
      {
        contentType: undefined,
        body: {
          Status: 'SUCCESS',
          PhysicalResourceId: 'console',
          StackId: 'stack',
          RequestId: 'request',
          LogicalResourceId: 'Upload',
        },
      },
    ]);
  });

  it('reports a short reason of a failure', async () => {
    const { url, received } = await aResponseUrl();
    const fails = customResource('console', {
      undo,
      perform: async () => {
        throw new Error('x'.repeat(1_001));
      },
    });
    await fails(requestFor(url));
    expect(received[0]?.body).toMatchObject({ Status: 'FAILED', Reason: 'x'.repeat(1_000) });
  });

  it.each([
    ['Create', 1],
    ['Update', 0],
  ] as const)('that fails to %s it is undone: %s', async (type, times) => {
    const { url, received } = await aResponseUrl();
    let undone = 0;
    const fails = customResource('console', {
      perform: () => Promise.reject(new Error('SlowDown')),
      undo: async () => {
        undone += 1;
        throw new Error('AccessDenied');
      },
    });
    await fails(requestFor(url, type));
    expect(undone).toBe(times);
    expect(received[0]?.body).toMatchObject({ Status: 'FAILED', Reason: 'SlowDown' });
  });

  it('does nothing for a deletion, and reports success', async () => {
    const { url, received } = await aResponseUrl();
    const fails = customResource('console', {
      undo,
      perform: async () => {
        throw new Error('must not run');
      },
    });
    await fails(requestFor(url, 'Delete'));
    expect(received[0]?.body).toMatchObject({ Status: 'SUCCESS' });
  });

  it('retries the response, and fails if it cannot be sent', async () => {
    const late = await aResponseUrl([503, 200]);
    await customResource('console', nothing)(requestFor(late.url));
    expect(late.received).toHaveLength(2);
    const never = await aResponseUrl([503, 503, 503]);
    await expect(customResource('console', nothing)(requestFor(never.url))).rejects.toThrow('503');
  });
});
