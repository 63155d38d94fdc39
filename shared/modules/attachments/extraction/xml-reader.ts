/** Reads XML and HTML parts of untrusted documents as events, without a tree in memory. */
import { Parser } from 'htmlparser2';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  /** Names are without their prefix, because producers choose prefixes freely. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses a part. Returns false if elements are not closed, as in a truncated file. Entities of a DTD are not expanded. */
export function readXml(source: string, { open, close, text }: XmlEvents, xmlMode = true): boolean {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        const entries = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
        open(localName(name), Object.fromEntries(entries));
      },
      onclosetag(name) {
        depth -= 1;
        close(localName(name));
      },
      ontext: text,
    },
    { xmlMode },
  );
  parser.write(source);
  const isComplete = depth === 0;
  parser.end();
  return isComplete;
}
