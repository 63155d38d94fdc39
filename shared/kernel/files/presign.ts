/** Lets a browser send a file to S3 by itself. A file of its own: hardly any function needs the package. */
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { filesBucket } from './client.ts';

export interface PresignedPost {
  url: string;
  /** Sent as the first fields of a multipart form, before the field `file`. */
  fields: Record<string, string>;
}

export interface PresignOptions {
  key: string;
  /** S3 refuses more than that. */
  maxBytes: number;
  expiresSeconds: number;
  /** What the object is labelled with; without it, S3 labels it `binary/octet-stream`. */
  contentType?: string;
}

/**
 * A form that writes exactly one object, for so long. It is signed here, without a call to S3; what it may do is what
 * the function itself may do at that moment.
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
