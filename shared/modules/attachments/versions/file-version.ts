/** What is known of the versions of a file. */

/** One version of a file, current or kept. */
export interface FileVersion {
  /** Counts from 1; never used twice. */
  number: number;
  /** Names its object; of the first version, the attachment's id. */
  fileId: string;
  fileName: string;
  originalName: string;
  mimeType: string;
  /** Bytes. */
  fileSize: number;
  sha256: string;
  createdAt: string;
  /** Null for files that were stored before this was noted. */
  createdBy: string | null;
  /** The version whose bytes these are; null for an upload. */
  restoredFrom: number | null;
}

/** What an attachment knows of its versions once there is more than one. */
export interface CurrentVersion
  extends Pick<FileVersion, 'fileId' | 'createdAt' | 'createdBy' | 'restoredFrom'> {
  /** Versions before the current one that are kept, and their bytes. */
  keptCount: number;
  keptBytes: number;
}
