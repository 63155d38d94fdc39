/**
 * Keys of attachments.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read an attachment | TENANT#<tenant>#ATTACHMENT#<attachment> | ATTACHMENT | attachmentKey |
 * | Which sizes of an image are stored? | TENANT#<tenant>#ATTACHMENT#<attachment> | THUMBNAILS | thumbnailsKey |
 * | The text of an attachment, if it is long | TENANT#<tenant>#ATTACHMENT#<attachment> | TEXT | attachmentTextKey |
 * | How far is extraction, and by which words is it found? | TENANT#<tenant>#ATTACHMENT#<attachment> | EXTRACTION | extractionKey |
 * | Which attachments have a word in their text, newest first | TENANT#<tenant>#ORG#<organization>#WORD#<word> | <inverted ms>#<attachment> | wordKey |
 * | Attachments that are not as the words' items say | TENANT#<tenant>#ORG#<organization>#UNINDEXED | <attachment> | unindexedKey |
 * | How many pages of a tenant were recognized in a month? | TENANT#<tenant>#PAGES | <yyyy-mm> | recognizedPagesKey |
 * | How many bytes of images' sizes did a tenant keep in a month? | TENANT#<tenant>#KEPTSIZES | <yyyy-mm> | keptSizesKey |
 * | Versions of a file before the current one, the oldest first | TENANT#<tenant>#ATTACHMENT#<attachment> | VERSION#<number> | attachmentVersionKey |
 * | Whose is the attachment with this id? | ATTACHMENT#<attachment> | LOCATOR | attachmentLocatorKey |
 * | Under which links is a file shared? | TENANT#<tenant>#ATTACHMENT#<attachment> | SHARE#<link> | shareLinkKey |
 * | Which file does a share link open? | SHARE#<sha256 of its secret> | GRANT | shareGrantKey |
 * | List an organization's attachments, newest first | TENANT#<tenant>#ORG#<organization>#ATTACHMENTS | <inverted ms>#<attachment> | attachmentListingKey |
 * | List a record's attachments, newest first | TENANT#<tenant>#ORG#<organization>#RECORDFILES#<sha256 of entity and record> | <inverted ms>#<attachment> | recordFileListingKey |
 * | Which tags do an organization's attachments have? | TENANT#<tenant>#ORG#<organization>#TAGS | <tag>#<shard> | tagKey |
 * | Storage partitions of a tenant / what super admins changed of the default ones | TENANT#<tenant or platform>#PARTITIONS | <code> | partitionKey |
 * | How much does a tenant store? | TENANT#<tenant>#STORAGE | USAGE | storageUsageKey |
 * | A file that a client uploads to the bucket itself | TENANT#<tenant>#UPLOAD#<attachment> | UPLOAD | uploadKey |
 * | Files that are being stored or removed / left over, per shard | FILEWORK#<shard> | <attachment> | fileWorkKey |
 * | Files in their place whose rows no sweep has seen yet, per shard / whose is a new file? | FILEPLACED#<shard> | <file> | placementKey |
 */
import { hash } from 'node:crypto';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { type Key, newestFirst, type RowScope, shardOfText } from '../../kernel/table/keys.ts';

export const attachmentKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ATTACHMENT#${id}`,
  sk: 'ATTACHMENT',
});
export const thumbnailsKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'THUMBNAILS',
});
/** A request for a public file has no tenant: the id, which cannot be guessed, leads to it. */
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
/** A link is opened without a tenant: the hash of its secret leads to the item. */
export const shareGrantKey = (secretHash: string): Key => ({ pk: `SHARE#${secretHash}`, sk: 'GRANT' });
export const attachmentListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#ATTACHMENTS`;
export const attachmentListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: attachmentListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
/** Names of entities and records are free text of any form, so that only their hash can be part of a key. */
export const recordFilesPartition = (
  { tenantId, organizationId }: RowScope,
  { entityId, recordId }: { entityId: string; recordId: string },
): string => {
  const record = hash('sha256', JSON.stringify([entityId, recordId]), 'hex');
  return `TENANT#${tenantId}#ORG#${organizationId}#RECORDFILES#${record}`;
};
export const recordFileListingKey = (
  scope: RowScope,
  record: { entityId: string; recordId: string },
  createdAtMs: number,
  id: string,
): Key => ({ pk: recordFilesPartition(scope, record), sk: attachmentListingKey(scope, createdAtMs, id).sk });

/** What a listing item put ahead of its row is found by: the partition of the record's files, and the time of the file. */
export interface ListedFile {
  recordPartition: string;
  createdAtMs: number;
}
/** The keys of a file's two listing items: in its library, and among the files of its record. */
export function fileListingKeys(
  scope: RowScope,
  id: string,
  { recordPartition, createdAtMs }: ListedFile,
): readonly [library: Key, record: Key] {
  const library = attachmentListingKey(scope, createdAtMs, id);
  return [library, { pk: recordPartition, sk: library.sk }];
}

/** A tag that many files have is counted in several items, so that parallel uploads do not meet on one. */
const tagShards = 4;
export const tagsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#TAGS`;
export const tagKey = (scope: RowScope, tag: string, attachmentId: string): Key => ({
  pk: tagsPartition(scope),
  sk: `${tag}#${Number.parseInt(attachmentId.slice(0, 2), 16) % tagShards}`,
});

/** Of a tenant, or with null of the platform, which lies under a name that no tenant has. */
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
/** May be raised at any time, never lowered: work records its shard. */
export const fileWorkShards = 64;
export const fileWorkPartition = (shard: number): string => `FILEWORK#${shard}`;
export const fileWorkShardOf = (attachmentId: string): number => shardOfText(attachmentId, fileWorkShards);
/** The shard of work that was begun before work recorded its shard. */
export const formerFileWorkShardOf = (attachmentId: string): number => shardOfText(attachmentId, 16);
export const fileWorkKey = ({ attachmentId, shard }: { attachmentId: string; shard: number }): Key => ({
  pk: fileWorkPartition(shard),
  sk: attachmentId,
});
/** Not to be changed: until a sweep has seen the row of a new file, its key follows from its id alone. */
export const placementShards = 32;
export const placementPartition = (shard: number): string => `FILEPLACED#${shard}`;
export const placementKey = (fileId: string): Key => ({
  pk: placementPartition(shardOfText(fileId, placementShards)),
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
/** `word` is folded and holds letters and digits only (shared/modules/attachments/extraction/words.ts). */
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
