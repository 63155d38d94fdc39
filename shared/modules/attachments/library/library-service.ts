/** What callers do with files that are stored: list, look, change, move, remove. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope, TenantScope } from '../../../kernel/auth/principal.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { expectsRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import { visibleScopes } from '../../../kernel/table/organizations.ts';
import { allOf, forEachParallel } from '../../../kernel/table/parallel.ts';
import { laterThan } from '../../../kernel/text/times.ts';
import { customFilters, getDefinitions } from '../../entities/public.ts';
import { type Attachment, attachmentEntityType, isImage } from '../attachment.ts';
import * as store from '../attachment-store.ts';
import { NotExtractableError } from '../errors.ts';
import { searchContent } from '../extraction/content-search.ts';
import { readText, storeRequest } from '../extraction/extraction-store.ts';
import { routeOf } from '../extraction/route.ts';
import { searchWords } from '../extraction/words.ts';
import { attachmentLimits, takeoverAtMs } from '../limits.ts';
import { getAccount } from '../partitions/account-store.ts';
import type { Partition } from '../partitions/partition.ts';
import { getPartition, listPartitions } from '../partitions/partition-store.ts';
import { purgeOf } from '../partitions/storage-store.ts';
import { purgeNow } from '../purge.ts';
import { customOfBody, movedAssignments, normalizeAssignments, normalizeTags } from '../upload/form-parts.ts';
import { customOf, toAttachmentItem, toLibraryDetail, toLibraryItems } from '../views.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import { enrichAssignments } from './assignment-details.ts';
import { attachmentDefinitions, changedCustom } from './custom-values.ts';
import type { ListLibrary, UpdateLibraryItem } from './library-contract.ts';
import type { ListAttachments, TransferAttachments } from './record-files-contract.ts';
import { tagsInUse } from './tag-store.ts';

const parallelMoves = 8;

/** The custom fields of the tenant are read only where the query filters by one. Throws InvalidInputError. */
async function filtersByCustom(scope: TenantScope, query: Readonly<Record<string, unknown>>) {
  if (!Object.keys(query).some((name) => name.startsWith('cf_'))) return {};
  const { fields } = await getDefinitions(scope, attachmentEntityType);
  return customFilters(query, fields);
}

/** One page of a record's files, newest first, and how many match. Throws PageTooLargeError, InvalidInputError. */
export async function listRecordFiles(
  scope: Scope,
  query: ListAttachments,
  paging: { page: number; pageSize: number },
) {
  const record = { entityId: query.entityId.trim(), recordId: query.recordId.trim() };
  const search = query.search?.trim() || undefined;
  const request = toListRequest<string>(
    { ...paging, id: query.id, search },
    await filtersByCustom(scope, query),
  );
  const { items, total } = await store.listRecordFiles(scope, record, request);
  return toList(paging, { items: items.map(toAttachmentItem), total });
}

/** The files of a record, all of them or one page. Throws PageTooLargeError. */
export async function listAttachments(scope: Scope, query: ListAttachments) {
  const { page, pageSize } = query;
  if (page === undefined || pageSize === undefined) {
    const all = { page: 1, pageSize: attachmentLimits.unpagedFiles };
    const { items } = await listRecordFiles(scope, query, all);
    return { items };
  }
  return listRecordFiles(scope, query, { page, pageSize });
}

const byTitle = (a: Partition, b: Partition) =>
  a.title.toLowerCase() < b.title.toLowerCase() ? -1 : a.title.toLowerCase() > b.title.toLowerCase() ? 1 : 0;

/** One page of the library's files, and how many match. Throws PageTooLargeError. */
export async function listFiles(scope: Scope, query: ListLibrary, knownPartitions?: readonly Partition[]) {
  const wanted = (query.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const search = query.search?.trim() || undefined;
  const filters = {
    ...(await filtersByCustom(scope, query)),
    partitionCode: query.partition,
    tags: wanted.length === 0 ? undefined : wanted,
  };
  const request = toListRequest<string>({ ...query, search }, filters);
  const words = query.contentSearch === undefined ? undefined : searchWords(query.contentSearch);
  // Text without a single word looks for nothing.
  const byContent = words !== undefined && words.length > 0;
  const [found, partitions] = await allOf([
    byContent ? searchContent(scope, words, request) : store.listLibrary(scope, request),
    knownPartitions ?? listPartitions(scope),
  ]);
  const items = await toLibraryItems(scope, found.items, partitions);
  return toList(query, { items, total: found.total });
}

/** One page of the library with the tags and partitions to choose from. Throws PageTooLargeError. */
export async function listLibrary(scope: Scope, query: ListLibrary) {
  const partitions = await listPartitions(scope);
  const [list, availableTags] = await allOf([
    listFiles(scope, query, partitions),
    tagsInUse(visibleScopes(scope)),
  ]);
  return {
    ...list,
    availableTags,
    partitions: partitions
      .toSorted(byTitle)
      .map(({ code, title, description, isPublic }) => ({ code, title, description, isPublic })),
  };
}

/** Everything about a file, and its revision. Throws NotFoundError. */
export async function getLibraryItem(scope: Scope, id: string) {
  const attachment = await visibleAttachment(scope, id);
  const partition = await getPartition(scope, attachment.partitionCode);
  const content = await readText(attachment);
  const item = await toLibraryDetail(scope, attachment, partition, content);
  return { item, revision: attachment.revision };
}

function changed(before: Attachment, changes: Partial<Attachment>, nowMs: number): Attachment | undefined {
  const after = { ...before, ...changes };
  if (toJson(after) === toJson(before)) return undefined;
  return {
    ...after,
    revision: before.revision + 1,
    updatedAt: laterThan(before.updatedAt, nowMs),
  };
}

/**
 * The changes on the way from one version to the next, each small enough for one transaction: one that takes away many
 * tags and adds many others is made in two.
 */
function steps(before: Attachment, after: Attachment): Attachment[] {
  const kept = before.tags.filter((tag) => after.tags.includes(tag));
  const moves = before.tags.length + after.tags.length - 2 * kept.length;
  if (moves <= attachmentLimits.tagMoves) return [after];
  const updatedAt = after.updatedAt;
  return [
    { ...before, tags: kept, revision: after.revision, updatedAt },
    { ...after, revision: after.revision + 1 },
  ];
}

/** Changes tags, assignments and custom values. Throws NotFoundError, StaleError, InvalidInputError. */
export async function updateLibraryItem(
  scope: Scope,
  id: string,
  changes: UpdateLibraryItem,
  ifMatch: string | undefined,
  context: ChangeContext,
) {
  const given = customOfBody(changes);
  const definitions = Object.keys(given).length === 0 ? [] : await attachmentDefinitions(scope);
  const attachment = await updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (before) => {
      const after = changed(
        before,
        {
          ...(changes.tags && { tags: normalizeTags(changes.tags) }),
          ...(changes.assignments && { assignments: normalizeAssignments(changes.assignments) }),
          ...(Object.keys(given).length > 0 && { custom: changedCustom(before.custom, given, definitions) }),
        },
        context.nowMs,
      );
      let current = before;
      for (const next of after === undefined ? [] : steps(before, after)) {
        await store.replaceAttachment(current, next, context);
        current = next;
      }
      return current;
    },
  );
  const [assignments = attachment.assignments] = await enrichAssignments(scope, [attachment.assignments]);
  const { tags, revision } = attachment;
  return { item: { id: attachment.id, tags, assignments, ...customOf(attachment) }, revision };
}

/** Has the text of a file extracted once more. Throws NotFoundError, NotExtractableError, StaleError. */
export async function extractContent(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
) {
  const attachment = await updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (before) => {
      const partition = await getPartition(before, before.partitionCode);
      if (!partition?.requiresOcr)
        throw new NotExtractableError(
          'Text extraction is disabled for the partition of the file (requiresOcr).',
        );
      if (routeOf(before) === undefined) throw new NotExtractableError('This kind of file has no text.');
      return storeRequest(before, context);
    },
  );
  const { contentStatus, revision } = attachment;
  return { item: { id: attachment.id, contentStatus }, revision };
}

/** Removes a file: its row first, then its objects; what cannot be removed now, a sweep removes. Throws NotFoundError, StaleError. */
export async function deleteAttachment(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (attachment) => {
      const dueAtMs = takeoverAtMs();
      await store.removeAttachment(attachment, dueAtMs, context);
      await purgeNow(purgeOf(attachment, dueAtMs), { thumbnails: isImage(attachment) });
    },
  );
}

/** Moves a file to another record, wherever it is now; false when it no longer matches. */
async function move(
  scope: Scope,
  id: string,
  { entityId, fromRecordId, toRecordId }: TransferAttachments,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<boolean> {
  return updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (before) => {
      if (!matchesTransfer(before, { entityId, fromRecordId })) return false;
      const from = fromRecordId ?? before.recordId;
      const assignments = movedAssignments(before.assignments, { entityId, from, to: toRecordId });
      const after = changed(before, { recordId: toRecordId, assignments }, context.nowMs);
      if (after !== undefined) await store.replaceAttachment(before, after, context);
      return true;
    },
  );
}

const matchesTransfer = (
  attachment: Attachment,
  { entityId, fromRecordId }: Pick<TransferAttachments, 'entityId' | 'fromRecordId'>,
): boolean =>
  attachment.entityId === entityId && (fromRecordId === undefined || attachment.recordId === fromRecordId);

/**
 * Moves those of the files that match to another record, and returns how many these were. Each moves for itself: when
 * the answer is an error, the same request moves the rest. `ifMatch` names the versions of all of them: of a file that has
 * another one, none is moved. Throws NotFoundError when none matches, StaleError.
 */
export async function transferAttachments(
  scope: Scope,
  body: TransferAttachments,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<number> {
  const transfer = {
    ...body,
    entityId: body.entityId.trim(),
    toRecordId: body.toRecordId.trim(),
    fromRecordId: body.fromRecordId?.trim(),
  };
  const found = await store.getAttachments(scope, [...new Set(transfer.attachmentIds)]);
  const matching = found.filter(
    (attachment) =>
      scope.organizationIds.includes(attachment.organizationId) && matchesTransfer(attachment, transfer),
  );
  if (!matching.every(({ revision }) => expectsRevision(ifMatch, revision))) throw new StaleError();
  let updated = 0;
  await forEachParallel(matching, parallelMoves, async ({ id }) => {
    const moved = await move(scope, id, transfer, ifMatch, context).catch((error: unknown) => {
      // Deleted meanwhile: it matches nothing any more.
      if (error instanceof NotFoundError) return false;
      throw error;
    });
    if (moved) updated += 1;
  });
  if (updated === 0) throw new NotFoundError('Attachments');
  return updated;
}

/** What the tenant stores, and what it may. */
export async function usage(scope: TenantScope) {
  const { bytes, files, partitions } = await getAccount(scope);
  return {
    bytes,
    files,
    quotaBytes: megabyteSetting('TENANT_QUOTA_MB'),
    maxUploadBytes: megabyteSetting('UPLOAD_MAX_MB'),
    partitions: Object.entries(partitions).map(([code, stored]) => ({ code, ...stored })),
  };
}
