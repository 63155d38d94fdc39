/** Renders the HTML pages of links in mails. */
import { Reply } from '../../../kernel/http/reply.ts';
import { loadTemplateEngines } from './template-engines.ts';

/** A field of a page's form. */
export interface PageField {
  name: string;
  type: 'hidden' | 'password';
  label?: string;
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
}

// The form has no action, so that it is sent to the URL of the page.
const layout =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width"><title>{{ title }}</title>' +
  '<style>body{font-family:system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color:#1a1a1a}' +
  'button,input{font:inherit;padding:.6rem 1.2rem}label{display:block;margin:0 0 1rem}</style></head>' +
  '<body><h1>{{ title }}</h1><p>{{ text }}</p>' +
  '{% if button %}<form method="post">{% for field in fields %}' +
  '{% if field.label %}<label>{{ field.label }} {% endif %}' +
  '<input name="{{ field.name }}" type="{{ field.type }}"{% if field.value %} value="{{ field.value }}"{% endif %}' +
  '{% if field.pattern %} required autocomplete="new-password" maxlength="256" pattern="{{ field.pattern }}"{% endif %}>' +
  '{% if field.label %}</label>{% endif %}{% endfor %}' +
  '<button type="submit">{{ button }}</button></form>{% endif %}</body></html>';

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Returns the page as a response that loads no resources and is not cached. */
export async function htmlReply(page: LinkPage): Promise<Reply<string>> {
  const { escaping } = await loadTemplateEngines();
  return new Reply(String(escaping.parseAndRenderSync(layout, { ...page })), { headers });
}
