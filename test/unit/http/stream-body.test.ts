import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BodyTooLargeError } from '../../../shared/kernel/errors/errors.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { lambdaBodyBytes, type StreamedBody, streamBody } from '../../../shared/kernel/http/stream-body.ts';
import type { EndpointRequest, HttpEvent } from '../../../shared/kernel/http/types.ts';

const spec = { maxBodyBytes: 10 } as EndpointSpec;

async function read(event: Partial<HttpEvent>, contract: EndpointSpec = spec): Promise<StreamedBody> {
  const request = { event: { headers: {}, ...event } } as unknown as EndpointRequest;
  for (const { before } of streamBody(contract)) await before?.(request);
  return request.event.body as StreamedBody;
}

async function textOf({ chunks }: StreamedBody): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString();
}

describe('a streamed body', () => {
  it('is passed on in chunks, with type and length', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '6' };
    const body = await read({ headers, body: Readable.from([Buffer.from('abc'), Buffer.from('def')]) });
    expect(body).toMatchObject({ contentType: 'multipart/form-data; boundary=b', contentLength: 6 });
    expect(await textOf(body)).toBe('abcdef');
  });

  it('that announces too much is refused before it is read', async () => {
    const body = Readable.from([Buffer.from('a')]);
    await expect(read({ headers: { 'content-length': '11' }, body })).rejects.toThrow(BodyTooLargeError);
    expect(body.readableDidRead).toBe(false);
  });

  it('with a file in a form is refused with the limit of the file, announced or not', async () => {
    const form = { maxBodyBytes: 10, formOverheadBytes: 4 } as EndpointSpec;
    const limit = { code: 'file_too_large', body: { maxBytes: 6 } };
    const empty = Readable.from([]);
    await expect(read({ headers: { 'content-length': '11' }, body: empty }, form)).rejects.toMatchObject(
      limit,
    );
    const body = await read({ body: Readable.from([Buffer.alloc(11)]) }, form);
    await expect(textOf(body)).rejects.toMatchObject(limit);
  });

  it.each([{}, { 'content-length': '3' }, { 'content-length': 'x' }])(
    'that is larger than %j is refused at the end',
    async (headers) => {
      const body = await read({ headers, body: Readable.from([Buffer.alloc(10), Buffer.alloc(1)]) });
      await expect(textOf(body)).rejects.toThrow(BodyTooLargeError);
    },
  );

  it('of exactly the limit is accepted', async () => {
    const body = await read({ body: Readable.from([Buffer.from('0123456789')]) });
    expect(await textOf(body)).toBe('0123456789');
  });
});

describe('a body in the event of a Lambda', () => {
  const large = { maxBodyBytes: 25 * 1024 * 1024 } as EndpointSpec;

  it.each<Partial<HttpEvent>>([
    { body: 'abc' },
    { body: Buffer.from('abc').toString('base64'), isBase64Encoded: true },
  ])('reads the same: %j', async (event) => {
    expect(await textOf(await read(event))).toBe('abc');
  });

  it('may be empty', async () => {
    expect(await Array.fromAsync((await read({})).chunks)).toEqual([]);
  });

  it('has a smaller limit, and the error explains it', async () => {
    const body = Buffer.alloc(lambdaBodyBytes + 1).toString('base64');
    const refusal = await read({ body, isBase64Encoded: true }, large).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'body_too_large',
      message: expect.stringContaining('without the ingest service'),
      body: { maxBytes: lambdaBodyBytes },
    });
    const fits = Buffer.alloc(lambdaBodyBytes).toString('base64');
    await expect(read({ body: fits, isBase64Encoded: true }, large)).resolves.toBeDefined();
  });

  it('keeps the smaller limit of a contract', async () => {
    const refusal = await read({ body: '0123456789a' }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ message: expect.not.stringContaining('ingest'), body: { maxBytes: 10 } });
  });
});
