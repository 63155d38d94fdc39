/** The checks of an upload in their order, and the choice of its partition. Pure. */

import { hasAtMost } from '../../../kernel/base/text.ts';
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { FileTooLargeError, InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Definition } from '../../entities/public.ts';
import { FileTypeRefusedError, PublicPartitionError } from '../errors.ts';
import { attachmentLimits as limits } from '../limits.ts';
import { entityPartition, type Partition } from '../partitions/partition.ts';
import { isAcceptedExtension, isActiveName, isExecutableName } from './file-name.ts';
import { detectType, isActiveType, looksActive } from './file-type.ts';

/** The requested record, field and partition of an upload. */
export interface UploadTarget {
  entityId: string;
  recordId: string;
  fieldKey: string | undefined;
  partitionCode: string | undefined;
}

/** A received file. */
export interface ReceivedFile {
  /** Name as the client sent it. */
  name: string;
  clientType: string | undefined;
  bytes: number;
  sha256: string;
  /** First bytes. */
  head: Uint8Array;
  /** Whether the file exceeds the maximum size; the rest was not read. */
  isTooLarge: boolean;
}

/** Options of the custom field of an upload. */
export type FieldOptions = Definition['attachment'];

const bytesPerMb = 1_048_576;

/** Returns the maximum file size of the field, which never exceeds that of the deployment. */
export function maxFileBytes(globalBytes: number, field: FieldOptions): number {
  const { maxAttachmentSizeMb } = field ?? {};
  return maxAttachmentSizeMb === undefined
    ? globalBytes
    : Math.min(globalBytes, Math.floor(maxAttachmentSizeMb * bytesPerMb));
}

/** Returns the error of an upload without a required part; undefined if it has all of them. */
export function missingParts(parts: {
  entityId: string | undefined;
  recordId: string | undefined;
  hasFile: boolean;
}): AppError | undefined {
  const errors: Record<string, string> = {};
  const text = (field: 'entityId' | 'recordId', max: number) => {
    const value = parts[field]?.trim() ?? '';
    if (value === '') errors[field] = 'is required';
    else if (!hasAtMost(value, max)) errors[field] = `must have at most ${max} characters`;
    else if (!value.isWellFormed()) errors[field] = 'must be valid Unicode';
  };
  text('entityId', limits.entityId);
  text('recordId', limits.recordId);
  if (!parts.hasFile) errors.file = 'is required';
  if (Object.keys(errors).length === 0) return undefined;
  return new InvalidInputError(
    errors,
    'An upload requires the parts entityId, recordId and file; see details.',
  );
}

/** Checks before the quota: accepted extensions, programs, size. */
export function problemBeforeQuota(
  { name, bytes, isTooLarge }: Pick<ReceivedFile, 'name' | 'bytes' | 'isTooLarge'>,
  field: FieldOptions,
  globalBytes: number,
): AppError | undefined {
  const accepted = field?.acceptExtensions ?? [];
  if (accepted.length > 0 && !isAcceptedExtension(name, accepted))
    return new FileTypeRefusedError(
      `Files with this extension are not allowed; accepted are ${accepted.join(', ')}.`,
    );
  if (isExecutableName(name)) return new FileTypeRefusedError('Executable files cannot be uploaded.');
  const maxBytes = maxFileBytes(globalBytes, field);
  return isTooLarge || bytes > maxBytes ? new FileTooLargeError(maxBytes) : undefined;
}

/** Returns the codes of possible partitions, the requested one first. */
export function partitionCandidates(
  { entityId, partitionCode }: Pick<UploadTarget, 'entityId' | 'partitionCode'>,
  field: FieldOptions,
): string[] {
  const codes = [partitionCode, field?.partitionCode, entityPartition(entityId)];
  return [...new Set(codes.filter((code) => code !== undefined))];
}

/** Returns whether browsers would run the file's content, by name, client's type or first bytes. */
export function isActiveFile({
  name,
  clientType,
  head,
}: Pick<ReceivedFile, 'name' | 'clientType' | 'head'>): boolean {
  return (
    isActiveName(name) ||
    isActiveType(clientType) ||
    isActiveType(detectType(head, name, clientType)) ||
    looksActive(head)
  );
}

/** Checks after the quota: active content, and whether the partition may be selected. */
export function problemAfterQuota(
  file: Pick<ReceivedFile, 'name' | 'clientType' | 'head'>,
  { entityId, partitionCode }: Pick<UploadTarget, 'entityId' | 'partitionCode'>,
  field: FieldOptions,
  partition: Pick<Partition, 'code' | 'isPublic'>,
): AppError | undefined {
  if (isActiveFile(file))
    return new FileTypeRefusedError('Active content (HTML, SVG, XML) cannot be uploaded.');
  const isOverride = partition.code === partitionCode;
  const belongs = partition.code === entityPartition(entityId) || partition.code === field?.partitionCode;
  return isOverride && partition.isPublic && !belongs ? new PublicPartitionError() : undefined;
}
