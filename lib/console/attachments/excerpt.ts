/** The part of a file's text that matches a search. */
export interface Piece {
  /** Start index in the text. */
  at: number;
  text: string;
  isMatch: boolean;
}

const maxCharacters = 160;
/** Number of characters shown before the first match. */
const before = 40;

const isPartOfWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Without accents and in lower case, as in the search; always one character. */
const plain = (character: string): string => {
  const [base = character] = character.normalize('NFD');
  const [lower = base] = base.toLowerCase();
  return lower;
};

interface Span {
  start: number;
  end: number;
}

/** Positions of the words. */
function wordsIn(characters: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const [index, character] of characters.entries()) {
    const last = spans.at(-1);
    if (!isPartOfWord(character)) continue;
    if (last?.end === index) last.end += 1;
    else spans.push({ start: index, end: index + 1 });
  }
  return spans;
}

const textOf = (characters: readonly string[], { start, end }: Span): string =>
  characters.slice(start, end).join('');

/** Splits the text around the first searched word into matching and other parts. */
export function excerptOf(text: string, searched: string): Piece[] {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  const compared = characters.map(plain);
  const wanted = Array.from(searched, plain);
  const words = new Set(wordsIn(wanted).map((span) => textOf(wanted, span)));
  const spans = wordsIn(compared);
  const matches = spans.filter((span) => words.has(textOf(compared, span)));

  const earliest = Math.max(0, (matches[0]?.start ?? 0) - before);
  const start = earliest === 0 ? 0 : (spans.find((span) => span.start >= earliest)?.start ?? 0);
  const end = Math.min(characters.length, start + maxCharacters);
  const pieces: Piece[] = start > 0 ? [{ at: -1, text: '… ', isMatch: false }] : [];
  const add = (span: Span, isMatch: boolean) => {
    if (span.end > span.start) pieces.push({ at: span.start, text: textOf(characters, span), isMatch });
  };
  let done = start;
  for (const match of matches.filter((one) => one.end <= end)) {
    add({ start: done, end: match.start }, false);
    add(match, true);
    done = match.end;
  }
  add({ start: done, end }, false);
  return end < characters.length ? [...pieces, { at: end, text: ' …', isMatch: false }] : pieces;
}
