/** The page around charts: one file without external resources, for light and dark screens. */
import { cpus } from 'node:os';
import { escaped } from './svg.ts';

const style = `
:root { color-scheme: light dark; --page: #fbfbfa; --card: #ffffff; --text: #1d2126; --faint: #646c76; --line: #e3e5e8;
  --one: #9cc3ee; --two: #5a9be0; --three: #2468b8; --four: #123f78; --heat: #2468b8; --good: #1a7f4b; --bad: #c4322b;
  --mark: #d4650a; }
@media (prefers-color-scheme: dark) { :root { --page: #14171b; --card: #1c2026; --text: #e8eaed; --faint: #9aa3ad;
  --line: #30363e; --one: #2f5d92; --two: #4f8fd6; --three: #86b8f0; --four: #c9e0fa; --heat: #86b8f0; --good: #4cc38a;
  --bad: #f2716b; --mark: #f59547; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 1120px; margin: 0 auto; padding: 36px 24px 56px }
h1 { font-size: 26px; margin: 0 0 2px; letter-spacing: -.01em } h2 { font-size: 16px; margin: 0 0 2px }
p { margin: 0 0 10px } .faint { color: var(--faint) } section { background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 18px 20px; margin-top: 18px }
.figures { display: flex; flex-wrap: wrap; gap: 14px; margin-top: 20px }
.figure { flex: 1 1 150px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px }
.figure b { display: block; font-size: 25px; font-weight: 650; letter-spacing: -.02em; line-height: 1.3 }
.figure span { color: var(--faint); font-size: 13px } .good b { color: var(--good) } .bad b { color: var(--bad) } .saturation b { color: var(--mark) }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { color: var(--faint); font-weight: 500; font-size: 12px; text-align: right; padding: 4px 8px; vertical-align: bottom; white-space: nowrap }
td { text-align: right; padding: 4px 8px; border-top: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0 } tr.saturation td { color: var(--mark); font-weight: 600 }
td small { display: block; color: var(--faint) } td svg { display: block }
.grid-of-charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(440px, 1fr)); gap: 18px; margin-top: 18px }
.grid-of-charts section { margin: 0 }
svg.chart { display: block; width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: var(--text) }
svg .tick { fill: var(--faint); font-size: 11px } svg .small { fill: var(--faint); font-size: 10px }
svg .grid { stroke: var(--line) } svg .axis { stroke: var(--faint) } svg polyline { fill: none; stroke-width: 2; stroke-linejoin: round }
svg .one { stroke: var(--one) } svg .two { stroke: var(--two) } svg .three { stroke: var(--three) } svg .four { stroke: var(--four) }
svg circle { stroke: var(--card); stroke-width: 1.5 } svg circle.one { fill: var(--one) } svg circle.two { fill: var(--two) }
svg circle.three { fill: var(--three) } svg circle.four { fill: var(--four) } svg .thin { stroke-width: 1 }
svg .ideal { stroke: var(--faint); stroke-dasharray: 2 4 } svg .limit { stroke: var(--faint); stroke-dasharray: 5 4 }
svg .mark { stroke: var(--mark); stroke-width: 1.5 } svg .mark-text { fill: var(--mark); font-weight: 600 }
svg .trend { stroke: var(--mark); stroke-width: 2 } svg .heat { fill: var(--heat) } svg .others { fill: var(--mark); opacity: .35 }
.key { display: inline-block; width: 14px; height: 3px; border-radius: 2px; margin: 0 5px 3px 12px; vertical-align: middle }
.key:first-child { margin-left: 0 } .key.one { background: var(--one) } .key.two { background: var(--two) } .key.three { background: var(--three) }
.key.four { background: var(--four) } .key.dash { height: 0; border-top: 2px dashed var(--faint) } .key.trend { background: var(--mark) }
ul { margin: 0; padding-left: 18px }`;

/** A highlighted figure. */
export function figure(value: string, meaning: string, kind = ''): string {
  return `<div class="figure ${kind}"><b>${escaped(value)}</b><span>${escaped(meaning)}</span></div>`;
}

/** A section of the page; `text` and `content` are HTML. */
export function section(title: string, text: string, content: string): string {
  return `<section><h2>${escaped(title)}</h2><p class="faint">${text}</p>${content}</section>`;
}

/** The meaning of a chart's colors. */
export function legend(keys: readonly (readonly [kind: string, meaning: string])[]): string {
  return keys.map(([kind, meaning]) => `<span class="key ${kind}"></span>${escaped(meaning)}`).join('');
}

/** Rows of HTML cells; the first row is the header, marked rows are highlighted. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isMarked: (index: number) => boolean = () => false,
): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    row.map((one) => `<${tag}>${one}</${tag}>`).join('');
  const body = rows.map(
    (row, index) => `<tr${isMarked(index) ? ' class="saturation"' : ''}>${cells('td', row)}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${cells('th', header)}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** Remarks as a section of the page; empty without remarks. */
export function remarks(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return section('Remarks', '', `<ul>${lines.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`);
}

/** The whole document. */
export function page(title: string, about: string, parts: readonly string[]): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model ?? 'CPU'}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head><body><main>
<h1>${escaped(title)}</h1><p class="faint">${escaped(about)}<br>${escaped(machine)}</p>
${parts.join('\n')}
</main></body></html>
`;
}
