/** Stores share links: an item beside the file, and a grant under the hash of the secret. */

import { type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { transact } from '../../../kernel/table/write.ts';
import { attachmentKey, shareGrantKey, shareLinkKey, shareLinkPrefix } from '../keys.ts';
import type { ShareGrant, ShareLink } from './share.ts';

const entities = { link: 'share_link', grant: 'share_grant' } as const;

const ttlOf = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1_000);

function changeWrites(link: ShareLink, action: 'created' | 'deleted', context: ChangeContext) {
  const { id, tenantId, organizationId, attachmentId, name, expiresAtMs } = link;
  const data = { attachmentId, name, expiresAt: toIso(expiresAtMs) };
  return recordChange(
    {
      ...{ tenantId, organizationId, resource: 'attachments.share', resourceId: id, action },
      version: action === 'created' ? 1 : 2,
      data,
      changes: action === 'created' ? differences({}, data) : differences(data, {}),
    },
    context,
  );
}

/** Stores a link in one transaction. Throws NotFoundError if the file has been deleted. */
export async function insertShare(link: ShareLink, grant: ShareGrant, context: ChangeContext): Promise<void> {
  const ttl = ttlOf(link.expiresAtMs);
  await transact([
    {
      check: attachmentKey(link, link.attachmentId),
      when: { expression: 'attribute_exists(pk)' },
      otherwise: () => new NotFoundError('Attachment'),
    },
    { put: { ...toItem(shareLinkKey(link, link.attachmentId, link.id), entities.link, link), ttl } },
    { put: { ...toItem(shareGrantKey(link.secretHash), entities.grant, grant), ttl } },
    ...changeWrites(link, 'created', context),
  ]);
}

/** Returns the links of a file that have not expired, newest first. Sends one Query. */
export async function listShares(
  scope: TenantScope,
  attachmentId: string,
  nowMs: number,
): Promise<ShareLink[]> {
  const { pk } = attachmentKey(scope, attachmentId);
  const items = await queryAll({ pk, skPrefix: shareLinkPrefix, consistent: true });
  return items
    .map((item) => fromItem<ShareLink>(item, entities.link))
    .filter(({ expiresAtMs }) => expiresAtMs > nowMs)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
}

/** Returns a link of a file if it has not expired. Sends one GetItem. */
export async function findShare(
  scope: TenantScope,
  attachmentId: string,
  id: string,
  nowMs: number,
): Promise<ShareLink | undefined> {
  const item = await getItem(shareLinkKey(scope, attachmentId, id));
  const link = item && fromItem<ShareLink>(item, entities.link);
  return link !== undefined && link.expiresAtMs > nowMs ? link : undefined;
}

/** Returns the grant of a secret for any tenant. The caller must verify the token. Sends one GetItem. */
export async function findGrant(secretHash: string): Promise<ShareGrant | undefined> {
  const item = await getItem(shareGrantKey(secretHash));
  if (item === undefined) return undefined;
  return fromItem<ShareGrant>(item, entities.grant);
}

/** Removes a link. Throws NotFoundError if it has been revoked already. */
export async function removeShare(link: ShareLink, context: ChangeContext): Promise<void> {
  await transact([
    {
      delete: shareLinkKey(link, link.attachmentId, link.id),
      when: { expression: 'attribute_exists(pk)' },
      otherwise: () => new NotFoundError('Share link'),
    },
    { delete: shareGrantKey(link.secretHash) },
    ...changeWrites(link, 'deleted', context),
  ]);
}
