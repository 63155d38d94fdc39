/** Checks and sanitizes file names. Pure. */
import { compose, decompose, strip, stripEnd } from '../../../kernel/base/linear-text.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { attachmentLimits } from '../limits.ts';

/** Extensions of programs, and of documents with macros. */
const executable = new Set(
  (
    'app apk bat cmd com dll exe hta jar js jse lnk msi pif ps1 psm1 reg scr sh vbe vbs wsf wsh ' +
    'mjs cjs vb scf url cpl gadget msc inf docm xlsm pptm'
  ).split(' '),
);

/** Extensions of files whose scripts browsers run. */
const active = new Set('htm html svg xhtml xml svgz xht shtml mht mhtml xsl xslt'.split(' '));

/** Programs whose extension is part of ordinary names: `Intro to Node.js.pdf`, `example.com.pdf`, `Ada Lovelace.MSc.CV.pdf`. */
const usualInNames = new Set('js mjs cjs com app sh vb url inf msc reg'.split(' '));

/**
 * Returns the name as other systems read it: with normalized full-width letters and without a folder. Signs such as `℅`,
 * which contain a slash only in this form, separate no folder.
 */
function normalizedName(name: string): string {
  const folderless =
    name
      .toWellFormed()
      .split(/[/\\\uff0f\uff3c]/)
      .at(-1) ?? '';
  return decompose(folderless).replaceAll(/[/\\]/g, '_');
}

/** Returns a segment without hidden characters, whole and up to a NUL or the colon of a stream. */
function plainSegments(segment: string): string[] {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const [head = ''] = segment.split(/[\0:;]/);
  return [bare(segment), bare(head)];
}

/**
 * Returns whether any extension marks a program, not only the last: true for `invoice.exe.pdf`, but not for extensions
 * that are usual inside names.
 */
export function isExecutableName(name: string): boolean {
  const [, ...extensions] = normalizedName(name).split('.');
  const last = extensions.findLastIndex((segment) => segment.trim() !== '');
  const isUsual = (segment: string, index: number) =>
    index < last && usualInNames.has(segment.trim().toLowerCase());
  return extensions.some(
    (segment, index) =>
      !isUsual(segment, index) && plainSegments(segment).some((extension) => executable.has(extension)),
  );
}

/** Returns the last extensions in lower case without hidden characters; empty without as many extensions. */
function extensionsOf(name: string, count: number): string {
  const segments = normalizedName(name).split('.');
  const last = segments.findLastIndex((segment) => segment.trim() !== '');
  if (last < count) return '';
  const extensions = segments.slice(last + 1 - count, last + 1);
  return extensions.map((segment) => plainSegments(segment)[0] ?? '').join('.');
}

/** Returns the last extension in lower case without hidden characters; empty without an extension. */
export const extensionOf = (name: string): string => extensionsOf(name, 1);

/** Returns whether browsers would run scripts of a file with this name. */
export function isActiveName(name: string): boolean {
  return active.has(extensionOf(name));
}

/** Maximum characters of an extension. */
const maxExtensionCharacters = 20;

/**
 * Returns a name of letters, digits, `_`, `-` and one dot, which is safe in headers, paths and shells. At most 255
 * characters; `file` if no character is left.
 */
export function sanitizeFileName(name: string): string {
  const plain = normalizedName(name)
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .replaceAll(/[^A-Za-z0-9._-]/g, '_');
  const trimmed = (text: string) => strip(text.replaceAll(/_+/g, '_'), '_');
  const withoutEnd = stripEnd(plain, '._');
  const dot = withoutEnd.lastIndexOf('.');
  const ending = dot > 0 ? trimmed(withoutEnd.slice(dot + 1).toLowerCase()) : '';
  const isExtension = ending !== '' && ending.length <= maxExtensionCharacters;
  const extension = isExtension ? `.${ending}` : '';
  const base = trimmed((isExtension ? withoutEnd.slice(0, dot) : withoutEnd).replaceAll('.', '_'));
  const cut = trimmed(base.slice(0, attachmentLimits.fileName - extension.length));
  return `${cut || 'file'}${extension}`;
}

/** Control characters and bidirectional controls. Joiners are allowed, because scripts and emoji need them. */
const controls = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** At most 255 characters of a name, with its extension: a name that was accepted never becomes that of a program. */
function shortened(name: string): string {
  const max = attachmentLimits.fileName;
  if (hasAtMost(name, max)) return name;
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && hasAtMost(name.slice(dot + 1), maxExtensionCharacters);
  const extension = hasExtension ? [...name.slice(dot)] : [];
  const base = [...(hasExtension ? name.slice(0, dot) : name)]
    .slice(0, max - extension.length)
    .join('')
    .trim();
  const cut = [base, ...extension].join('');
  return isExecutableName(cut) || isActiveName(cut)
    ? [base.replaceAll('.', '_'), ...extension].join('')
    : cut;
}

/**
 * Returns the client's name without folder, control characters and colons, in form NFC, at most 255 characters. Undefined
 * if no character is left.
 */
export function originalFileName(name: string): string | undefined {
  const folderless = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const kept = compose(folderless.replaceAll(controls, '').replaceAll(':', '_')).trim();
  return shortened(kept).trim() || undefined;
}

/** Returns whether the extension, such as `pdf` or `tar.gz`, is accepted, regardless of case and leading dots. */
export function isAcceptedExtension(name: string, accepted: readonly string[]): boolean {
  return accepted.some((entry) => {
    const wanted = entry.trim().toLowerCase().replace(/^\.+/, '');
    return extensionsOf(name, wanted.split('.').length) === wanted;
  });
}
