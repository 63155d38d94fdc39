/** Lets a browser upload a file directly to S3. A separate file, because few functions need the package. */
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { filesBucket } from './client.ts';

export interface PresignedPost {
  url: string;
  /** Sent as the first fields of a multipart form, before the field `file`. */
  fields: Record<string, string>;
}

export interface PresignOptions {
  key: string;
  /** S3 refuses larger files. */
  maxBytes: number;
  expiresSeconds: number;
  /** The object's metadata; without it, S3 uses `binary/octet-stream`. */
  contentType?: string;
}

/**
 * A form that can write exactly one object within this time. It is signed here, without a call to S3; it has the
 * permissions of the function itself.
 */
export async function presignPost({
  key,
  maxBytes,
  expiresSeconds,
  contentType,
}: PresignOptions): Promise<PresignedPost> {
  const { name, client } = filesBucket();
  return createPresignedPost(client, {
    Bucket: name,
    Key: key,
    Expires: expiresSeconds,
    Conditions: [['content-length-range', 0, maxBytes]],
    ...(contentType !== undefined && { Fields: { 'Content-Type': contentType } }),
  });
}
