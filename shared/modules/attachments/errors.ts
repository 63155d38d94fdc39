/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const NotExtractableError = apiError({
  code: 'not_extractable',
  status: 409,
  when: 'No text can be extracted: the partition has text extraction disabled, or the file type has no text.',
  message: (reason: string) => reason,
  example: ['Text extraction is disabled for the partition of the file (requiresOcr).'],
});

export const FileTypeRefusedError = apiError({
  code: 'file_type_refused',
  status: 400,
  when:
    'The file cannot be uploaded: it is executable, contains active content, or its custom field does not ' +
    'accept its type.',
  message: (message: string) => message,
  example: ['Active content (HTML, SVG, XML) cannot be uploaded.'],
});

export const QuotaExceededError = apiError({
  code: 'quota_exceeded',
  status: 413,
  when: 'The file would exceed the storage limit of the tenant.',
  message: (quotaBytes: number) =>
    `Attachment storage quota exceeded: a tenant can store ${quotaBytes} bytes.`,
  body: (quotaBytes) => ({ quotaBytes }),
  example: [536_870_912],
});

/** Otherwise, a file of another entity could become public. */
export const PublicPartitionError = apiError({
  code: 'public_partition',
  status: 403,
  when: 'Only files of its own entities and fields can be stored in a public partition.',
  message: 'Only files of its own entities and fields can be stored in a public partition.',
});

export const PartitionsLockedError = apiError({
  code: 'partitions_locked',
  status: 403,
  when: 'The deployment manages the storage partitions (`PARTITIONS_LOCKED`).',
  message: 'Storage partitions are managed by the deployment and cannot be changed.',
});

export const PartitionCodeTakenError = apiError({
  code: 'partition_code_taken',
  status: 409,
  when: 'The tenant has a partition with this code, or it is the code of a default partition.',
  message: (code: string) => `A partition with the code "${code}" already exists.`,
  details: { code: 'is taken' },
  example: ['contracts'],
});

export const PartitionInUseError = apiError({
  code: 'partition_in_use',
  status: 409,
  when: 'The partition contains files, or an upload to it has started and not ended.',
  message: 'The partition is in use: delete its files first, and wait for the end of started uploads.',
});

export const UploadUnderWayError = apiError({
  code: 'upload_under_way',
  status: 409,
  when: 'Another request is completing the same upload.',
  message: 'Another request is completing this upload. Repeat the request shortly.',
});

/** The current version cannot be restored, and can only be deleted with the file. */
export const CurrentVersionError = apiError({
  code: 'current_version',
  status: 409,
  when: 'The version is the current one of its file.',
  message: 'This is the current version of the file. Select an earlier version.',
});

export const UnsupportedImageError = apiError({
  code: 'unsupported_image',
  status: 400,
  when: 'The attachment is not an image, or its format cannot be resized.',
  message: 'Unsupported media type: only JPEG, PNG, GIF and WebP are delivered as images.',
});

export const ImageMismatchError = apiError({
  code: 'image_type_mismatch',
  status: 400,
  when: 'The bytes of the image do not match its type.',
  message: 'The content of the image does not match its type.',
});

/** The image is damaged, truncated or empty. */
export const UnreadableImageError = apiError({
  code: 'unreadable_image',
  status: 400,
  when: 'The image is damaged.',
  message: (_cause?: unknown) => 'The image cannot be read; it is damaged.',
  cause: (cause) => cause,
});

/** Decoding or resizing the image would need too much memory. */
export const ImageTooLargeError = apiError({
  code: 'image_too_large',
  status: 413,
  when: 'The image or the requested result has too many bytes, pixels or frames.',
  message: (reason: string) => `The image is too large: ${reason}.`,
  example: ['it has more than 40000000 pixels'],
});
