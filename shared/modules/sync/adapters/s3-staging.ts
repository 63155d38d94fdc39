/**
 * The objects that an export stores in the bucket until its file is complete: each batch as an object, under
 * a name that a repeated batch overwrites, and joined pieces of several batches. They are not visible under
 * the name of the file.
 */

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { allOf, chunksOf } from '../../../kernel/base/parallel.ts';
import { clientFor } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';

const parallel = 8;

/** Calls `work` for each in order, several at a time. Returns the results in the same order. */
async function mapInParallel<In, Out>(
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  for (const some of chunksOf(inputs, parallel)) results.push(...(await allOf(some.map(work))));
  return results;
}

export class Staging {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #folder: string;
  readonly #runId: string;
  readonly #signal: AbortSignal;

  constructor({ bucket, key, access }: S3Location, runId: string, signal: AbortSignal) {
    this.#client = clientFor(access);
    this.#bucket = bucket;
    const [file = '', ...folders] = key.split('/').toReversed();
    this.#folder = [...folders.toReversed(), '.sync', file, ''].join('/');
    this.#runId = runId;
    this.#signal = signal;
  }

  #keyOf(kind: 'batch' | 'piece', index: number): string {
    return `${this.#folder}${this.#runId}/${kind}-${String(index).padStart(8, '0')}`;
  }

  async put(kind: 'batch' | 'piece', index: number, body: Buffer): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.#bucket, Key: this.#keyOf(kind, index), Body: body });
    await this.#client.send(command, { abortSignal: this.#signal });
  }

  /** Reads the objects from `from` up to `to`, exclusive, in order. */
  async read(kind: 'batch' | 'piece', from: number, to: number): Promise<Buffer[]> {
    const indexes = Array.from({ length: to - from }, (_, index) => from + index);
    return mapInParallel(indexes, async (index) => {
      const command = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#keyOf(kind, index) });
      const found = await this.#client.send(command, { abortSignal: this.#signal });
      return Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    });
  }

  async remove(kind: 'batch' | 'piece', from: number, to: number): Promise<void> {
    await this.#delete(Array.from({ length: to - from }, (_, index) => this.#keyOf(kind, from + index)));
  }

  /** Removes the objects of this run, or of every run of this file. */
  async clear(of: 'run' | 'file'): Promise<void> {
    const prefix = of === 'run' ? `${this.#folder}${this.#runId}/` : this.#folder;
    for (let token: string | undefined; ; ) {
      const list = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: prefix,
        ...(token !== undefined && { ContinuationToken: token }),
      });
      const found = await this.#client.send(list, { abortSignal: this.#signal });
      await this.#delete((found.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
      token = found.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  /** Deletes one by one, because deleting several at once needs a checksum that some storage does not support. */
  async #delete(keys: readonly string[]): Promise<void> {
    await mapInParallel(keys, (Key) =>
      this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key }), {
        abortSignal: this.#signal,
      }),
    );
  }
}
