/** The only file that knows how direct uploads that were begun lie in the table. They expire by themselves. */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit, type Write } from '../../../kernel/table/write.ts';
import type { CustomValues } from '../../entities/public.ts';
import type { Assignment } from '../attachment.ts';
import { uploadKey } from '../keys.ts';
import type { FileWork } from '../partitions/storage-store.ts';
import type { UploadTarget } from './upload-decision.ts';

/** A direct upload between its beginning and its completion. */
export interface StartedUploadRow {
  id: string;
  tenantId: string;
  organizationId: string;
  target: UploadTarget;
  fileName: string;
  mimeType: string | undefined;
  tags: string[];
  assignments: Assignment[];
  custom: CustomValues;
  /** Its room until it is completed; its shard is absent for one that was begun before work recorded that. */
  staged: Pick<FileWork, 'partitionCode' | 'bytes' | 'locatorOf'> & Partial<Pick<FileWork, 'shard'>>;
  /** The file that gets a new version by it, as the client expected it; absent for an upload of a new file. */
  versionOf?: { attachmentId: string; ifMatch?: string };
  expiresAtMs: number;
}

const entity = 'direct_upload';

export async function insertUpload({ id, tenantId, organizationId, expiresAtMs, ...said }: StartedUploadRow) {
  const item = toItem(uploadKey({ tenantId }, id), entity, {
    id,
    tenantId,
    organizationId,
    expiresAtMs,
    said: toJson(said),
  });
  await commit([{ put: { ...item, ttl: Math.ceil(expiresAtMs / 1_000) }, largeField: 'assignments' }]);
}

/** An upload of the tenant that may still be completed. One GetItem. */
export async function getUpload(
  scope: TenantScope,
  id: string,
  nowMs: number,
): Promise<(StartedUploadRow & { isCompleted?: true }) | undefined> {
  const item = await getItem(uploadKey(scope, id));
  if (item === undefined) return undefined;
  const { said, ...upload } = fromItem<StartedUploadRow & { said: string; isCompleted?: true }>(item, entity);
  return upload.expiresAtMs <= nowMs ? undefined : { ...upload, ...(JSON.parse(said) as StartedUploadRow) };
}

/** The write that notes that an upload has become a version: the version does not have its id. */
export function uploadCompletedWrite(scope: TenantScope, id: string): Write {
  return {
    set: uploadKey(scope, id),
    values: { isCompleted: true },
    when: { expression: 'attribute_exists(pk)' },
  };
}
