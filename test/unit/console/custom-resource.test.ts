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

const undo = async () => undefined;

/** Runs the function of a resource. Returns what it reports. */
async function reported(
  perform: Parameters<typeof customResource>[1]['perform'],
  { type = 'Create', revert = undo, statuses = [200] }: Partial<Run> = {},
) {
  const { url: ResponseURL, received } = await aResponseUrl(statuses);
  const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Upload' };
  const request = { ...ids, RequestType: type, ResponseURL, ResourceProperties: { Build: 'abc' } };
  await customResource('console', { perform, undo: revert })(request);
  return received;
}
interface Run {
  type: 'Create' | 'Update' | 'Delete';
  revert: () => Promise<undefined>;
  statuses: readonly number[];
}

describe('a function of a custom resource', () => {
  it('reports success without a content type, which the signature of the URL does not cover', async () => {
    const seen: unknown[] = [];
    const received = await reported(async (properties) => void seen.push(properties));
    expect(seen).toEqual([{ Build: 'abc' }]);
    const ids = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Upload' };
    const body = { Status: 'SUCCESS', PhysicalResourceId: 'console', ...ids };
    expect(received).toEqual([{ contentType: undefined, body }]);
  });

  it('reports a short reason of a failure', async () => {
    const [answer] = await reported(() => Promise.reject(new Error('x'.repeat(1_001))));
    expect(answer?.body).toMatchObject({ Status: 'FAILED', Reason: 'x'.repeat(1_000) });
  });

  it.each([
    ['Create', 1],
    ['Update', 0],
  ] as const)('that fails to %s it is undone: %s', async (type, times) => {
    let undone = 0;
    const revert = async () => {
      undone += 1;
      throw new Error('AccessDenied');
    };
    const [answer] = await reported(() => Promise.reject(new Error('SlowDown')), { type, revert });
    expect(undone).toBe(times);
    expect(answer?.body).toMatchObject({ Status: 'FAILED', Reason: 'SlowDown' });
  });

  it('does nothing for a deletion, and reports success', async () => {
    const [answer] = await reported(() => Promise.reject(new Error('must not run')), { type: 'Delete' });
    expect(answer?.body).toMatchObject({ Status: 'SUCCESS' });
  });

  it('retries the response, and fails if it cannot be sent', async () => {
    expect(await reported(undo, { statuses: [503, 200] })).toHaveLength(2);
    await expect(reported(undo, { statuses: [503, 503, 503] })).rejects.toThrow('503');
  });
});
