/** Stores attachments: a row, a locator, two listing items, and counters. */
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import type { Scope, TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { countWrite } from '../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListRequest } from '../../kernel/table/listing.ts';
import { listOverOrganizations } from '../../kernel/table/organizations.ts';
import { storeBehindPointers } from '../../kernel/table/pointers.ts';
import { batchGet, getItem, type Item } from '../../kernel/table/read.ts';
import { type Condition, notExists, revisionIs, transact, type Write } from '../../kernel/table/write.ts';
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
import { purgeOf, purgeWrite, type RoomChange, roomWrites } from './partitions/storage-store.ts';

const entity = 'attachment';

/** Client data is stored as JSON text, because DynamoDB limits numbers and nesting more than JSON. */
type Documents = Pick<Attachment, 'tags' | 'assignments' | 'custom'>;

/** The record of files. */
export type RecordOfFiles = Pick<Attachment, 'entityId' | 'recordId'>;

function toAttachment(item: Item): Attachment {
  const { documents, ...attachment } = fromItem<Attachment & { documents: string }>(item, entity);
  return { ...attachment, ...(JSON.parse(documents) as Documents) };
}

function rowWrite({ revision, tags, assignments, custom, ...row }: Attachment, when: Condition) {
  const documents = toJson({ tags, assignments, custom } satisfies Documents);
  const put = toItem(attachmentKey(row, row.id), entity, { ...row, documents }, { revision });
  // Tags and custom values have limits of their own that are far smaller.
  return { put, when, largeField: 'assignments' };
}

const createdAtMs = ({ createdAt }: Attachment): number => Date.parse(createdAt);
const libraryKey = (attachment: Attachment): Key =>
  attachmentListingKey(attachment, createdAtMs(attachment), attachment.id);
const recordKey = (attachment: Attachment): Key =>
  recordFileListingKey(attachment, attachment, createdAtMs(attachment), attachment.id);

/** Builds the writes of the listing items, which contain the size of the row. */
function listingWrites(attachment: Attachment, row: Item): Write[] {
  const { id, revision } = attachment;
  const bytes = Buffer.byteLength(toJson(row));
  const fields = listedFields(attachment);
  const spec = listingOf(fields);
  return [libraryKey(attachment), recordKey(attachment)].map((key) => ({
    put: toListingItem(spec, key, { id, bytes, fields, revision }),
  }));
}

function countWrites(attachment: Attachment, by: 1 | -1): Write[] {
  return [
    countWrite(attachmentListPartition(attachment), attachment.id, by),
    countWrite(recordFilesPartition(attachment, attachment), attachment.id, by),
  ];
}

/** Builds the writes that replace the row. Their transaction throws StaleError if another writer has changed it. */
export function replaceWrites(before: Attachment, after: Attachment): Write[] {
  const row = rowWrite(after, revisionIs(before.revision));
  return [{ ...row, otherwise: () => new StaleError() }, ...listingWrites(after, row.put)];
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
  return item && toAttachment(item);
}

/** Returns the existing attachments with these ids. */
export async function getAttachments(scope: TenantScope, ids: readonly string[]): Promise<Attachment[]> {
  const items = await batchGet(ids.map((id) => attachmentKey(scope, id)));
  return items.map(toAttachment);
}

/**
 * Finds an attachment of any tenant, for public files and super admins. Sends two GetItems. The caller must check access by
 * the attachment's organization and partition.
 */
export async function findAttachment(id: string): Promise<Attachment | undefined> {
  const locator = await getItem(attachmentLocatorKey(id));
  return locator && getAttachment({ tenantId: String(locator.tenantId) }, id);
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

/** Builds the locator, which finds the row by its id alone. It is put ahead of the row, as it has no effect without it. */
export function locatorOf({ tenantId, organizationId, id }: Attachment): Key & Item {
  return toItem(attachmentLocatorKey(id), 'attachment_locator', { tenantId, organizationId });
}

/** Builds the writes of a new attachment, whose object and locator are already stored. */
export function insertWrites(attachment: Attachment, context: ChangeContext): Write[] {
  const row = rowWrite(attachment, notExists);
  return [
    row,
    ...listingWrites(attachment, row.put),
    ...countWrites(attachment, 1),
    ...tagAdditions(attachment),
    ...recordChange(changeOf(undefined, attachment, 'created'), context),
  ];
}

/** The writes that end an upload, and the reserved storage that the file does not need. */
export interface UploadEnd extends RoomChange {
  ends: readonly Write[];
}

/**
 * Stores the row of an upload and ends its reservation in one transaction. Throws UnavailableError if the reservation has
 * been removed.
 */
export async function insertAttachment(
  attachment: Attachment,
  { ends, ...room }: UploadEnd,
  context: ChangeContext,
): Promise<void> {
  const writes = [...ends, ...insertWrites(attachment, context), ...roomWrites(room)];
  await storeBehindPointers([locatorOf(attachment)], () => transact(writes));
}

/** Throws StaleError if another writer has changed the attachment. */
export async function replaceAttachment(
  before: Attachment,
  after: Attachment,
  context: ChangeContext,
): Promise<void> {
  const moves = recordKey(before).pk !== recordKey(after).pk;
  const moved: Write[] = [
    { delete: recordKey(before) },
    countWrite(recordFilesPartition(before, before), before.id, -1),
    countWrite(recordFilesPartition(after, after), after.id, 1),
  ];
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
    { delete: libraryKey(attachment) },
    { delete: recordKey(attachment) },
    ...countWrites(attachment, -1),
    ...(await tagWrites(attachment, undefined)),
    ...roomWrites({ freed: [purge] }),
    purgeWrite(purge),
    ...outdatedWrites(attachment, deleted.revision),
    ...recordChange({ ...changeOf(attachment, deleted, 'deleted'), changes: {} }, context),
  ]);
}
