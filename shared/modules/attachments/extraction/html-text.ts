/** Reads the visible text of HTML that a document embeds. */
import { TextBuilder } from './text-builder.ts';
import { readXml } from './xml-reader.ts';

const hidden = new Set(['head', 'script', 'style', 'template', 'title']);
const blocks = new Set(
  'address article aside blockquote dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);

export function htmlText(html: string): string {
  const builder = new TextBuilder();
  let depth = 0;
  readXml(
    html,
    {
      open(name) {
        if (hidden.has(name)) depth += 1;
        if (name === 'br') builder.add('\n');
        if (blocks.has(name)) builder.break('\n');
        if (name === 'td' || name === 'th') builder.break('\t');
      },
      close(name) {
        if (hidden.has(name)) depth -= 1;
        if (blocks.has(name)) builder.break('\n');
      },
      text(text) {
        const isBlank = text.trim() === '';
        if (depth === 0 && !(isBlank && /[\r\n]/.test(text))) builder.add(text.replaceAll(/\s+/g, ' '));
      },
    },
    false,
  );
  return builder.text;
}
