/**
 * The `Content-Disposition` header. For any file name the header has one line, one file name for old clients
 * (ASCII) and the real one for the others: https://www.rfc-editor.org/rfc/rfc6266
 */

/** Control characters, and those that change the direction of text or take no room: names that look like others. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Ends a folder's name on some system. */
const separators = /[/\\:]/g;
/** Headers are limited, names of files are not. */
const maxName = 200;

function plainName(fileName: string): string {
  const name = fileName.toWellFormed().replace(invisible, '').replace(separators, '_').trim();
  return [...name].slice(0, maxName).join('') || 'file';
}

/** RFC 5987 leaves fewer characters as they are than encodeURIComponent does. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A percent sign would be decoded by some old clients. */
const asciiOf = (name: string): string => name.replace(/[^\x20-\x7e]|["%]/g, '_');

/**
 * `inline` shows the file, `attachment` saves it under its name. `safeName` is the name for old clients, where the file
 * has one of its own.
 */
export function contentDisposition(
  kind: 'inline' | 'attachment',
  fileName: string,
  safeName: string = fileName,
): string {
  const name = plainName(fileName);
  const ascii = asciiOf(plainName(safeName));
  const extended = ascii === name ? '' : `; filename*=UTF-8''${encodeExtended(name)}`;
  return `${kind}; filename="${ascii}"${extended}`;
}
