/** The errors of this module. Functions hold those that they throw; `attachmentErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const fileTypeRefused = { code: 'file_type_refused', status: 400 } as const;
const unsupportedImage = { code: 'unsupported_image', status: 400 } as const;
const imageTypeMismatch = { code: 'image_type_mismatch', status: 400 } as const;
const unreadableImage = { code: 'unreadable_image', status: 400 } as const;
const publicPartition = { code: 'public_partition', status: 403 } as const;
const partitionsLocked = { code: 'partitions_locked', status: 403 } as const;
const notExtractable = { code: 'not_extractable', status: 409 } as const;
const partitionCodeTaken = { code: 'partition_code_taken', status: 409 } as const;
const partitionInUse = { code: 'partition_in_use', status: 409 } as const;
const uploadUnderWay = { code: 'upload_under_way', status: 409 } as const;
const currentVersion = { code: 'current_version', status: 409 } as const;
const quotaExceeded = { code: 'quota_exceeded', status: 413 } as const;
const imageTooLarge = { code: 'image_too_large', status: 413 } as const;

/** No text can be extracted from the file. */
export class NotExtractableError extends AppError {
  constructor(reason: string) {
    super(notExtractable, reason);
  }
}

/** The name, type or content of the file is not allowed. */
export class FileTypeRefusedError extends AppError {
  constructor(message: string) {
    super(fileTypeRefused, message);
  }
}

/** The file would exceed the storage quota of the tenant. */
export class QuotaExceededError extends AppError {
  constructor(quotaBytes: number) {
    super(quotaExceeded, `Attachment storage quota exceeded: a tenant can store ${quotaBytes} bytes.`, {
      body: { quotaBytes },
    });
  }
}

/** A public partition accepts only files of its own entities and fields, so that no other file becomes public. */
export class PublicPartitionError extends AppError {
  constructor() {
    super(publicPartition, 'Only files of its own entities and fields can be stored in a public partition.');
  }
}

/** Only the deployment can change partitions. */
export class PartitionsLockedError extends AppError {
  constructor() {
    super(partitionsLocked, 'Storage partitions are managed by the deployment and cannot be changed.');
  }
}

export class PartitionCodeTakenError extends AppError {
  constructor(code: string) {
    super(partitionCodeTaken, `A partition with the code "${code}" already exists.`, {
      body: { details: [{ field: 'code', message: 'is taken' }] },
    });
  }
}

/** The partition contains files or reservations of started uploads. */
export class PartitionInUseError extends AppError {
  constructor() {
    super(
      partitionInUse,
      'The partition is in use: delete its files first, and wait for the end of started uploads.',
    );
  }
}

/** Another request is completing the same upload. */
export class UploadUnderWayError extends AppError {
  constructor() {
    super(uploadUnderWay, 'Another request is completing this upload. Repeat the request shortly.');
  }
}

/** The current version cannot be restored, and can only be deleted with the file. */
export class CurrentVersionError extends AppError {
  constructor() {
    super(currentVersion, 'This is the current version of the file. Select an earlier version.');
  }
}

/** The attachment is not an image, or its format cannot be resized. */
export class UnsupportedImageError extends AppError {
  constructor() {
    super(unsupportedImage, 'Unsupported media type: only JPEG, PNG, GIF and WebP are delivered as images.');
  }
}

/** The format of the bytes differs from the attachment's type. */
export class ImageMismatchError extends AppError {
  constructor() {
    super(imageTypeMismatch, 'The content of the image does not match its type.');
  }
}

/** The image is damaged, truncated or empty. */
export class UnreadableImageError extends AppError {
  constructor(cause?: unknown) {
    super(unreadableImage, 'The image cannot be read; it is damaged.', { cause });
  }
}

/** Decoding or resizing the image would need too much memory. */
export class ImageTooLargeError extends AppError {
  constructor(reason: string) {
    super(imageTooLarge, `The image is too large: ${reason}.`);
  }
}

export const attachmentErrors: readonly DocumentedError[] = [
  {
    type: fileTypeRefused,
    meaning:
      'The file cannot be uploaded: it is executable, contains active content, or its custom field does not ' +
      'accept its type.',
    example: { error: 'Active content (HTML, SVG, XML) cannot be uploaded.' },
  },
  {
    type: unsupportedImage,
    meaning: 'The attachment is not an image, or its format cannot be resized.',
    example: { error: 'Unsupported media type: only JPEG, PNG, GIF and WebP are delivered as images.' },
  },
  {
    type: imageTypeMismatch,
    meaning: 'The bytes of the image do not match its type.',
    example: { error: 'The content of the image does not match its type.' },
  },
  {
    type: unreadableImage,
    meaning: 'The image is damaged.',
    example: { error: 'The image cannot be read; it is damaged.' },
  },
  {
    type: publicPartition,
    meaning: 'Only files of its own entities and fields can be stored in a public partition.',
    example: { error: 'Only files of its own entities and fields can be stored in a public partition.' },
  },
  {
    type: partitionsLocked,
    meaning: 'The deployment manages the storage partitions (`PARTITIONS_LOCKED`).',
    example: { error: 'Storage partitions are managed by the deployment and cannot be changed.' },
  },
  {
    type: notExtractable,
    meaning:
      'No text can be extracted: the partition has text extraction disabled, or the file type has no text.',
    example: { error: 'Text extraction is disabled for the partition of the file (requiresOcr).' },
  },
  {
    type: partitionCodeTaken,
    meaning: 'The tenant has a partition with this code, or it is the code of a default partition.',
    example: {
      error: 'A partition with the code "contracts" already exists.',
      details: [{ field: 'code', message: 'is taken' }],
    },
  },
  {
    type: partitionInUse,
    meaning: 'The partition contains files, or an upload to it has started and not ended.',
    example: {
      error: 'The partition is in use: delete its files first, and wait for the end of started uploads.',
    },
  },
  {
    type: uploadUnderWay,
    meaning: 'Another request is completing the same upload.',
    example: { error: 'Another request is completing this upload. Repeat the request shortly.' },
  },
  {
    type: currentVersion,
    meaning: 'The version is the current one of its file.',
    example: { error: 'This is the current version of the file. Select an earlier version.' },
  },
  {
    type: quotaExceeded,
    meaning: 'The file would exceed the storage limit of the tenant.',
    example: {
      error: 'Attachment storage quota exceeded: a tenant can store 536870912 bytes.',
      quotaBytes: 536_870_912,
    },
  },
  {
    type: imageTooLarge,
    meaning: 'The image or the requested result has too many bytes, pixels or frames.',
    example: { error: 'The image is too large: it has more than 40000000 pixels.' },
  },
];
