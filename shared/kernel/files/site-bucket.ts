/** A bucket of static files that the public host serves. */
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { filesClientConfig } from './client.ts';

/** Response headers of a file. */
export interface SiteFileHeaders {
  contentType: string;
  cacheControl: string;
}

export interface SiteBucket {
  put(key: string, body: Uint8Array, headers: SiteFileHeaders): Promise<void>;
  /**
   * Marks a file for the lifecycle rule that deletes it some days later; no effect on a missing file. Browsers can
   * read it until then. Putting the file again removes the mark.
   */
  retire(key: string, headers: SiteFileHeaders): Promise<void>;
  /** Deletes every file. */
  empty(): Promise<void>;
  /** A file as text; undefined when there is none. */
  readText(key: string): Promise<string | undefined>;
}

/** The tag of a file that is no longer part of the site. */
export const retiredTag = { key: 'retired', value: 'true' } as const;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Opens the bucket of that name. */
export function openSiteBucket(name: string): SiteBucket {
  const client = new S3Client(filesClientConfig);
  return {
    async put(key, body, { contentType, cacheControl }) {
      const labels = { ContentType: contentType, CacheControl: cacheControl };
      await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body, ...labels }));
    },
    async retire(key, { contentType, cacheControl }) {
      const copied = client.send(
        new CopyObjectCommand({
          Bucket: name,
          Key: key,
          CopySource: `${name}/${key.split('/').map(encodeURIComponent).join('/')}`,
          // S3 refuses to copy an object onto itself unless its metadata is replaced; the copy restarts its age.
          MetadataDirective: 'REPLACE',
          ContentType: contentType,
          CacheControl: cacheControl,
          TaggingDirective: 'REPLACE',
          Tagging: `${retiredTag.key}=${retiredTag.value}`,
        }),
      );
      await copied.catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async empty() {
      for (;;) {
        // Always reads the first page, because the previous one is deleted.
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
        const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) return;
        await client.send(new DeleteObjectsCommand({ Bucket: name, Delete: { Objects, Quiet: true } }));
      }
    },
    async readText(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }));
        return await Body?.transformToString();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}
