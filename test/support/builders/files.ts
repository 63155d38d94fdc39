/** Stored files without an upload. */
import { createHash, randomUUID } from 'node:crypto';
import { putObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { attachmentKey, attachmentLocatorKey } from '../../../shared/modules/attachments/keys.ts';
import { privatePartition } from '../../../shared/modules/attachments/partitions/partition.ts';
import type { TestCaller } from './tenants.ts';

type OwnerScope = Pick<TestCaller, 'tenantId' | 'organizationId'>;
export type StoredFile = Partial<
  Pick<Attachment, 'fileName' | 'originalName' | 'mimeType' | 'fileSize' | 'partitionCode'>
>;

/** An attachment as after an upload; `bytes` null is one with a missing object. */
export async function aStoredFile(
  { tenantId, organizationId }: OwnerScope,
  bytes: Uint8Array | null,
  more: StoredFile = {},
): Promise<Attachment> {
  const id = randomUUID();
  const objectKey = originalKey({ tenantId, organizationId, attachmentId: id });
  const createdAt = new Date().toISOString();
  const row = {
    id,
    tenantId,
    organizationId,
    entityId: 'sales.order',
    recordId: '42',
    fieldKey: null,
    partitionCode: privatePartition,
    fileName: 'file.bin',
    originalName: more.fileName ?? 'file.bin',
    mimeType: 'application/octet-stream',
    fileSize: bytes?.length ?? 0,
    sha256: createHash('sha256')
      .update(bytes ?? '')
      .digest('hex'),
    objectKey,
    content: null,
    contentStatus: 'none' as const,
    createdAt,
    updatedAt: createdAt,
    createdBy: 'system:test',
    ...more,
  };
  const documents = { tags: [], assignments: [], custom: {} };
  if (bytes !== null) await putObject(objectKey, bytes);
  const stored = { ...row, documents: JSON.stringify(documents) };
  await transact([
    { put: toItem(attachmentKey({ tenantId }, id), 'attachment', stored, { revision: 1 }) },
    { put: toItem(attachmentLocatorKey(id), 'attachment_locator', { tenantId, organizationId }) },
  ]);
  return { ...row, ...documents, revision: 1 };
}
