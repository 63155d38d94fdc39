/**
 * Renders a mail: the template is rendered as plain text, and the HTML is created from that text, so that values cannot
 * inject markup and the mail loads no remote content.
 */
import { headerText } from '../address.ts';
import { loadTemplateEngines } from './template-engines.ts';
import type { MailTemplate, MailVariables } from './texts.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Subject and text of a mail, which are the same for all its recipients. */
export interface RenderedText {
  subject: string;
  /** Plain text without the footer. */
  body: string;
}

/** The footer of a mail. */
export interface MailFooter {
  tenantName: string;
  /** Unsubscribe link; undefined for account and confirmation mails. */
  unsubscribeUrl?: string | undefined;
}

/** Maximum length of a mail's text without its footer. */
export const maxTextUnits = 50_000;

const layout =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width"><title>{{ subject }}</title></head>' +
  '<body style="margin:0;padding:24px;background:#f5f5f5;font-family:system-ui,sans-serif;color:#1a1a1a">' +
  '<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">' +
  '{% for paragraph in paragraphs %}<p style="margin:0 0 16px;line-height:1.5">' +
  '{% for line in paragraph %}{% unless forloop.first %}<br>{% endunless %}' +
  '{% for part in line %}{% if part.isLink %}<a href="{{ part.text }}" style="color:#0b57d0">{{ part.text }}</a>' +
  '{% else %}{{ part.text }}{% endif %}{% endfor %}{% endfor %}</p>{% endfor %}' +
  '<p style="margin:24px 0 0;font-size:13px;color:#666666">{{ tenantName }}' +
  '{% if unsubscribeUrl %}<br><a href="{{ unsubscribeUrl }}" style="color:#666666">Unsubscribe or change preferences</a>' +
  '{% endif %}</p></div></body></html>';

interface Part {
  text: string;
  isLink: boolean;
}

const isLink = (text: string): boolean => /^https?:\/\/[^\s<>"]+$/.test(text);

/** Splits a line into texts and links. */
const partsOf = (line: string): Part[] =>
  line
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((text) => text !== '')
    .map((text) => ({ text, isLink: isLink(text) }));

const paragraphsOf = (text: string): Part[][][] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.trim().split('\n').map(partsOf));

/** Control characters except tabs and line ends. */
const controls = /(?![\t\n])\p{Cc}/gu;

/** Removes control characters, trailing spaces, and repeated empty lines, which empty values leave behind. */
function tidy(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll(controls, '').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function footerText({ tenantName, unsubscribeUrl }: MailFooter): string {
  const end = unsubscribeUrl === undefined ? '' : `\nUnsubscribe or change preferences: ${unsubscribeUrl}`;
  return `-- \n${tenantName}${end}`;
}

/**
 * Renders a template. Throws if it cannot be parsed, takes too long, or gives an empty subject, an empty text or a text
 * that is too long.
 */
export async function renderText(template: MailTemplate, variables: MailVariables): Promise<RenderedText> {
  const { plain } = await loadTemplateEngines();
  const subject = headerText(String(plain.parseAndRenderSync(template.subject, variables)));
  const body = tidy(String(plain.parseAndRenderSync(template.body, variables)));
  if (subject === '' || body === '') throw new Error('The template renders an empty subject or text.');
  if (body.length > maxTextUnits)
    throw new Error(`The template renders more than ${maxTextUnits} characters.`);
  return { subject, body };
}

/** Returns a text as a mail with a footer. */
export async function toMailText({ subject, body }: RenderedText, footer: MailFooter): Promise<MailText> {
  const { escaping } = await loadTemplateEngines();
  const html = String(
    escaping.parseAndRenderSync(layout, { subject, paragraphs: paragraphsOf(body), ...footer }),
  );
  return { subject, text: `${body}\n\n${footerText(footer)}\n`, html };
}

/** Renders a whole mail. Throws like `renderText`. */
export async function renderMail(
  template: MailTemplate,
  variables: MailVariables,
  footer: MailFooter,
): Promise<MailText> {
  return toMailText(await renderText(template, variables), footer);
}
