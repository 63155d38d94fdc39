/** What names of files say, and what is made of them. Pure. */
import { compose, decompose, strip, stripEnd } from '../../../kernel/text/linear-text.ts';
import { truncate } from '../../../kernel/text/text.ts';
import { attachmentLimits } from '../limits.ts';

/** What operating systems run when it is opened, and documents that carry macros. */
const executable = new Set(
  (
    'app apk bat cmd com dll exe hta jar js jse lnk msi pif ps1 psm1 reg scr sh vbe vbs wsf wsh ' +
    'mjs cjs vb scf url cpl gadget msc inf docm xlsm pptm'
  ).split(' '),
);

/** What browsers run scripts of. */
const active = new Set('htm html svg xhtml xml svgz xht shtml mht mhtml xsl xslt'.split(' '));

/** What other systems and people would read: without full-width twins of letters, and without a folder. */
function readable(name: string): string {
  return decompose(name.toWellFormed()).split(/[/\\]/).at(-1) as string;
}

/** A part of a name as it counts: nothing hides between its letters, or behind a NUL or a stream's colon. */
function bareSegments(segment: string): string[] {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const [head = ''] = segment.split(/[\0:;]/);
  return [bare(segment), bare(head)];
}

/** Does any extension of the name, not only the last, mark a program? `invoice.exe.pdf` does. */
export function isExecutableName(name: string): boolean {
  const [, ...extensions] = readable(name).split('.');
  return extensions.flatMap(bareSegments).some((extension) => executable.has(extension));
}

/** The last extension in lower case without what hides in it; empty when there is none. */
export function extensionOf(name: string): string {
  const segments = readable(name).split('.');
  const last = segments.findLastIndex((segment) => segment.trim() !== '');
  return last < 1 ? '' : (bareSegments(segments[last] ?? '')[0] ?? '');
}

/** Would a browser run scripts of a file with this name? */
export function isActiveName(name: string): boolean {
  return active.has(extensionOf(name));
}

/** Longest extension that is kept apart from the name. */
const extensionCharacters = 20;

/**
 * A name of letters, digits, `_`, `-` and one dot, which no header, path or shell takes for anything else. At most 255
 * characters; `file` when nothing is left.
 */
export function sanitizeFileName(name: string): string {
  const plain = readable(name)
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .replaceAll(/[^A-Za-z0-9._-]/g, '_');
  const trimmed = (text: string) => strip(text.replaceAll(/_+/g, '_'), '_');
  const withoutEnd = stripEnd(plain, '._');
  const dot = withoutEnd.lastIndexOf('.');
  const ending = dot > 0 ? trimmed(withoutEnd.slice(dot + 1).toLowerCase()) : '';
  const isExtension = ending !== '' && ending.length <= extensionCharacters;
  const extension = isExtension ? `.${ending}` : '';
  const base = trimmed((isExtension ? withoutEnd.slice(0, dot) : withoutEnd).replaceAll('.', '_'));
  const cut = trimmed(base.slice(0, attachmentLimits.fileName - extension.length));
  return `${cut || 'file'}${extension}`;
}

/** Control characters, and those that change the direction of text. Joiners stay: scripts and emoji need them. */
const controls = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/**
 * The name as the client sent it: without a folder, control characters and colons, composed (NFC), at most 255
 * characters. Undefined when nothing is left.
 */
export function originalFileName(name: string): string | undefined {
  const folderless = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const kept = compose(folderless.replaceAll(controls, '').replaceAll(':', '_')).trim();
  return truncate(kept, attachmentLimits.fileName).trim() || undefined;
}

/** Is the name's extension one of the accepted ones, in any case, with or without leading dots? */
export function isAcceptedExtension(name: string, accepted: readonly string[]): boolean {
  const extension = extensionOf(name);
  return accepted.some((one) => one.trim().toLowerCase().replace(/^\.+/, '') === extension);
}
