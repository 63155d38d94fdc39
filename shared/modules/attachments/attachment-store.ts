/** Stores attachments: a row, a locator, two listing items, and counters. */
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { homeKeys, isClosed } from '../../kernel/auth/directory-reader.ts';
import type { Scope, TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError, UnavailableError } from '../../kernel/errors/errors.ts';
import { parseJson, toJson } from '../../kernel/http/json.ts';
import { putItems } from '../../kernel/table/batch-write.ts';
import { countWrite } from '../../kernel/table/counters.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListRequest } from '../../kernel/table/listing.ts';
import { listOverOrganizations } from '../../kernel/table/organizations.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, getItem, type Item } from '../../kernel/table/read.ts';
import {
  type Condition,
  commit,
  notExists,
  putWhen,
  revisionIs,
  transact,
  type Write,
} from '../../kernel/table/write.ts';
import { type Attachment, eventDataOf } from './attachment.ts';
import { attachmentEntity, isClosedFor, isOpenFor } from './closed-files.ts';
import { outdatedWrites } from './extraction/outdated.ts';
import {
  attachmentKey,
  attachmentListPartition,
  attachmentLocatorKey,
  fileListingKeys,
  type ListedFile,
  placementKey,
  recordFilesPartition,
  thumbnailsKey,
} from './keys.ts';
import { listedFields, listingOf } from './library/listing.ts';
import { tagAdditions, tagWrites } from './library/tag-store.ts';
import { countedInAccount, type RoomChange, roomWrites } from './partitions/account-store.ts';
import type { Placement } from './partitions/placement-store.ts';
import { purgeOf, purgeWrite } from './partitions/storage-store.ts';
import { currentOf } from './versions/version.ts';

const entity = attachmentEntity;

/** Client data is stored as JSON text, because DynamoDB limits numbers and nesting more than JSON. */
type Documents = Pick<Attachment, 'tags' | 'assignments' | 'custom'>;

/** The record of files. */
export type RecordOfFiles = Pick<Attachment, 'entityId' | 'recordId'>;

/** Attributes of a row that are not the attachment's: its documents, and files that will not become a version of it. */
interface RowFields {
  documents: string;
  closedFiles?: string[];
}

const isRow = (item: Item | undefined): item is Item => item?.entity === entity;

function toAttachment(item: Item): Attachment {
  const { documents, closedFiles: _, ...attachment } = fromItem<Attachment & RowFields>(item, entity);
  return { ...attachment, ...(parseJson(documents) as Documents) };
}

function rowWrite(
  { revision, editedRevision: _, tags, assignments, custom, ...row }: Attachment,
  when: Condition,
) {
  const documents = toJson({ tags, assignments, custom } satisfies Documents);
  const put = toItem(attachmentKey(row, row.id), entity, { ...row, documents }, { revision });
  // Tags and custom values have limits of their own that are far smaller.
  return { put, when, largeField: 'assignments' };
}

/** Where lists show an attachment. */
export const listedFileOf = (
  attachment: Pick<Attachment, 'tenantId' | 'organizationId' | 'entityId' | 'recordId' | 'createdAt'>,
): ListedFile => ({
  recordPartition: recordFilesPartition(attachment, attachment),
  createdAtMs: Date.parse(attachment.createdAt),
});
const listingKeys = (attachment: Attachment) =>
  fileListingKeys(attachment, attachment.id, listedFileOf(attachment));

/** The listing items of a row, and the row's weight in them. */
function listingItemsOf(attachment: Attachment, row: Item): (Key & Item)[] {
  const { id, revision } = attachment;
  const bytes = Buffer.byteLength(toJson(row));
  const fields = listedFields(attachment);
  const spec = listingOf(fields);
  return listingKeys(attachment).map((key) => toListingItem(spec, key, { id, bytes, fields, revision }));
}

const libraryCount = (attachment: Attachment, by: 1 | -1): Write =>
  countWrite(attachmentListPartition(attachment), attachment.id, by);
const recordCount = (attachment: Attachment, by: 1 | -1): Write =>
  countWrite(recordFilesPartition(attachment, attachment), attachment.id, by);

/** Builds the writes that replace the row. Their transaction throws StaleError if another writer has changed it. */
export function replaceWrites(before: Attachment, after: Attachment): Write[] {
  const row = rowWrite(after, revisionIs(before.revision));
  const listing = listingItemsOf(after, row.put);
  return [{ ...row, otherwise: () => new StaleError() }, ...listing.map((put) => ({ put }))];
}

/**
 * Replaces the row by one with a new version, without its listing items. The transaction throws StaleError when another
 * writer came first, UnavailableError when the version was abandoned.
 */
export function versionWrite(before: Attachment, after: Attachment): Write {
  const { fileId } = currentOf(after);
  return {
    ...rowWrite(after, isOpenFor(before.revision, fileId)),
    otherwise: (row) => (isClosedFor(row, fileId) ? new UnavailableError(undefined, 1) : new StaleError()),
  };
}

/** Puts the listing items of a row that was written without them, unless a later writer has, or removed them. */
export async function renewListing(attachment: Attachment): Promise<void> {
  const isOlder = {
    expression: 'attribute_exists(pk) AND rev < :rev',
    values: { ':rev': attachment.revision },
  };
  await allOf(
    listingItems(attachment).map(async (put) => {
      await putWhen(put, isOlder).catch((error: unknown) => {
        if (!(error instanceof ConditionFailedError)) throw error;
      });
    }),
  );
}

/** The fields of an audit entry. */
const auditedFields = ({
  entityId,
  recordId,
  fileName,
  originalName,
  partitionCode,
  tags,
  assignments,
  custom,
}: Attachment) => ({
  entityId,
  recordId,
  fileName,
  originalName,
  partitionCode,
  tags,
  assignments,
  ...custom,
});

function changeOf(before: Attachment | undefined, after: Attachment, action: Change['action']): Change {
  const { id, tenantId, organizationId, revision } = after;
  return {
    tenantId,
    organizationId,
    resource: 'attachments.attachment',
    resourceId: id,
    action,
    version: revision,
    data: eventDataOf(after),
    changes: differences(before ? auditedFields(before) : {}, auditedFields(after)),
  };
}

/** Returns an attachment of the tenant in any organization. Sends one GetItem. */
export async function getAttachment(scope: TenantScope, id: string): Promise<Attachment | undefined> {
  const item = await getItem(attachmentKey(scope, id));
  return isRow(item) ? toAttachment(item) : undefined;
}

/** Returns the existing attachments with these ids. */
export async function getAttachments(scope: TenantScope, ids: readonly string[]): Promise<Attachment[]> {
  const items = await batchGet(ids.map((id) => attachmentKey(scope, id)));
  return items.filter(isRow).map(toAttachment);
}

/** Whether a home is open. One BatchGetItem for an open one; eventually consistent, as only new homes need the second. */
async function isOpen(home: RowScope): Promise<boolean> {
  const keys = homeKeys(home);
  if (!isClosed(home, await batchGet(keys, undefined, { consistent: false }))) return true;
  return !isClosed(home, await batchGet(keys));
}

/**
 * Returns an attachment, unless its tenant or organization is closed or deleted: for readers whose credentials do not
 * belong to them. Sends a GetItem and a BatchGetItem, in parallel.
 */
export async function getOpenAttachment(place: RowScope, id: string): Promise<Attachment | undefined> {
  const [attachment, isReadable] = await allOf([getAttachment(place, id), isOpen(place)]);
  return isReadable ? attachment : undefined;
}

/**
 * An attachment of any open tenant: for files that everybody may read, and for super admins. One BatchGetItem leads to
 * it, a second one where the first, eventually consistent, found nothing, and `getOpenAttachment` reads it. The caller
 * must decide by the attachment's place and its partition who may see it.
 */
export async function findAttachment(id: string): Promise<Attachment | undefined> {
  // Of a new file, the placement leads to it, until a sweep puts its locator.
  const keys = [attachmentLocatorKey(id), placementKey(id)];
  const [early] = await batchGet(keys, undefined, { consistent: false });
  const [owner] = early === undefined ? await batchGet(keys) : [early];
  if (owner === undefined) return undefined;
  const place = { tenantId: String(owner.tenantId), organizationId: String(owner.organizationId) };
  return getOpenAttachment(place, id);
}

/** Returns one page of the library and the number of matches. */
export async function listLibrary(
  scope: Scope,
  request: ListRequest<string>,
): Promise<{ items: Attachment[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    {
      ...listingOf(request.filters),
      countedElsewhere: () => countedInAccount(scope, scope.organizationIds),
    },
    scope,
    attachmentListPartition,
    attachmentKey,
    request,
  );
  return { items: rows.filter(isRow).map(toAttachment), total };
}

/** Returns one page of a record's files, newest first, and their number. */
export async function listRecordFiles(
  scope: Scope,
  record: RecordOfFiles,
  request: ListRequest<string>,
): Promise<{ items: Attachment[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    listingOf(request.filters),
    scope,
    (at) => recordFilesPartition(at, record),
    attachmentKey,
    request,
  );
  return { items: rows.filter(isRow).map(toAttachment), total };
}

/** Leads to the row from its id alone; it leads nowhere without the row. */
export function locatorOf({
  tenantId,
  organizationId,
  id,
}: Pick<Attachment, 'tenantId' | 'organizationId' | 'id'>): Key & Item {
  return toItem(attachmentLocatorKey(id), 'attachment_locator', { tenantId, organizationId });
}

/** Those of the files whose rows are stored, by id. */
export async function storedAmong(files: readonly Placement[]): Promise<ReadonlySet<string>> {
  const keys = files.map(({ tenantId, fileId }) => attachmentKey({ tenantId }, fileId));
  const items = await batchGet(keys, ['id', 'entity']);
  return new Set(items.filter(isRow).map(({ id }) => String(id)));
}

/** Puts the locators of files, which their placements were until then. */
export async function putLocators(files: readonly Placement[]): Promise<void> {
  await putItems(files.map(({ fileId: id, ...scope }) => locatorOf({ ...scope, id })));
}

/** Puts the locator of a file whose upload was begun. */
export const putLocator = (file: Parameters<typeof locatorOf>[0]): Promise<void> =>
  commit([{ put: locatorOf(file) }]);

/** What lists show of a new attachment; put ahead of the row, because lists leave out what has no row. */
export const listingItems = (attachment: Attachment): (Key & Item)[] =>
  listingItemsOf(attachment, rowWrite(attachment, notExists).put);

/** What the upload of an attachment writes once its file lies in its place and its listing items are put. */
export function insertWrites(
  attachment: Attachment,
  context: ChangeContext,
  { countedIn }: Pick<RoomChange, 'countedIn'> = {},
): Write[] {
  return [
    // The sweep took the file for left over, and its object with it.
    { ...rowWrite(attachment, notExists), otherwise: () => new UnavailableError(undefined, 1) },
    ...(countedIn === undefined ? [libraryCount(attachment, 1)] : []),
    recordCount(attachment, 1),
    ...tagAdditions(attachment),
    ...recordChange(changeOf(undefined, attachment, 'created'), context),
  ];
}

/** What is written with the storing of a file: the end of its reservation, and the room that it takes. */
export interface UploadEnd extends RoomChange {
  ends: readonly Write[];
}

/**
 * Stores the row of an upload, together with what else ends with it. Throws QuotaExceededError, UnavailableError when its
 * reservation is gone or it was abandoned.
 */
export async function insertAttachment(
  attachment: Attachment,
  { ends, ...room }: UploadEnd,
  context: ChangeContext,
): Promise<void> {
  await allOf(listingItems(attachment).map((put) => commit([{ put }])));
  await transact([...ends, ...insertWrites(attachment, context, room), ...roomWrites(room)]);
}

/** Throws StaleError if another writer has changed the attachment. */
export async function replaceAttachment(
  before: Attachment,
  after: Attachment,
  context: ChangeContext,
): Promise<void> {
  const [[, recordKey], [, recordKeyAfter]] = [listingKeys(before), listingKeys(after)];
  const moves = recordKey.pk !== recordKeyAfter.pk;
  const moved: Write[] = [{ delete: recordKey }, recordCount(before, -1), recordCount(after, 1)];
  await transact([
    ...replaceWrites(before, after),
    ...(moves ? moved : []),
    ...(await tagWrites(before, after)),
    ...outdatedWrites(before, after.revision),
    ...recordChange(changeOf(before, after, 'updated'), context),
  ]);
}

/**
 * Deletes an attachment, and creates a work item that removes its objects before `purgeDueAtMs`. Throws StaleError if
 * another writer has changed the attachment.
 */
export async function removeAttachment(
  attachment: Attachment,
  purgeDueAtMs: number,
  context: ChangeContext,
): Promise<void> {
  const deleted = { ...attachment, revision: attachment.revision + 1 };
  const purge = purgeOf(attachment, purgeDueAtMs);
  await transact([
    {
      delete: attachmentKey(attachment, attachment.id),
      when: revisionIs(attachment.revision),
      otherwise: () => new StaleError(),
    },
    { delete: attachmentLocatorKey(attachment.id) },
    { delete: thumbnailsKey(attachment, attachment.id) },
    ...listingKeys(attachment).map((key) => ({ delete: key })),
    libraryCount(attachment, -1),
    recordCount(attachment, -1),
    ...(await tagWrites(attachment, undefined)),
    ...roomWrites({ freed: [purge] }),
    purgeWrite(purge),
    ...outdatedWrites(attachment, deleted.revision),
    ...recordChange({ ...changeOf(attachment, deleted, 'deleted'), changes: {} }, context),
  ]);
}
