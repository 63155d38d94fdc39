/** Computes the numbers of lists and headings of a Word document, which its text does not contain. */
import { truncate } from '../../../../kernel/base/text.ts';
import { type Attributes, readXml } from '../xml-reader.ts';
import { isOff } from './docx-styles.ts';

/** The list and level of a paragraph or of a style; what is missing comes from the style. */
export interface ListPlace {
  list?: string | undefined;
  level?: number | undefined;
  style?: string | undefined;
}

interface Level {
  start: number;
  format: string;
  /** Such as `%1.%2)`. */
  text: string;
  isLegal: boolean;
  /** The number of the last level above, from 1, that starts it again; 0 for none. By default the one above it. */
  restart?: number;
}

const maxLevels = 9;
/** More than Word allows; a document may not multiply its size by a long one. */
const maxText = 255;
const maxValue = 10_000;

const romans: readonly [letters: string, worth: number][] = [
  ['m', 1_000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

function roman(value: number): string {
  let [left, text] = [value, ''];
  for (const [letters, worth] of romans) for (; left >= worth; left -= worth) text += letters;
  return text;
}

/** a to z, then aa to zz, as Word counts. */
const letters = (value: number): string =>
  String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

/** Formats of other languages are shown as decimal numbers. */
function formatted(value: number, format: string): string {
  if (format === 'none') return '';
  if (value < 1 || value > maxValue) return String(value);
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    default:
      return String(value);
  }
}

const integerOf = (text: string): number => Number.parseInt(text, 10) || 0;
const levelOf = ({ ilvl = '' }: Attributes): number => integerOf(ilvl);

/** Lists by id, as the parts `numbering` and `styles` define them. */
export class ListNumbers {
  /** Levels by definition, and by list where a list changes them. */
  readonly #levels = new Map<string, Map<number, Level>>();
  readonly #definitions = new Map<string, string>();
  /** Styles of lists by the definitions that have their levels from them. */
  readonly #links = new Map<string, string>();
  readonly #starts = new Map<string, Map<number, number>>();
  readonly #styles = new Map<string, ListPlace & { basedOn?: string | undefined }>();
  /** The latest value of each level by definition: lists with the same one continue each other. */
  readonly #values = new Map<string, Map<number, number>>();
  readonly #begun = new Set<string>();

  readNumbering(xml: string): void {
    let owner = '';
    let level: Level | undefined;
    let override = 0;
    readXml(xml, {
      open: (name, attributes) => {
        const { val = '' } = attributes;
        if (name === 'abstractNum') owner = `definition ${attributes.abstractNumId ?? ''}`;
        else if (name === 'num') owner = attributes.numId ?? '';
        else if (name === 'abstractNumId') this.#definitions.set(owner, `definition ${val}`);
        else if (name === 'numStyleLink') this.#links.set(owner, val);
        else if (name === 'lvlOverride') override = levelOf(attributes);
        else if (name === 'startOverride') this.#of(this.#starts, owner).set(override, integerOf(val));
        else if (name === 'lvl') {
          level = { start: 0, format: 'decimal', text: '', isLegal: false };
          this.#of(this.#levels, owner).set(levelOf(attributes), level);
        } else if (level === undefined) return;
        else if (name === 'start') level.start = integerOf(val);
        else if (name === 'numFmt') level.format = val;
        else if (name === 'lvlText') level.text = truncate(val, maxText);
        else if (name === 'isLgl') level.isLegal = !isOff(attributes);
        else if (name === 'lvlRestart') level.restart = integerOf(val);
      },
      close: (name) => {
        if (name === 'lvl') level = undefined;
      },
      text: () => undefined,
    });
  }

  readStyles(xml: string): void {
    let style: (ListPlace & { basedOn?: string | undefined }) | undefined;
    readXml(xml, {
      open: (name, { val, styleId = '' }) => {
        if (name === 'style') {
          style = {};
          this.#styles.set(styleId, style);
        } else if (style === undefined) return;
        else if (name === 'basedOn') style.basedOn = val;
        else if (name === 'numId') style.list = val;
        else if (name === 'ilvl') style.level = Number(val);
      },
      close: () => undefined,
      text: () => undefined,
    });
  }

  /** The label of the next paragraph at this place, such as `2.1.` or `Note:`; '' for none and for bullets. */
  next(place: ListPlace): string {
    const { list, level = 0 } = this.#resolved(place);
    const definition = this.#definitions.get(list ?? '');
    if (list === undefined || definition === undefined || level >= maxLevels) return '';
    const levels = (at: number) => this.#levels.get(list)?.get(at) ?? this.#levelsOf(definition)?.get(at);
    const own = levels(level);
    if (own === undefined) return '';
    const values = this.#of(this.#values, definition);
    const override = this.#starts.get(list)?.get(level);
    const isFirst = !this.#begun.has(`${list} ${level}`);
    this.#begun.add(`${list} ${level}`);
    const before = isFirst && override !== undefined ? undefined : values.get(level);
    values.set(level, before === undefined ? (override ?? own.start) : before + 1);
    for (const deeper of values.keys())
      if (deeper > level && level < (levels(deeper)?.restart ?? deeper)) values.delete(deeper);
    if (own.format === 'bullet') return '';
    const label = own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const { start = 1, format = 'decimal' } = levels(at) ?? {};
      return formatted(values.get(at) ?? start, own.isLegal ? 'decimal' : format);
    });
    return label.trim();
  }

  /** The levels of a definition, or those of the style that it links to. */
  #levelsOf(definition: string): Map<number, Level> | undefined {
    const { list = '' } = this.#styles.get(this.#links.get(definition) ?? '') ?? {};
    return this.#levels.get(definition) ?? this.#levels.get(this.#definitions.get(list) ?? '');
  }

  #resolved(place: ListPlace): ListPlace {
    let { list, level } = place;
    const seen = new Set<string>();
    for (let at = place.style; at !== undefined && !seen.has(at); at = this.#styles.get(at)?.basedOn) {
      seen.add(at);
      list ??= this.#styles.get(at)?.list;
      level ??= this.#styles.get(at)?.level;
    }
    return { list, level };
  }

  #of<Value>(maps: Map<string, Map<number, Value>>, key: string): Map<number, Value> {
    const found = maps.get(key) ?? new Map<number, Value>();
    maps.set(key, found);
    return found;
  }
}
