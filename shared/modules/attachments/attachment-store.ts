/** Stores attachments: a row, a locator, two listing items, and counters. */
import {
  type ChangeContext,
  changeOf,
  deletionOf,
  type RecordedKind,
  recordChange,
} from '../../kernel/audit/record.ts';
import { homeKeys, isClosed } from '../../kernel/auth/directory-reader.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { allOf } from '../../kernel/base/parallel.ts';
import type { Scope, TenantScope } from '../../kernel/base/principal.ts';
import { UnavailableError } from '../../kernel/errors/errors.ts';
import { countWrite } from '../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListRequest } from '../../kernel/table/listing.ts';
import { listOverOrganizations } from '../../kernel/table/organizations.ts';
import { batchGet, getItem, type Item } from '../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../kernel/table/write.ts';
import { type Attachment, eventDataOf } from './attachment.ts';
import { outdatedWrites } from './extraction/outdated.ts';
import {
  attachmentKey,
  attachmentListingKey,
  attachmentListPartition,
  attachmentLocatorKey,
  recordFileListingKey,
  recordFilesPartition,
  thumbnailsKey,
} from './keys.ts';
import { listedFields, listingOf } from './library/listing.ts';
import { tagAdditions, tagWrites } from './library/tag-store.ts';
import { type AccountChange, accountWrites } from './partitions/account-store.ts';
import { purgeOf, purgeWrite } from './partitions/storage-store.ts';

const entity = 'attachment';

/** Client data is stored as JSON text, because DynamoDB limits numbers and nesting more than JSON. */
type Documents = Pick<Attachment, 'tags' | 'assignments' | 'custom'>;

/** The record of files. */
export type RecordOfFiles = Pick<Attachment, 'entityId' | 'recordId'>;

function toAttachment(item: Item): Attachment {
  const { documents, ...attachment } = fromItem<Attachment & { documents: string }>(item, entity);
  return { ...attachment, ...(parseJson(documents) as Documents) };
}

function rowWrite({ revision, editedRevision: _, tags, assignments, custom, ...row }: Attachment) {
  const documents = toJson({ tags, assignments, custom } satisfies Documents);
  const put = toItem(attachmentKey(row, row.id), entity, { ...row, documents }, { revision });
  // Tags and custom values have limits of their own that are far smaller.
  return { put, largeField: 'assignments' };
}

/** The keys of its listing items: one in the library, one in the files of its record. */
function listingKeys(attachment: Attachment): readonly [library: Key, record: Key] {
  const createdAtMs = Date.parse(attachment.createdAt);
  return [
    attachmentListingKey(attachment, createdAtMs, attachment.id),
    recordFileListingKey(attachment, attachment, createdAtMs, attachment.id),
  ];
}

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
  const row = { ...rowWrite(after), ...ifRevision(before.revision) };
  const listing = listingItemsOf(after, row.put);
  return [row, ...listing.map((put) => ({ put }))];
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

const attachments: RecordedKind<Attachment> = {
  name: 'attachments.attachment',
  eventData: eventDataOf,
  audited: auditedFields,
};

/** Returns an attachment of the tenant in any organization. Sends one GetItem. */
export async function getAttachment(scope: TenantScope, id: string): Promise<Attachment | undefined> {
  const item = await getItem(attachmentKey(scope, id));
  return item && toAttachment(item);
}

/** Returns the existing attachments with these ids. */
export async function getAttachments(scope: TenantScope, ids: readonly string[]): Promise<Attachment[]> {
  const items = await batchGet(ids.map((id) => attachmentKey(scope, id)));
  return items.map(toAttachment);
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
export async function getOpenAttachment(scope: RowScope, id: string): Promise<Attachment | undefined> {
  const [attachment, isReadable] = await allOf([getAttachment(scope, id), isOpen(scope)]);
  return isReadable ? attachment : undefined;
}

/**
 * An attachment of any open tenant: for files that everybody may read, and for super admins. One BatchGetItem leads to
 * it, a second one where the first, eventually consistent, found nothing, and `getOpenAttachment` reads it. The caller
 * must decide by the scope and the partition of the attachment who may see it.
 */
export async function findAttachment(id: string): Promise<Attachment | undefined> {
  const keys = [attachmentLocatorKey(id)];
  const [early] = await batchGet(keys, undefined, { consistent: false });
  const [owner] = early === undefined ? await batchGet(keys) : [early];
  if (owner === undefined) return undefined;
  const scope = { tenantId: String(owner.tenantId), organizationId: String(owner.organizationId) };
  return getOpenAttachment(scope, id);
}

/** Returns one page of the library and the number of matches. */
export async function listLibrary(
  scope: Scope,
  request: ListRequest<string>,
): Promise<{ items: Attachment[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    listingOf(request.filters),
    scope,
    attachmentListPartition,
    attachmentKey,
    request,
  );
  return { items: rows.map(toAttachment), total };
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
  return { items: rows.map(toAttachment), total };
}

/** The locator, which leads to the row from its id alone. */
function locatorOf({ tenantId, organizationId, id }: Attachment): Key & Item {
  return toItem(attachmentLocatorKey(id), 'attachment_locator', { tenantId, organizationId });
}

/** The writes of a new attachment, whose object exists. */
export function insertWrites(attachment: Attachment, context: ChangeContext): Write[] {
  const row = { ...rowWrite(attachment), when: notExists };
  return [
    // Another process was first.
    { ...row, otherwise: () => new UnavailableError(undefined, 1) },
    { put: locatorOf(attachment) },
    ...listingItemsOf(attachment, row.put).map((put) => ({ put })),
    libraryCount(attachment, 1),
    recordCount(attachment, 1),
    ...tagAdditions(attachment),
    ...recordChange(changeOf(attachments, 'created', undefined, attachment), context),
  ];
}

/** What ends with the storing of a file: its placement or reservation, and the storage that it takes. */
export interface UploadEnd extends AccountChange {
  ends: readonly Write[];
}

/** Stores the row of an upload. Throws QuotaExceededError, and UnavailableError if the upload was abandoned. */
export async function insertAttachment(
  attachment: Attachment,
  { ends, ...room }: UploadEnd,
  context: ChangeContext,
): Promise<void> {
  await transact([...ends, ...insertWrites(attachment, context), ...accountWrites(room)]);
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
    ...recordChange(changeOf(attachments, 'updated', before, after), context),
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
      ...ifRevision(attachment.revision),
    },
    { delete: attachmentLocatorKey(attachment.id) },
    { delete: thumbnailsKey(attachment, attachment.id) },
    ...listingKeys(attachment).map((key) => ({ delete: key })),
    libraryCount(attachment, -1),
    recordCount(attachment, -1),
    ...(await tagWrites(attachment, undefined)),
    ...accountWrites({ freed: [purge] }),
    purgeWrite(purge),
    ...outdatedWrites(attachment, deleted.revision),
    ...recordChange(deletionOf(attachments, attachment), context),
  ]);
}
