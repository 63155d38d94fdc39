/**
 * The `Content-Disposition` header. For any file name it is one line with two names: ASCII for old clients, and the
 * real one for others: https://www.rfc-editor.org/rfc/rfc6266
 */

/**
 * Control characters, and invisible or direction-changing ones, with which names imitate others. Joiners and the tags of
 * flags are kept, because scripts and emoji need them.
 */
const invisible = /(?![\p{Join_Control}\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Path separators of any system. */
const separators = /[/\\:]/g;
/** Maximum characters of a name: headers have limits, file names have not. */
const maxName = 255;

function plainName(fileName: string): string {
  const name = fileName.toWellFormed().replace(invisible, '').replace(separators, '_').trim();
  return [...name].slice(0, maxName).join('') || 'file';
}

/** RFC 5987 leaves fewer characters unescaped than encodeURIComponent. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Some old clients would decode a percent sign. */
const asciiOf = (name: string): string => name.replace(/[^\x20-\x7e]|["%]/g, '_');

/**
 * `inline` displays the file, `attachment` saves it under its name. `safeName` is the name for old clients, if the
 * file has its own.
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
