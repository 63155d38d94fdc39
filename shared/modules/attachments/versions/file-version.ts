/** The types of file versions. */

/** A version of a file, current or earlier. */
export interface FileVersion {
  /** Number from 1; never reused. */
  number: number;
  /** Id of its object; for the first version, the attachment's id. */
  fileId: string;
  fileName: string;
  originalName: string;
  mimeType: string;
  /** The declared encoding of a text file; absent without one. */
  charset?: string | undefined;
  /** Bytes. */
  fileSize: number;
  sha256: string;
  createdAt: string;
  createdBy: string;
  /** The restored version; null for an upload. */
  restoredFrom: number | null;
}

/** The version data of an attachment with several versions. */
export interface CurrentVersion
  extends Pick<FileVersion, 'fileId' | 'createdAt' | 'createdBy' | 'restoredFrom'> {
  /** Number and bytes of the earlier versions. */
  keptCount: number;
  keptBytes: number;
}
