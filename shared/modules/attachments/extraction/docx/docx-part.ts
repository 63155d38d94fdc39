/** Reads the visible text of a part of a Word document: its body, a header, a note, a diagram. */

import { TextBuilder } from '../text-builder.ts';
import { type Attributes, readXml } from '../xml-reader.ts';
import { Formulas } from './docx-formula.ts';
import type { ListNumbers, ListPlace } from './docx-numbers.ts';
import { type HiddenStyles, isOff } from './docx-styles.ts';
import { symbolOf } from './docx-symbols.ts';

/** What the text of a part needs from other parts. */
export interface PartContext {
  /** Returns the text of a note; called once for each reference. */
  noteOf(kind: 'footnote' | 'endnote', id: string): string;
  /** Returns the text of an embedded document by the id of its relationship. */
  embeddedOf(relationship: string): string;
  styles: HiddenStyles;
  numbers: Pick<ListNumbers, 'next'>;
}

export interface PartText {
  /** The text of the part; of a part with notes or comments, that outside of them. */
  text: string;
  /** Texts of footnotes, endnotes or comments by their id. */
  notes: Map<string, string>;
  /** Whether the part is well-formed; a truncated part is not. */
  isComplete: boolean;
}

/** Elements whose content is no text of the page: properties, deleted text, instructions of fields. */
const hidden = new Set([
  'pPr',
  'rPr',
  'tblPr',
  'tblGrid',
  'trPr',
  'tcPr',
  'sectPr',
  'sdtPr',
  'sdtEndPr',
  'smartTagPr',
  'del',
  'moveFrom',
  'delText',
  'delInstrText',
  'instrText',
  'binData',
  'numCache',
]);

/** Elements that stand for characters. */
const characters: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '\u2011'],
]);

const [paragraph, row, cell] = ['\n\n', '\n', '\t'];

/** Word: `w:t`; drawings, diagrams and charts: `a:t`, `c:v`; formulas: `m:t`. */
const textElements = new Set(['t', 'v']);

/** An open field. */
interface Field {
  /** Whether its code has not ended. */
  isCode: boolean;
  /** The text before it. */
  before: number;
  /** What a form field shows without a result: the chosen entry of a list, or a box. */
  shown: string;
}

/** A list or a box of an old form, whose values are no text. */
interface FormField {
  entries: string[];
  /** Index of the entry by default, and of the one that was chosen. */
  preset: number;
  chosen: number | undefined;
}

const boxes = ['☐', '☒'];

interface OpenParagraph {
  /** Whether its style hides text. */
  isHidden: boolean;
  /** Whether its end is deleted. */
  isJoined: boolean;
  hasText: boolean;
  place: ListPlace;
  /** Its number until it has text. */
  number: string;
}

class PartReader {
  readonly notes = new Map<string, string>();
  /** The last one receives text: of the part, of a note, or of the reading of a word. */
  readonly #builders = [new TextBuilder()];
  /** Depth of hidden elements. */
  #hidden = 0;
  #runProperties = 0;
  #isHiddenRun = false;
  /** The open paragraphs, which text boxes nest. */
  readonly #paragraphs: OpenParagraph[] = [];
  /** Whether the next paragraph continues the line of the latest one, so that it has no number of its own. */
  #continuesLine = false;
  #inText = 0;
  #openNote: string | undefined;
  /** The reading of a word, until the word has been added. */
  #reading = '';
  /** References of the current paragraph. */
  #references: { kind: 'footnote' | 'endnote'; id: string }[] = [];
  readonly #fields: Field[] = [];
  readonly #formulas = new Formulas();
  /** The form field that is being read. */
  #form: FormField | undefined;
  /** For each open choice, the text before it, and whether it has added text. */
  readonly #choices: { before: number; hasText: boolean }[] = [];
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
  }

  get text(): string {
    return this.#builders[0]?.text ?? '';
  }

  get #builder(): TextBuilder {
    return this.#builders.at(-1) ?? new TextBuilder();
  }

  #add(text: string): void {
    if (text === '') return;
    // The result of a field inside the code of another one is an operand, not text of the page.
    const isOperand = this.#fields.slice(0, -1).some(({ isCode }) => isCode);
    if (this.#hidden > 0 || this.#isHiddenRun || isOperand) return;
    const open = this.#paragraphs.at(-1);
    if (open !== undefined && text.trim() !== '') this.#addNumber(open);
    this.#builder.add(text);
  }

  /** Adds the number of a paragraph before its first text. */
  #addNumber(open: OpenParagraph): void {
    // Without its end, a paragraph without text is no paragraph, and the next one has its number.
    if (open.isJoined && !open.hasText) this.#count(open);
    open.hasText = true;
    if (open.number !== '') this.#builder.add(`${open.number} `);
    open.number = '';
  }

  /** Ends a builder that was begun within the part. */
  #endBuilder(): string {
    return this.#builders.length > 1 ? (this.#builders.pop()?.text ?? '') : '';
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'rPr') this.#runProperties += 1;
    this.#openProperty(name, attributes);
    if (hidden.has(name)) this.#hidden += 1;
    if (name === 'Fallback' && this.#choices.at(-1)?.hasText) this.#hidden += 1;
    if (this.#hidden > 0) return;
    if (textElements.has(name)) this.#inText += 1;
    this.#add(this.#formulas.open(name, attributes));
    const character = characters.get(name);
    if (character !== undefined) this.#add(character);
    else this.#openElement(name, attributes);
  }

  /** Reads whether the text of a paragraph or run is hidden. */
  #openProperty(name: string, attributes: Attributes): void {
    const paragraph = this.#paragraphs.at(-1);
    // Deeper properties are former ones, or those of the end of a paragraph.
    if (this.#hidden === 2 && this.#runProperties === 1 && paragraph !== undefined)
      paragraph.isJoined ||= name === 'del' || name === 'moveFrom';
    if (this.#hidden !== 1) return;
    const byStyle = () => this.#context.styles.get(attributes.val ?? '');
    if (paragraph !== undefined && name === 'pStyle') {
      paragraph.isHidden = byStyle() ?? false;
      paragraph.place.style = attributes.val;
    }
    if (paragraph !== undefined && name === 'numId') paragraph.place.list = attributes.val;
    if (paragraph !== undefined && name === 'ilvl') paragraph.place.level = Number(attributes.val);
    if (name === 'rStyle') this.#isHiddenRun = byStyle() ?? this.#isHiddenRun;
    if (name === 'vanish' && this.#runProperties > 0) this.#isHiddenRun = !isOff(attributes);
  }

  #openElement(name: string, attributes: Attributes): void {
    switch (name) {
      case 'p':
        this.#paragraphs.push({ isHidden: false, isJoined: false, hasText: false, place: {}, number: '' });
        break;
      case 'r':
        this.#isHiddenRun = this.#paragraphs.at(-1)?.isHidden ?? false;
        break;
      case 'sym':
        this.#add(symbolOf(attributes));
        break;
      case 'fldChar':
        this.#openFieldCharacter(attributes.fldCharType);
        break;
      case 'ddList':
      case 'checkBox':
        this.#form = { entries: name === 'ddList' ? [] : boxes, preset: 0, chosen: undefined };
        break;
      case 'listEntry':
        this.#form?.entries.push(attributes.val ?? '');
        break;
      case 'default':
      case 'result':
      case 'checked':
        this.#choose(name, attributes);
        break;
      case 'textpath':
        // The text of a watermark.
        this.#add(attributes.string ?? '');
        break;
      case 'AlternateContent':
        this.#choices.push({ before: this.#builder.text.length, hasText: false });
        break;
      case 'txbxContent':
      case 'tbl':
        this.#builder.break(paragraph);
        break;
      case 'rt':
        this.#builders.push(new TextBuilder());
        break;
      case 'footnote':
      case 'endnote':
      case 'comment':
        this.#openNote = attributes.id;
        this.#builders.push(new TextBuilder());
        if (name === 'comment' && attributes.author) this.#add(`${attributes.author}: `);
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#references.push({
          kind: name === 'footnoteReference' ? 'footnote' : 'endnote',
          id: attributes.id ?? '',
        });
        break;
      case 'altChunk':
        this.#builder.break(paragraph);
        this.#add(this.#context.embeddedOf(attributes.id ?? ''));
        this.#builder.break(paragraph);
        break;
    }
  }

  #openFieldCharacter(type: string | undefined): void {
    const field = this.#fields.at(-1);
    if (type === 'begin') this.#fields.push({ isCode: true, before: this.#builder.text.length, shown: '' });
    else if (type === 'end') {
      if (field?.before === this.#builder.text.length) this.#add(field.shown);
      this.#fields.pop();
    } else if (field !== undefined) field.isCode = false;
  }

  /** Sets the default or the value of a form field: the number of an entry, or whether a box is ticked. */
  #choose(name: string, attributes: Attributes): void {
    const form = this.#form;
    if (form === undefined) return;
    const index = form.entries === boxes ? Number(!isOff(attributes)) : Number(attributes.val);
    if (name === 'default') form.preset = index;
    else form.chosen = index;
  }

  characters(text: string): void {
    if (this.#inText > 0) this.#add(text);
  }

  close(name: string): void {
    if (name === 'rPr') this.#runProperties -= 1;
    const isHidden = this.#hidden > 0;
    if (hidden.has(name)) this.#hidden -= 1;
    if (name === 'pPr' && this.#hidden === 0) this.#endProperties();
    if (name === 'Fallback' && this.#choices.at(-1)?.hasText) this.#hidden -= 1;
    if (isHidden) return;
    if (textElements.has(name)) this.#inText -= 1;
    this.#add(this.#formulas.close(name));
    this.#closeElement(name);
  }

  /** Numbers the paragraph, also one without text, which then shows no number. */
  #endProperties(): void {
    const open = this.#paragraphs.at(-1);
    if (open !== undefined && !open.isJoined) this.#count(open);
  }

  #count(open: OpenParagraph): void {
    if (!this.#continuesLine) open.number = this.#context.numbers.next(open.place);
  }

  #closeElement(name: string): void {
    switch (name) {
      case 'r':
        this.#isHiddenRun = false;
        break;
      case 'p': {
        const { isJoined = false, hasText = false } = this.#paragraphs.pop() ?? {};
        // Without its end, the text of the next paragraph continues the line.
        this.#continuesLine = isJoined && (hasText || this.#continuesLine);
        if (!isJoined) this.#endParagraph();
        break;
      }
      case 'tc':
        this.#builder.break(cell);
        break;
      case 'tr':
      case 'pt':
        this.#builder.break(row);
        break;
      case 'tbl':
      case 'txbxContent':
        this.#builder.break(paragraph);
        break;
      case 'Choice': {
        const choice = this.#choices.at(-1);
        if (choice !== undefined) choice.hasText ||= this.#builder.text.length > choice.before;
        break;
      }
      case 'AlternateContent':
        this.#choices.pop();
        break;
      case 'ddList':
      case 'checkBox': {
        const [field, form] = [this.#fields.at(-1), this.#form];
        if (field && form) field.shown = form.entries[form.chosen ?? form.preset] ?? '';
        this.#form = undefined;
        break;
      }
      case 'rt':
        this.#reading = this.#endBuilder();
        break;
      case 'ruby':
        // The reading is stored before the word but printed above it.
        if (this.#reading !== '') this.#add(`(${this.#reading})`);
        this.#reading = '';
        break;
      case 'footnote':
      case 'endnote':
      case 'comment': {
        const text = this.#endBuilder();
        if (this.#openNote !== undefined) this.notes.set(this.#openNote, text.trim());
        break;
      }
    }
  }

  /** Adds the notes of a paragraph after it. */
  #endParagraph(): void {
    this.#builder.break(paragraph);
    const references = this.#references;
    this.#references = [];
    for (const { kind, id } of references) {
      this.#builder.add(this.#context.noteOf(kind, id));
      this.#builder.break(paragraph);
    }
  }
}

/** Returns the visible text of a part. */
export function partText(xml: string, context: PartContext): PartText {
  const reader = new PartReader(context);
  const isComplete = readXml(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.characters(text),
  });
  return { text: reader.text, notes: reader.notes, isComplete };
}
