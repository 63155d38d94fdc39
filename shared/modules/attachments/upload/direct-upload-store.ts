/** The only file that knows how started direct uploads are stored in the table. They expire by themselves. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { CustomValues } from '../../entities/public.ts';
import type { Assignment } from '../attachment.ts';
import { uploadKey } from '../keys.ts';
import type { FileWork } from '../partitions/storage-store.ts';
import type { UploadTarget } from './upload-decision.ts';

/** A direct upload that was started and not completed. */
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
  /** Its reservation. */
  staged: Pick<FileWork, 'partitionCode' | 'bytes' | 'shard'>;
  /** The file that gets a new version, with the client's `If-Match`; absent for a new file. */
  versionOf?: { attachmentId: string; ifMatch?: string };
  expiresAtMs: number;
}

const entity = 'direct_upload';

/** Builds the write of a started upload. */
export function uploadStartedWrite(upload: StartedUploadRow): Write {
  const { id, tenantId, organizationId, expiresAtMs, ...said } = upload;
  const key = uploadKey({ tenantId }, id);
  const item = toItem(key, entity, { id, tenantId, organizationId, expiresAtMs, said: toJson(said) });
  return { put: { ...item, ttl: Math.ceil(expiresAtMs / 1_000) }, largeField: 'assignments' };
}

/** Returns an upload of the tenant that has not expired. Sends one GetItem. */
export async function getUpload(
  scope: TenantScope,
  id: string,
  nowMs: number,
): Promise<(StartedUploadRow & { isCompleted?: true }) | undefined> {
  const item = await getItem(uploadKey(scope, id));
  if (item === undefined) return undefined;
  const { said, ...upload } = fromItem<StartedUploadRow & { said: string; isCompleted?: true }>(item, entity);
  return upload.expiresAtMs <= nowMs ? undefined : { ...upload, ...(parseJson(said) as StartedUploadRow) };
}

/** Builds the write that marks an upload as completed. Needed for versions, because the attachment has another id. */
export function uploadCompletedWrite(scope: TenantScope, id: string): Write {
  return {
    set: uploadKey(scope, id),
    values: { isCompleted: true },
    when: { expression: 'attribute_exists(pk)' },
  };
}
