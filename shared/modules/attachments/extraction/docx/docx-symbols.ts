/** Symbols of fonts that have codes of their own instead of characters. Pure. */
import type { Attributes } from '../xml-reader.ts';

/** Characters of the font Symbol from a code on: https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt */
const symbols: readonly [first: number, characters: string][] = [
  // cspell:disable-next-line
  [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'],
];

/** Of other fonts, symbols that say something: boxes, ticks and arrows. Bullets do not. */
const charactersOf: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  symbol: Object.fromEntries(
    symbols.flatMap(([first, text]) => [...text].map((character, index) => [first + index, character])),
  ),
  wingdings: { 111: '☐', 168: '☐', 223: '←', 224: '→', 251: '✗', 252: '✓', 253: '☒', 254: '☑' },
  'wingdings 2': { 79: '✗', 80: '✓', 82: '☑', 83: '☒', 84: '☒', 163: '☐' },
};

/** Returns the character of a symbol (`w:sym`); nothing for one that is in a font alone, for example a bullet. */
export function symbolOf({ char = '', font = '' }: Attributes): string {
  const code = Number.parseInt(char, 16);
  // Fonts have their codes in the private area: F061 is 61.
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const name = font.toLowerCase();
  const found = Object.hasOwn(charactersOf, name) ? charactersOf[name]?.[own] : undefined;
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  if (found !== undefined) return found;
  return Number.isNaN(code) || isPrivate || code > 0xffff ? '' : String.fromCharCode(code);
}
