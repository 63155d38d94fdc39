/**
 * The keys of all objects in the bucket of files. Nothing that a client wrote is part of one: only ids, which are
 * checked nevertheless, so that no id could ever lead into the folder of another tenant.
 */

/** Where each kind of object lies. Grants and lifecycle rules go by these prefixes. */
export const filePrefixes = {
  /** Files as they were uploaded. */
  originals: 't/',
  /** Uploads that are not accepted yet; S3 deletes them after a day. */
  staging: 'staging/',
  /** Extracted texts that are too long for the table. */
  texts: 'texts/',
  /** Rendered images, which can be made again; S3 deletes them after a month. */
  thumbs: 'thumbs/',
} as const;
export type FileArea = keyof typeof filePrefixes;

/** The file that an attachment has. */
export interface FileOwner {
  tenantId: string;
  organizationId: string;
  attachmentId: string;
}

const segmentPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

function joined(prefix: string, ...segments: string[]): string {
  const wrong = segments.find((segment) => !segmentPattern.test(segment));
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} cannot be part of an object's key.`);
  return prefix + segments.join('/');
}

/** The uploaded file itself. Throws for ids that no id of ours looks like. */
export function originalKey({ tenantId, organizationId, attachmentId }: FileOwner): string {
  return joined(filePrefixes.originals, tenantId, organizationId, attachmentId, 'original');
}

/** The text extracted from a file. Throws as `originalKey`. */
export function textKey({ tenantId, organizationId, attachmentId }: FileOwner): string {
  return joined(filePrefixes.texts, tenantId, organizationId, attachmentId);
}

/** Where an upload waits until it is accepted. Throws as `originalKey`. */
export function stagingKey(tenantId: string, attachmentId: string): string {
  return joined(filePrefixes.staging, tenantId, attachmentId);
}

/** One rendering of an image; `variant` is like `w640-h480-cover`. Throws as `originalKey`. */
export function thumbnailKey(owner: FileOwner, variant: string): string {
  return thumbnailPrefix(owner) + joined('', variant);
}

/** What the keys of all renderings of one image begin with. Throws as `originalKey`. */
export function thumbnailPrefix({ tenantId, organizationId, attachmentId }: FileOwner): string {
  return `${joined(filePrefixes.thumbs, tenantId, organizationId, attachmentId)}/`;
}

/** What the keys of everything that a tenant has begin with, area by area. Throws as `originalKey`. */
export function tenantPrefixes(tenantId: string): string[] {
  return Object.values(filePrefixes).map((prefix) => `${joined(prefix, tenantId)}/`);
}
