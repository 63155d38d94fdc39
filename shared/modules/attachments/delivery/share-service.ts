/** Creates, lists, revokes and opens share links of files. */

import { randomUUID } from 'node:crypto';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { grantLink, hashLinkSecret, newLinkSecret } from '../../../kernel/auth/link-token.ts';
import { countAgainst, countRefused, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { LimitReachedError, NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Caller, RequestCaller, Target } from '../../../kernel/http/operation.ts';
import type { StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import type { Attachment } from '../attachment.ts';
import { getOpenAttachment } from '../attachment-store.ts';
import { shareLimits } from '../limits.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import { type Download, replyWithAttachment } from './download-service.ts';
import * as share from './share.ts';
import type { CreateShare, Share } from './share-contract.ts';
import { sharePath } from './share-path.ts';
import * as store from './share-store.ts';

/** Requests with invalid URLs, per client. */
const refused: RatePolicy = {
  name: 'shared-refused',
  limit: shareLimits.refusedPerMinute,
  windowSeconds: 60,
};
/** Downloads with all links of a tenant. */
const downloads: RatePolicy = {
  name: 'shared-downloads',
  limit: shareLimits.downloadsPerMinute,
  windowSeconds: 60,
};

const toShare = ({ id, name, createdBy, createdAtMs, expiresAtMs }: share.ShareLink): Share => ({
  id,
  name,
  createdBy,
  createdAt: toIso(createdAtMs),
  expiresAt: toIso(expiresAtMs),
});

/** Creates a link and returns its URL, which is not returned again. Throws NotFoundError and LimitReachedError. */
export async function createShare(
  { scope, client, context }: Caller & Pick<RequestCaller, 'client'>,
  { id: attachmentId, name, expiresInSeconds }: CreateShare & Target,
) {
  const { nowMs } = context;
  const { id, tenantId, organizationId } = await visibleAttachment(scope, attachmentId);
  const existing = await store.listShares(scope, id, nowMs);
  if (existing.length >= shareLimits.perFile)
    throw new LimitReachedError('share links of a file', shareLimits.perFile);
  const secret = newLinkSecret();
  const link: share.ShareLink = {
    ...{ tenantId, organizationId, attachmentId: id },
    id: randomUUID(),
    name: name ?? null,
    createdBy: context.principal.subject,
    createdAtMs: nowMs,
    expiresAtMs: (Math.floor(nowMs / 1_000) + expiresInSeconds) * 1_000,
    secretHash: hashLinkSecret(secret),
  };
  const grant: share.ShareGrant = {
    ...{ tenantId, organizationId, attachmentId: id },
    id: link.id,
    signingKey: share.newSigningKey(),
    ...grantLink('share', share.shareBoundValues(link), nowMs),
    expiresAtMs: link.expiresAtMs,
  };
  await store.insertShare(link, grant, context);
  return { ...toShare(link), url: `${client.origin}${sharePath}/${share.shareToken(secret, grant)}` };
}

/** Returns the valid links of a file, newest first. Throws NotFoundError. */
export async function listShares({ scope, context }: Caller, { id: attachmentId }: Target) {
  const { id } = await visibleAttachment(scope, attachmentId);
  const links = await store.listShares(scope, id, context.nowMs);
  return { items: links.map(toShare) };
}

/** Throws NotFoundError if the file or the link does not exist. */
export async function revokeShare(
  { scope, context }: Caller,
  { id: attachmentId, shareId }: Target & { shareId: string },
) {
  const { id } = await visibleAttachment(scope, attachmentId);
  const link = requireFound(await store.findShare(scope, id, shareId, context.nowMs), 'Share link');
  await store.removeShare(link, context);
  return { ok: true as const };
}

/**
 * Finds the file of a token; undefined for an invalid, expired or revoked token, and while the tenant or organization
 * of the file is closed.
 */
async function openShare(token: string, nowMs: number): Promise<Attachment | undefined> {
  const secret = share.secretIn(token);
  const grant = secret && (await store.findGrant(hashLinkSecret(secret)));
  if (!secret || !grant || !share.isValidShare(token, secret, grant, nowMs)) return undefined;
  return getOpenAttachment(grant, grant.attachmentId);
}

/** Who has the URL of a shared file, and when it is read. */
interface SharedFileReader {
  client: Pick<RequestCaller['client'], 'ip'>;
  context: Pick<RequestCaller['context'], 'nowMs'>;
}

/**
 * Returns the file of a link. Throws NotFoundError for an invalid token, RateLimitedError, and the errors of
 * `replyWithAttachment`.
 */
export async function downloadSharedFile(
  { client, context: { nowMs } }: SharedFileReader,
  { token, ...download }: Download & { token: string },
): Promise<StreamReply> {
  const attachment = await openShare(token, nowMs);
  if (attachment === undefined) {
    await countRefused(refused, addressKey(client.ip), nowMs);
    throw new NotFoundError('Shared file');
  }
  await countAgainst(downloads, attachment.tenantId, nowMs);
  const reply = replyWithAttachment({ attachment, visibility: 'private' }, download);
  // The URL is the credential, so it must not be sent to other sites or indexed by search engines.
  const privacyHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
  return { ...reply, headers: { ...reply.headers, ...privacyHeaders } };
}
