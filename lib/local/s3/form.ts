/** Objects that browsers send as a form: its fields first, then the file, which is streamed. */
import { pipeline, Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AwsError } from '../gateway/aws-service.ts';
import type { S3Request } from './request.ts';

export interface PostedForm {
  /** The fields before the file, by lower-case name; `key` with the file's name instead of its placeholder. */
  fields: ReadonlyMap<string, string>;
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
    const parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fieldSize: fieldsBytes, files: 1 },
      isPartAFile: (name) => name === 'file',
    });
    let open: Readable | undefined;
    parser.on('field', (name, value) => void fields.set(name.toLowerCase(), value));
    parser.on('file', (_, file, fileName) => {
      open = file;
      const key = fields.get('key') ?? '';
      // A replacer function, because a file name may contain replacement patterns such as `$&`.
      fields.set(
        'key',
        key.replaceAll(/\$\{filename\}/g, () => fileName),
      );
      // The reader of the file handles errors later; an earlier error must not end the process.
      file.on('error', () => undefined);
      resolve({ fields, file });
    });
    parser.on('finish', () =>
      reject(new AwsError('InvalidArgument', 'POST requires exactly one file upload per request.')),
    );
    // The pipeline reports errors; one after its end must not end the process.
    parser.on('error', () => undefined);
    pipeline(Readable.from(stream), parser, (error) => {
      if (error == null) return;
      open?.destroy(error);
      const message = `The body of your POST request is not well-formed. ${error.message}`;
      reject(new AwsError('MalformedPOSTRequest', message));
    });
  });
}
