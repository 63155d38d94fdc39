/**
 * The keys of all objects in the bucket of files. They contain only ids, no text of clients; the ids are checked
 * anyway, so that none can reach the folder of another tenant.
 */

import { toJson } from '../base/json.ts';

/** The prefix of each kind of object, used by grants and lifecycle rules. */
export const filePrefixes = {
  /** Files as uploaded. */
  originals: 't/',
  /** Uploads that are not accepted yet; S3 deletes them after a day. */
  staging: 'staging/',
  /** Extracted texts that are too long for the table. */
  texts: 'texts/',
  /** Rendered images, which can be made again; S3 deletes them after a month. */
  thumbs: 'thumbs/',
  /** Data of logged events that is too long for the table; S3 deletes it after a month. */
  events: 'events/',
} as const;
export type FileArea = keyof typeof filePrefixes;

/** The id of an attachment's file. */
export interface FileOwner {
  tenantId: string;
  organizationId: string;
  attachmentId: string;
}

const segmentPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

function joined(prefix: string, ...segments: string[]): string {
  const wrong = segments.find((segment) => !segmentPattern.test(segment));
  if (wrong !== undefined) throw new Error(`${toJson(wrong)} cannot be part of an object's key.`);
  return prefix + segments.join('/');
}

/** The uploaded file itself. Throws for invalid ids. */
export function originalKey({ tenantId, organizationId, attachmentId }: FileOwner): string {
  return joined(filePrefixes.originals, tenantId, organizationId, attachmentId, 'original');
}

/** The text extracted from a file. Throws like `originalKey`. */
export function textKey({ tenantId, organizationId, attachmentId }: FileOwner): string {
  return joined(filePrefixes.texts, tenantId, organizationId, attachmentId);
}

/** An upload that waits to be accepted. Throws like `originalKey`. */
export function stagingKey(tenantId: string, attachmentId: string): string {
  return joined(filePrefixes.staging, tenantId, attachmentId);
}

/** One rendering of an image; `variant` is like `w640-h480-cover`. Throws like `originalKey`. */
export function thumbnailKey(owner: FileOwner, variant: string): string {
  return thumbnailPrefix(owner) + joined('', variant);
}

/** Prefix of the keys of all renderings of an image. Throws like `originalKey`. */
export function thumbnailPrefix({ tenantId, organizationId, attachmentId }: FileOwner): string {
  return `${joined(filePrefixes.thumbs, tenantId, organizationId, attachmentId)}/`;
}

/** The data of a logged event; `name` is a hash. Throws like `originalKey`. */
export function eventDataKey(tenantId: string, name: string): string {
  return joined(filePrefixes.events, tenantId, name);
}

/** Prefixes of all keys of a tenant, by area. Throws like `originalKey`. */
export function tenantPrefixes(tenantId: string): string[] {
  return Object.values(filePrefixes).map((prefix) => `${joined(prefix, tenantId)}/`);
}
