/**
 * Keys of attachments.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Stored sizes of an image | TENANT#<tenant>#ATTACHMENT#<attachment> | THUMBNAILS | thumbnailsKey |
 * | Long text of an attachment | TENANT#<tenant>#ATTACHMENT#<attachment> | TEXT | attachmentTextKey |
 * | State of the extraction, and indexed words | TENANT#<tenant>#ATTACHMENT#<attachment> | EXTRACTION | extractionKey |
 * | Attachments that contain a word, newest first | TENANT#<tenant>#ORG#<organization>#WORD#<word> | <inverted ms>#<attachment> | wordKey |
 * | Attachments with outdated index items | TENANT#<tenant>#ORG#<organization>#UNINDEXED | <attachment> | unindexedKey |
 * | Recognized pages of a tenant in a month | TENANT#<tenant>#PAGES | <yyyy-mm> | recognizedPagesKey |
 * | Stored bytes of resized images of a tenant in a month | TENANT#<tenant>#KEPTSIZES | <yyyy-mm> | keptSizesKey |
 * | Earlier versions of a file, oldest first | TENANT#<tenant>#ATTACHMENT#<attachment> | VERSION#<number> | attachmentVersionKey |
 * | Tenant of an attachment by its id | ATTACHMENT#<attachment> | LOCATOR | attachmentLocatorKey |
 * | Share links of a file | TENANT#<tenant>#ATTACHMENT#<attachment> | SHARE#<link> | shareLinkKey |
 * | Grant of a share link | SHARE#<sha256 of its secret> | GRANT | shareGrantKey |
 * | List an organization's attachments, newest first | TENANT#<tenant>#ORG#<organization>#ATTACHMENTS | <inverted ms>#<attachment> | attachmentListingKey |
 * | List a record's attachments, newest first | TENANT#<tenant>#ORG#<organization>#RECORDFILES#<sha256 of entity and record> | <inverted ms>#<attachment> | recordFileListingKey |
 * | Tags of an organization's attachments | TENANT#<tenant>#ORG#<organization>#TAGS | <tag>#<shard> | tagKey |
 * | Storage partitions of a tenant; changed default partitions of the platform | TENANT#<tenant or platform>#PARTITIONS | <code> | partitionKey |
 * | Storage usage of a tenant | TENANT#<tenant>#STORAGE | USAGE | storageUsageKey |
 * | Direct upload of a client | TENANT#<tenant>#UPLOAD#<attachment> | UPLOAD | uploadKey |
 * | Work items of files that are being stored or removed, per shard | FILEWORK#<shard> | <attachment> | fileWorkKey |
 * | Placements: files whose object exists before their row, per shard | FILEPLACED#<shard> | <file> | placementKey |
 */

import { hash } from 'node:crypto';
import { toJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { attachmentKey, type Key, newestFirst, type RowScope, shardOfText } from '../../kernel/table/keys.ts';

export { attachmentKey };
export const thumbnailsKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'THUMBNAILS',
});
/** Finds the tenant by the id, because a request for a public file selects no tenant. */
export const attachmentLocatorKey = (id: string): Key => ({ pk: `ATTACHMENT#${id}`, sk: 'LOCATOR' });
export const attachmentVersionPrefix = 'VERSION#';
export const attachmentVersionKey = (scope: TenantScope, id: string, version: number): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: `${attachmentVersionPrefix}${String(version).padStart(10, '0')}`,
});
export const shareLinkPrefix = 'SHARE#';
export const shareLinkKey = (scope: TenantScope, attachmentId: string, id: string): Key => ({
  pk: attachmentKey(scope, attachmentId).pk,
  sk: `${shareLinkPrefix}${id}`,
});
/** Finds the grant by the hash of the secret, because a request with a share link selects no tenant. */
export const shareGrantKey = (secretHash: string): Key => ({ pk: `SHARE#${secretHash}`, sk: 'GRANT' });
export const attachmentListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#ATTACHMENTS`;
export const attachmentListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: attachmentListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
/** Ids of entities and records may contain any characters, so the key contains their hash. */
export const recordFilesPartition = (
  { tenantId, organizationId }: RowScope,
  { entityId, recordId }: { entityId: string; recordId: string },
): string => {
  const record = hash('sha256', toJson([entityId, recordId]), 'hex');
  return `TENANT#${tenantId}#ORG#${organizationId}#RECORDFILES#${record}`;
};
export const recordFileListingKey = (
  scope: RowScope,
  record: { entityId: string; recordId: string },
  createdAtMs: number,
  id: string,
): Key => ({ pk: recordFilesPartition(scope, record), sk: attachmentListingKey(scope, createdAtMs, id).sk });

/** Number of counters per tag, so that parallel uploads do not conflict. */
const tagShards = 4;
export const tagsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#TAGS`;
export const tagKey = (scope: RowScope, tag: string, attachmentId: string): Key => ({
  pk: tagsPartition(scope),
  sk: `${tag}#${Number.parseInt(attachmentId.slice(0, 2), 16) % tagShards}`,
});

/** The partitions of a tenant; null selects the platform, whose key no tenant id can have. */
export const partitionsPartition = ({ tenantId }: { tenantId: string | null }): string =>
  `TENANT#${tenantId ?? 'platform'}#PARTITIONS`;
export const partitionKey = (scope: { tenantId: string | null }, code: string): Key => ({
  pk: partitionsPartition(scope),
  sk: code,
});

export const storageUsageKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STORAGE`,
  sk: 'USAGE',
});
export const uploadKey = ({ tenantId }: TenantScope, attachmentId: string): Key => ({
  pk: `TENANT#${tenantId}#UPLOAD#${attachmentId}`,
  sk: 'UPLOAD',
});
/** May be raised at any time but never lowered, because work items record their shard. */
export const fileWorkShards = 64;
export const fileWorkPartition = (shard: number): string => `FILEWORK#${shard}`;
export const fileWorkShardOf = (attachmentId: string): number => shardOfText(attachmentId, fileWorkShards);
export const fileWorkKey = ({ attachmentId, shard }: { attachmentId: string; shard: number }): Key => ({
  pk: fileWorkPartition(shard),
  sk: attachmentId,
});
/** May be raised at any time but never lowered, because the sweep remembers the shard of each placement. */
export const placementShards = 32;
export const placementPartition = (shard: number): string => `FILEPLACED#${shard}`;
export const placementKey = (fileId: string, shard = shardOfText(fileId, placementShards)): Key => ({
  pk: placementPartition(shard),
  sk: fileId,
});

export const attachmentTextKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'TEXT',
});
export const extractionKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'EXTRACTION',
});
/** `word` is folded and contains only letters and digits (shared/modules/attachments/extraction/words.ts). */
export const wordPartition = ({ tenantId, organizationId }: RowScope, word: string): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#WORD#${word}`;
export const wordKey = (scope: RowScope, word: string, createdAtMs: number, id: string): Key => ({
  pk: wordPartition(scope, word),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const unindexedPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#UNINDEXED`;
export const unindexedKey = (scope: RowScope, id: string): Key => ({ pk: unindexedPartition(scope), sk: id });
export const keptSizesKey = ({ tenantId }: TenantScope, month: string): Key => ({
  pk: `TENANT#${tenantId}#KEPTSIZES`,
  sk: month,
});
export const recognizedPagesKey = ({ tenantId }: TenantScope, month: string): Key => ({
  pk: `TENANT#${tenantId}#PAGES`,
  sk: month,
});
