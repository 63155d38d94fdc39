/** The commands of a Markdown page, one by one. */

const hasOpenQuote = (text: string, quote: string) => text.split(quote).length % 2 === 0;

/**
 * The commands of all `sh` blocks: continued lines and lines within quotes are joined, comments are left out, and
 * `$BASE` has the page's value, without scheme, host and port.
 */
export function commandsOf(page: string): string[] {
  const base = /^BASE=[^;\n]*?(\/api\/\w+)/m.exec(page)?.[1] ?? '';
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => {
    const found: string[] = [];
    let open = '';
    for (const line of block.replaceAll(/\\\n\s*/g, '').split('\n')) {
      open += open === '' ? line : `\n${line}`;
      const command = open.replaceAll(/(^|\s)# .*$/gm, '').trim();
      if (hasOpenQuote(command, "'") || hasOpenQuote(command, '"')) continue;
      if (command !== '') found.push(command.replaceAll('$BASE', base));
      open = '';
    }
    return found;
  });
}
