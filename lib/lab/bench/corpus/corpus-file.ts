/** A small file with a text that is known. */
export interface CorpusFile {
  /** What is special about the file, as the subject of a sentence. */
  name: string;
  kind: 'pdf' | 'docx' | 'text';
  bytes: Buffer;
  /** The lines that a reader sees, from top to bottom. */
  lines: readonly string[];
  /** Names what cannot be read. */
  warnings?: readonly string[];
  /** The declared encoding of a text. */
  charset?: string;
}
