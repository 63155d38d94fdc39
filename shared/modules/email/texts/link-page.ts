/** Renders the HTML pages of links in mails. They look like the console, whose style sheets they cannot load. */
import { createHash } from 'node:crypto';
import { parseJson } from '../../../kernel/base/json.ts';
import type { LambdaHandler } from '../../../kernel/http/endpoint.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import { loadTemplateEngines } from './template-engines.ts';

/** A field of a page's form. */
export interface PageField {
  name: string;
  type: 'hidden' | 'password';
  label?: string;
  hint?: string;
  value?: string;
  /** Regular expression for validation in the browser. */
  pattern?: string;
}

export interface LinkPage {
  title: string;
  text: string;
  /** Label of the button that submits the form. */
  button?: string;
  fields?: readonly PageField[];
  /** Where the reader continues. */
  next?: { href: string; label: string };
}

/** The colours of the console, by the names that its style sheets use. */
export const pageColors = {
  '--ground': 'light-dark(#fcfcfd, #0f1115)',
  '--surface': 'light-dark(#ffffff, #15181d)',
  '--line': 'light-dark(#e7e9ed, #262b33)',
  '--line-strong': 'light-dark(#868e9b, #79818f)',
  '--text': 'light-dark(#1b1f27, #e6e8ec)',
  '--muted': 'light-dark(#5b6370, #9aa2b0)',
  '--accent': 'light-dark(#3451c6, #8ea5ff)',
  '--accent-strong': 'light-dark(#2a43a8, #a9baff)',
  '--on-accent': 'light-dark(#ffffff, #10142a)',
} as const;

const colors = Object.entries(pageColors).map(([name, value]) => `${name}:${value}`);

const style = [
  `:root{color-scheme:light dark;${colors.join(';')}}`,
  '*{box-sizing:border-box}',
  'body{margin:0;background:var(--ground);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}',
  'main{display:grid;place-items:center;min-height:100vh;padding:24px 16px}',
  '.card{display:flex;flex-direction:column;gap:20px;width:min(420px,100%);padding:32px;border:1px solid var(--line);border-radius:10px;background:var(--surface);box-shadow:0 12px 32px light-dark(#10182826,#000a)}',
  'h1{margin:0;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em}',
  'p{margin:0;overflow-wrap:anywhere}',
  'form{display:flex;flex-direction:column;gap:20px}',
  '.field{display:flex;flex-direction:column;gap:4px}',
  'label{font-size:.875rem;font-weight:600}',
  '.hint{color:var(--muted);font-size:.8125rem}',
  'input{height:38px;padding:7px 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--surface);color:var(--text);font:inherit}',
  '.button{display:flex;align-items:center;justify-content:center;min-height:36px;padding:0 14px;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);font:500 .875rem/1 inherit;font-family:inherit;text-decoration:none;cursor:pointer}',
  '.button:hover{background:var(--accent-strong)}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
].join('');

// The form has no action, so that it is sent to the URL of the page.
const layout =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>{{ title }}</title><style>${style}</style></head>` +
  '<body><main><div class="card"><h1>{{ title }}</h1><p>{{ text }}</p>' +
  '{% if button %}<form method="post">{% for field in fields %}' +
  '{% if field.label %}<div class="field"><label for="{{ field.name }}">{{ field.label }}</label>{% endif %}' +
  '<input name="{{ field.name }}" type="{{ field.type }}"{% if field.value %} value="{{ field.value }}"{% endif %}' +
  '{% if field.label %} id="{{ field.name }}"{% endif %}' +
  '{% if field.hint %} aria-describedby="{{ field.name }}-hint" title="{{ field.hint }}"{% endif %}' +
  '{% if field.pattern %} required autocomplete="new-password" maxlength="256" pattern="{{ field.pattern }}"{% endif %}>' +
  '{% if field.hint %}<span class="hint" id="{{ field.name }}-hint">{{ field.hint }}</span>{% endif %}' +
  '{% if field.label %}</div>{% endif %}{% endfor %}' +
  '<button class="button" type="submit">{{ button }}</button></form>{% endif %}' +
  '{% if next %}<a class="button" href="{{ next.href }}">{{ next.label }}</a>{% endif %}' +
  '</div></main></body></html>';

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

async function render(page: LinkPage): Promise<string> {
  const { escaping } = await loadTemplateEngines();
  return String(escaping.parseAndRenderSync(layout, { ...page }));
}

/** Returns the page as a response that loads no resources and is not cached. */
export async function htmlReply(page: LinkPage): Promise<Reply<string>> {
  return new Reply(await render(page), { headers });
}

/** The page about an error of the API. */
function errorPage(status: number, body: string, next: LinkPage['next']): LinkPage {
  const more = next && { next };
  if (status === 404) {
    return {
      title: 'This link is no longer valid',
      text: 'It has expired, was used already, or a newer one replaced it. Request another one.',
      ...more,
    };
  }
  const parsed: unknown = parseJson(body);
  const error = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : '';
  return { title: 'This did not work', text: String(error), ...more };
}

/** Shows errors as a page to browsers. Programs get JSON, as from every endpoint. */
export function withErrorPages(handler: LambdaHandler, next?: LinkPage['next']): LambdaHandler {
  return async (event, context) => {
    const result = await handler(event, context);
    const { statusCode = 200, body } = result;
    if (statusCode < 400 || body === undefined || !event.headers.accept?.includes('text/html')) return result;
    return {
      ...result,
      headers: { ...result.headers, ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: await render(errorPage(statusCode, body, next)),
    };
  };
}
