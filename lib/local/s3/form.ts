/** Objects that browsers send as a form: its fields first, then the file, which is streamed. */
import { pipeline, Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AwsError, type AwsResponse } from '../gateway/aws-service.ts';
import { readBodyOf } from './body.ts';
import { emptyResponse, xmlResponse } from './operations.ts';
import type { AcceptedForm, FormFields } from './post-policy.ts';
import { type S3Request, storedHeaders } from './request.ts';
import type { S3Store } from './store.ts';

export interface PostedForm {
  fields: FormFields;
  fileName: string;
  file: AsyncIterable<Uint8Array>;
}

/** S3's limit for the fields besides the file. https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html */
const fieldsBytes = 20 * 1024;

/** Reads a form up to its file. Throws AwsError for an invalid form or one without a file. */
export function readForm({ headers, stream }: S3Request): Promise<PostedForm> {
  if (headers['content-length'] === undefined) {
    throw new AwsError('MissingContentLength', 'You must provide the Content-Length HTTP header.', 411);
  }
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const malformed = (error?: unknown): void =>
      reject(
        new AwsError(
          'MalformedPOSTRequest',
          `The body of your POST request is not well-formed. ${error ?? ''}`,
        ),
      );
    const parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fieldSize: fieldsBytes, files: 1 },
      isPartAFile: (name) => name === 'file',
    });
    let open: Readable | undefined;
    parser.on('field', (name, value) => void fields.set(name.toLowerCase(), value));
    parser.on('file', (_, file, fileName) => {
      open = file;
      // The reader of the file handles errors later; an earlier error must not end the process.
      file.on('error', () => undefined);
      resolve({ fields, fileName, file });
    });
    parser.on('finish', () =>
      reject(new AwsError('InvalidArgument', 'POST requires exactly one file upload per request.')),
    );
    parser.on('error', malformed);
    pipeline(Readable.from(stream), parser, (error) => {
      if (error == null) return;
      open?.destroy(error);
      malformed(error.message);
    });
  });
}

/** The key at which the form stores its file. */
export function keyOf({ fields, fileName }: PostedForm): string {
  const key = fields.get('key') ?? '';
  if (key === '') throw new AwsError('InvalidArgument', "Bucket POST must contain a field named 'key'.");
  // A replacer function, because a file name may contain replacement patterns such as `$&`.
  return key.replaceAll(/\$\{filename\}/g, () => fileName);
}

async function* within(
  file: AsyncIterable<Uint8Array>,
  { min, max }: AcceptedForm['bytes'],
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.byteLength;
    if (bytes > max) {
      throw new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400, {
        MaxSizeAllowed: max,
      });
    }
    yield chunk;
  }
  if (bytes < min) {
    throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
}

/** Stores the file of an accepted form. */
export async function postObject(
  store: S3Store,
  bucket: string,
  form: PostedForm,
  { bytes: allowed }: AcceptedForm,
): Promise<AwsResponse> {
  const { fields } = form;
  const key = keyOf(form);
  const body = readBodyOf({}, within(form.file, allowed));
  const blob = await store.receive(body.chunks);
  const etag = `"${body.md5()}"`;
  const headers = storedHeaders(Object.fromEntries(fields));
  store.put({ bucket, key, blobs: [blob], bytes: blob.bytes, etag, headers, modifiedMs: Date.now() });
  const status = fields.get('success_action_status');
  if (status === '201') {
    return xmlResponse(201, 'PostResponse', { Bucket: bucket, Key: key, ETag: etag });
  }
  return emptyResponse(status === '200' ? 200 : 204, { etag });
}
