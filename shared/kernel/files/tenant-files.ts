/** All objects of a tenant in the bucket, finished or not. For tools: functions know the keys that they need. */
import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { deleteObjects, listObjects } from './bucket.ts';
import { filesBucket } from './client.ts';
import { tenantPrefixes } from './object-keys.ts';

/** Maximum number of keys in one DeleteObjects. */
const batch = 1_000;

/** The tenant's objects of all areas. */
export async function* objectsOf(tenantId: string): AsyncGenerator<{ key: string; bytes: number }> {
  for (const prefix of tenantPrefixes(tenantId)) yield* listObjects(prefix);
}

interface UnfinishedUpload {
  Key: string;
  UploadId: string;
}

/** Incomplete uploads: their parts are not objects, but are stored. */
export async function* uploadsOf(tenantId: string): AsyncGenerator<UnfinishedUpload> {
  const { client, name: Bucket } = filesBucket();
  for (const Prefix of tenantPrefixes(tenantId)) {
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined;
    do {
      const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }));
      for (const { Key, UploadId } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined) yield { Key, UploadId };
      markers = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    } while (markers !== undefined);
  }
}

/** Deletes all of it. Returns the number; `onDeleted` is called with the number of each step. */
export async function eraseFilesOf(
  tenantId: string,
  onDeleted: (count: number) => void = () => undefined,
): Promise<{ objects: number; uploads: number }> {
  const { client, name: Bucket } = filesBucket();
  const erased = { objects: 0, uploads: 0 };
  // Uploads first: one that is completed meanwhile is an object by the time objects are listed.
  for await (const upload of uploadsOf(tenantId)) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, ...upload }));
    erased.uploads += 1;
    onDeleted(1);
  }
  let keys: string[] = [];
  const flush = async () => {
    await deleteObjects(keys);
    erased.objects += keys.length;
    onDeleted(keys.length);
    keys = [];
  };
  for await (const { key } of objectsOf(tenantId)) {
    keys.push(key);
    if (keys.length === batch) await flush();
  }
  if (keys.length > 0) await flush();
  return erased;
}
