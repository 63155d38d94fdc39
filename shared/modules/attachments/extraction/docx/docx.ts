/** Extracts the visible text of Word documents. Runs in the worker thread only. */
import { DocumentError, type DocumentText } from '../document-text.ts';
import { htmlText } from '../html-text.ts';
import { extractionLimits } from '../limits.ts';
import { decodeHtml, decodeText } from '../plain-text.ts';
import { archivedPage, isWebArchive } from '../web-archive.ts';
import { readXml } from '../xml-reader.ts';
import { openZip, type Zip } from '../zip.ts';
import { ListNumbers } from './docx-numbers.ts';
import { type PartContext, type PartText, partText } from './docx-part.ts';
import { type HiddenStyles, hiddenStyles } from './docx-styles.ts';

/** A relationship of a part: the last segment of its type, and the path of its target. */
interface Relationship {
  id: string;
  kind: string;
  target: string;
}

/** Office files that are encrypted, or in an old format, are OLE files. */
const oleStart = 'd0cf11e0a1b11ae1';
/** Maximum depth of Word documents inside each other. */
const maxDepth = 3;

const decodeXml = (bytes: Uint8Array): string => {
  const declared = /^<\?xml[^>]*encoding=["']([^"']+)/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  );
  return decodeText(bytes, declared?.[1]);
};

/**
 * Resolves a target against the part that names it. Absolute targets begin at the root of the archive. An invalid target names
 * no part: many documents have one, for example that of a picture.
 */
function pathOf(part: string, target: string): string {
  try {
    const url = new URL(target.replaceAll('\\', '/'), `docx:///${part}`);
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return target;
  }
}

/** Reads the parts of one archive. Parts that cannot be read become warnings. */
class Package {
  readonly #zip: Zip;
  readonly warnings: string[] = [];

  constructor(zip: Zip) {
    this.#zip = zip;
  }

  /** Returns undefined for a part that cannot be read. */
  async bytesOf(path: string): Promise<Uint8Array | undefined> {
    if (!this.#zip.has(path)) return this.#warn(`The part ${path} is missing.`);
    if (this.#zip.isEncrypted(path)) return this.#warn(`The part ${path} is encrypted.`);
    try {
      return await this.#zip.read(path);
    } catch (error) {
      if (this.#zip.isFull) throw error;
      return this.#warn(`The part ${path} is damaged.`);
    }
  }

  #warn(warning: string): undefined {
    this.warnings.push(warning);
    return undefined;
  }

  async textOf(path: string, context: PartContext): Promise<PartText | undefined> {
    const bytes = await this.bytesOf(path);
    if (bytes === undefined) return undefined;
    const part = partText(decodeXml(bytes), context);
    if (!part.isComplete) this.#warn(`The part ${path} is damaged.`);
    return part;
  }

  async relationshipsOf(path: string): Promise<Relationship[]> {
    const slash = path.lastIndexOf('/') + 1;
    const file = `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
    const bytes = this.#zip.has(file) ? await this.bytesOf(file) : undefined;
    const found: Relationship[] = [];
    if (bytes !== undefined)
      readXml(decodeXml(bytes), {
        open(name, { Id = '', Type = '', Target = '', TargetMode }) {
          if (name !== 'Relationship' || TargetMode === 'External') return;
          found.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), target: pathOf(path, Target) });
        },
        close: () => undefined,
        text: () => undefined,
      });
    return found;
  }

  /** Returns which styles hide text and how lists are numbered; nothing of parts that cannot be read, as the text can. */
  async stylesOf(related: readonly Relationship[]): Promise<{ styles: HiddenStyles; numbers: ListNumbers }> {
    const xmlOf = async (wanted: string) => {
      const path = related.find(({ kind }) => kind === wanted)?.target;
      const bytes = path !== undefined && this.#zip.has(path) ? await this.bytesOf(path) : undefined;
      return bytes === undefined ? '' : decodeXml(bytes);
    };
    const [styles, numbers] = [await xmlOf('styles'), new ListNumbers()];
    numbers.readNumbering(await xmlOf('numbering'));
    numbers.readStyles(styles);
    return { styles: hiddenStyles(styles), numbers };
  }

  /** Returns the text of an embedded document: HTML, also in a web archive, text or another Word document. */
  async embeddedText(path: string, depth: number): Promise<string> {
    const bytes = await this.bytesOf(path);
    if (bytes === undefined) return '';
    const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    if (extension === 'txt') return decodeText(bytes);
    const page = isWebArchive(bytes) ? archivedPage(bytes) : undefined;
    if (page !== undefined) return page.isHtml ? htmlText(page.text) : page.text;
    if (['htm', 'html', 'xhtml'].includes(extension)) return htmlText(decodeHtml(bytes));
    if (extension === 'docx' && depth < maxDepth) {
      const { pages, warnings } = await readPackage(bytes, depth + 1);
      this.warnings.push(...warnings);
      return pages.join('');
    }
    this.#warn(`The embedded document ${path} is in a format that cannot be read.`);
    return '';
  }
}

async function readPackage(bytes: Uint8Array, depth: number): Promise<DocumentText> {
  if (Buffer.from(bytes.subarray(0, oleStart.length / 2)).toString('hex') === oleStart)
    throw new DocumentError('The Word document is protected by a password, or in the old format .doc.');
  const parts = new Package(await openZip(bytes, extractionLimits));
  const main = (await parts.relationshipsOf('')).find(({ kind }) => kind === 'officeDocument')?.target;
  if (main === undefined) throw new Error('The archive is no Word document.');
  const related = await parts.relationshipsOf(main);
  const context = {
    noteOf: () => '',
    embeddedOf: () => '',
    ...(await parts.stylesOf(related)),
  };
  const textsOf = async (...kinds: string[]): Promise<PartText[]> => {
    const texts: PartText[] = [];
    for (const { kind, target } of related) {
      const text = kinds.includes(kind) ? await parts.textOf(target, context) : undefined;
      if (text !== undefined) texts.push(text);
    }
    return texts;
  };
  const headers = await textsOf('header');
  const notes = {
    footnote: new Map((await textsOf('footnotes')).flatMap((part) => [...part.notes])),
    endnote: new Map((await textsOf('endnotes')).flatMap((part) => [...part.notes])),
  };
  const embedded = new Map<string, string>();
  for (const { id, kind, target } of related)
    if (kind === 'aFChunk') embedded.set(id, await parts.embeddedText(target, depth));
  const body = await parts.textOf(main, {
    ...context,
    noteOf(kind, id) {
      const note = notes[kind].get(id) ?? '';
      notes[kind].delete(id);
      return note;
    },
    embeddedOf: (id) => embedded.get(id) ?? '',
  });
  if (body === undefined) throw new DocumentError(parts.warnings.at(-1) ?? '');
  const drawings = await textsOf('diagramData', 'chart');
  const footers = await textsOf('footer');
  const comments = (await textsOf('comments')).flatMap((part) => [...part.notes.values()]);
  const texts = [
    ...headers.map(({ text }) => text),
    body.text,
    ...notes.footnote.values(),
    ...notes.endnote.values(),
    ...drawings.map(({ text }) => text),
    ...footers.map(({ text }) => text),
    ...comments,
  ];
  const text = texts.filter((part) => part.trim() !== '').join('\n\n');
  return { pageCount: 1, pages: [text], warnings: parts.warnings };
}

/** Returns the text of a docx. Throws if it is invalid or exceeds the limits. */
export function docxText(bytes: Uint8Array): Promise<DocumentText> {
  return readPackage(bytes, 1);
}
