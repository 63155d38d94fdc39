/** Lists, reads, changes, transfers and deletes stored files. */

import { compareTexts } from '../../../kernel/base/compared.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { allOf, forEachParallel } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { listedTexts } from '../../../kernel/base/text.ts';
import { laterThan } from '../../../kernel/base/times.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import type { Caller, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { expectsRevision, withRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import { refuseHeavyRows } from '../../../kernel/table/listing.ts';
import { visibleScopes } from '../../../kernel/table/organizations.ts';
import { customFilters, getDefinitions } from '../../entities/public.ts';
import { customFieldNames } from '../../entities/public-data.ts';
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

/** Returns filters by custom fields. Reads the fields only if the query has such a filter. Throws InvalidInputError. */
async function filtersByCustom(scope: TenantScope, query: Readonly<Record<string, unknown>>) {
  if (!Object.keys(query).some((name) => customFieldNames.test(name))) return {};
  const { fields } = await getDefinitions(scope, attachmentEntityType);
  return customFilters(query, fields);
}

/**
 * Returns one page of a record's files, newest first, and the total; by default all files. Throws PageTooLargeError and
 * InvalidInputError.
 */
export async function listRecordFiles({ scope }: Reader, query: ListAttachments) {
  const { page = 1, pageSize = attachmentLimits.unpagedFiles } = query;
  const record = { entityId: query.entityId.trim(), recordId: query.recordId.trim() };
  const search = query.search?.trim() || undefined;
  const request = toListRequest<string>(
    { page, pageSize, id: query.id, search },
    await filtersByCustom(scope, query),
  );
  const { items, total } = await store.listRecordFiles(scope, record, request);
  return toList({ page, pageSize }, { items: items.map(toAttachmentItem), total });
}

/** Returns all files of a record, or one page. Throws PageTooLargeError. */
export async function listAttachments(caller: Reader, query: ListAttachments) {
  const { page, pageSize } = query;
  if (page !== undefined && pageSize !== undefined) return listRecordFiles(caller, query);
  const { items } = await listRecordFiles(caller, { ...query, page: undefined, pageSize: undefined });
  return { items };
}

/** Returns one page of the library's files and the total. Throws PageTooLargeError. */
export async function listFiles(
  { scope }: Reader,
  query: ListLibrary,
  knownPartitions?: readonly Partition[],
) {
  const tags = listedTexts(query.tags ?? '');
  const search = query.search?.trim() || undefined;
  const filters = {
    ...(await filtersByCustom(scope, query)),
    partitionCode: query.partition,
    tags: tags.length === 0 ? undefined : tags,
  };
  const request = toListRequest<string>({ ...query, search }, filters);
  const words = query.contentSearch === undefined ? undefined : searchWords(query.contentSearch);
  // A search without words is ignored.
  const byContent = words !== undefined && words.length > 0;
  const [found, partitions] = await allOf([
    byContent ? searchContent(scope, words, request) : store.listLibrary(scope, request),
    knownPartitions ?? listPartitions(scope),
  ]);
  const items = await toLibraryItems(scope, found.items, partitions);
  // The library knows the size of a page before it reads the rows; a search by content does not.
  if (byContent) refuseHeavyRows(items, query.pageSize);
  return toList(query, { items, total: found.total });
}

/** Returns one page of the library with the available tags and partitions. Throws PageTooLargeError. */
export async function listLibrary({ scope }: Reader, query: ListLibrary) {
  const partitions = await listPartitions(scope);
  const [list, availableTags] = await allOf([
    listFiles({ scope }, query, partitions),
    tagsInUse(visibleScopes(scope)),
  ]);
  return {
    ...list,
    availableTags,
    partitions: partitions
      .toSorted((one, other) => compareTexts(one.title, other.title))
      .map(({ code, title, description, isPublic }) => ({ code, title, description, isPublic })),
  };
}

/** Returns the details of a file. Throws NotFoundError. */
export async function getLibraryItem({ scope }: Reader, { id }: Target) {
  const attachment = await visibleAttachment(scope, id);
  const partition = await getPartition(scope, attachment.partitionCode);
  const content = await readText(attachment);
  const item = await toLibraryDetail(scope, attachment, partition, content);
  return withRevision({ item }, attachment.revision);
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
 * Returns the attachment after the first transaction of a change: without the new tags if the change removes and adds more
 * tags than one transaction can.
 */
function firstStep(before: Attachment, after: Attachment): Attachment {
  const kept = before.tags.filter((tag) => after.tags.includes(tag));
  const moves = before.tags.length + after.tags.length - 2 * kept.length;
  if (moves <= attachmentLimits.tagMoves) return after;
  return { ...after, tags: kept };
}

/** Changes tags, assignments and custom values. Throws NotFoundError, StaleError and InvalidInputError. */
export async function updateLibraryItem(
  { scope, context }: Caller,
  { id, ifMatch, ...changes }: UpdateLibraryItem & Target,
) {
  const given = customOfBody(changes);
  const definitions = Object.keys(given).length === 0 ? [] : await attachmentDefinitions(scope);
  const change = (expected: string | undefined) =>
    updateWithRetry(
      () => visibleAttachment(scope, id),
      expected,
      async (before) => {
        const after = changed(
          before,
          {
            ...(changes.tags && { tags: normalizeTags(changes.tags) }),
            ...(changes.assignments && { assignments: normalizeAssignments(changes.assignments) }),
            ...(Object.keys(given).length > 0 && {
              custom: changedCustom(before.custom, given, definitions),
            }),
          },
          context.nowMs,
        );
        if (after === undefined) return { attachment: before, isComplete: true };
        const next = firstStep(before, after);
        await store.replaceAttachment(before, next, context);
        return { attachment: next, isComplete: next === after };
      },
    );
  let { attachment, isComplete } = await change(ifMatch);
  // The first transaction has met `If-Match`: a later change by another writer must not reject the rest.
  while (!isComplete) ({ attachment, isComplete } = await change(undefined));
  const [assignments = attachment.assignments] = await enrichAssignments(scope, [attachment.assignments]);
  const { tags, revision } = attachment;
  const item = { id: attachment.id, tags, assignments, ...customOf(attachment) };
  return withRevision({ ok: true as const, item }, revision);
}

/** Requests another text extraction of a file. Throws NotFoundError, NotExtractableError and StaleError. */
export async function extractContent({ scope, context }: Caller, { id, ifMatch }: Target) {
  const attachment = await updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (before) => {
      const partition = await getPartition(before, before.partitionCode);
      if (!partition?.requiresOcr)
        throw new NotExtractableError(
          'Text extraction is disabled for the partition of the file (requiresOcr).',
        );
      if (routeOf(before) === undefined)
        throw new NotExtractableError('Text cannot be extracted from this file type.');
      return storeRequest(before, context);
    },
  );
  const { contentStatus, revision } = attachment;
  return withRevision({ ok: true as const, item: { id: attachment.id, contentStatus } }, revision);
}

/** Deletes a file: first its row, then its objects. A sweep removes remaining objects. Throws NotFoundError and StaleError. */
export async function deleteAttachment({ scope, context }: Caller, { id, ifMatch }: Target) {
  await updateWithRetry(
    () => visibleAttachment(scope, id),
    ifMatch,
    async (attachment) => {
      const dueAtMs = takeoverAtMs();
      await store.removeAttachment(attachment, dueAtMs, context);
      await purgeNow(purgeOf(attachment, dueAtMs), { thumbnails: isImage(attachment) });
    },
  );
  return { ok: true as const };
}

/** Moves a file to another record. Returns false if it no longer matches. */
async function move(
  { scope, context }: Caller,
  id: string,
  { entityId, fromRecordId, toRecordId, ifMatch }: TransferAttachments & Precondition,
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
 * Moves the matching files to another record and returns how many. Each file is moved separately; after an error, a
 * repeated request moves the rest. `ifMatch` contains the ETags of all files; if one has changed, no file is moved. Throws
 * StaleError, and NotFoundError if no file matches.
 */
export async function transferAttachments(
  { scope, context }: Caller,
  input: TransferAttachments & Precondition,
) {
  const transfer = {
    ...input,
    entityId: input.entityId.trim(),
    toRecordId: input.toRecordId.trim(),
    fromRecordId: input.fromRecordId?.trim(),
  };
  const attachments = await store.getAttachments(scope, [...new Set(transfer.attachmentIds)]);
  const matching = attachments.filter(
    (attachment) =>
      scope.organizationIds.includes(attachment.organizationId) && matchesTransfer(attachment, transfer),
  );
  if (!matching.every((attachment) => expectsRevision(input.ifMatch, attachment))) throw new StaleError();
  let updated = 0;
  await forEachParallel(matching, parallelMoves, async ({ id }) => {
    const moved = await move({ scope, context }, id, transfer).catch((error: unknown) => {
      // The file has been deleted since.
      if (error instanceof NotFoundError) return false;
      throw error;
    });
    if (moved) updated += 1;
  });
  if (updated === 0) throw new NotFoundError('Attachments');
  return { ok: true as const, updated };
}

/** Returns the storage usage and limits of the tenant. */
export async function getUsage({ scope }: Reader<TenantScope>) {
  const [{ bytes, files, partitions }, known] = await allOf([getAccount(scope), listPartitions(scope)]);
  const titles = new Map(known.map(({ code, title }) => [code, title]));
  return {
    bytes,
    files,
    quotaBytes: megabyteSetting('TENANT_QUOTA_MB'),
    maxUploadBytes: megabyteSetting('UPLOAD_MAX_MB'),
    partitions: Object.entries(partitions).map(([code, stored]) => ({
      ...{ code, title: titles.get(code) ?? code },
      ...stored,
    })),
  };
}
