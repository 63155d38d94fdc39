/** The only file that knows how attachments lie in the table: a row, a locator, two listing items, counters. */
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

/** What clients wrote is stored as JSON text: DynamoDB's numbers and depths are not those of JSON. */
type Documents = Pick<Attachment, 'tags' | 'assignments' | 'custom'>;

/** A record that files belong to. */
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

/** The listing items of a row, and the row's weight in them. */
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

/** Replaces the row and its listing items. The transaction throws StaleError when another writer came first. */
export function replaceWrites(before: Attachment, after: Attachment): Write[] {
  const row = rowWrite(after, revisionIs(before.revision));
  return [{ ...row, otherwise: () => new StaleError() }, ...listingWrites(after, row.put)];
}

/** What the audit trail shows of a change. */
const shown = ({
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
    changes: differences(before ? shown(before) : {}, shown(after)),
  };
}

/** An attachment of the tenant, whichever organization it is in. One GetItem. */
export async function getAttachment(scope: TenantScope, id: string): Promise<Attachment | undefined> {
  const item = await getItem(attachmentKey(scope, id));
  return item && toAttachment(item);
}

/** Those of the tenant's attachments that exist. */
export async function getAttachments(scope: TenantScope, ids: readonly string[]): Promise<Attachment[]> {
  const items = await batchGet(ids.map((id) => attachmentKey(scope, id)));
  return items.map(toAttachment);
}

/**
 * An attachment of any tenant: for files that everybody may read, and for super admins. Two GetItems. The caller must
 * decide by the attachment's place and its partition who may see it.
 */
export async function findAttachment(id: string): Promise<Attachment | undefined> {
  const locator = await getItem(attachmentLocatorKey(id));
  return locator && getAttachment({ tenantId: String(locator.tenantId) }, id);
}

/** One page of the library, and how many match. */
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

/** One page of a record's files, newest first, and how many there are. */
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

/** Leads to the row from its id alone; put ahead of the row, because it leads nowhere without it. */
export function locatorOf({ tenantId, organizationId, id }: Attachment): Key & Item {
  return toItem(attachmentLocatorKey(id), 'attachment_locator', { tenantId, organizationId });
}

/** What the upload of an attachment writes once its file lies in its place and its locator is put. */
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

/** What ends with the storing of a file: its reservation, and what of the room that is kept the file does not take. */
export interface UploadEnd extends RoomChange {
  ends: readonly Write[];
}

/**
 * Stores the row of an upload, together with what else ends with it. Throws UnavailableError when its reservation is
 * gone.
 */
export async function insertAttachment(
  attachment: Attachment,
  { ends, ...room }: UploadEnd,
  context: ChangeContext,
): Promise<void> {
  const writes = [...ends, ...insertWrites(attachment, context), ...roomWrites(room)];
  await storeBehindPointers([locatorOf(attachment)], () => transact(writes));
}

/** Throws StaleError when another writer came first. */
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
 * Removes an attachment and leaves its objects to be removed before `purgeDueAtMs`. Throws StaleError when another writer
 * wrote in between.
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
