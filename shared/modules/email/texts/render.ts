/**
 * Makes the texts of a mail: a template is filled in as plain text, and its HTML is made from that text, so that no value
 * can be markup and nothing is loaded from anywhere.
 */
import { headerText } from '../address.ts';
import { loadTemplateEngines } from './template-engines.ts';
import type { MailTemplate, MailVariables } from './texts.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** What stands below every mail. */
export interface MailFooter {
  tenantName: string;
  /** Page on which the reader ends these mails; undefined for mails that are no subscription. */
  unsubscribeUrl?: string | undefined;
}

const maxTextUnits = 50_000;

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
  '{% if unsubscribeUrl %}<br><a href="{{ unsubscribeUrl }}" style="color:#666666">Change or end these mails</a>' +
  '{% endif %}</p></div></body></html>';

interface Part {
  text: string;
  isLink: boolean;
}

const isLink = (text: string): boolean => /^https?:\/\/[^\s<>"]+$/.test(text);

/** A line as texts and links in turn. */
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

/** Removes what a template leaves behind for values that are empty. */
function tidy(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function footerText({ tenantName, unsubscribeUrl }: MailFooter): string {
  const end = unsubscribeUrl === undefined ? '' : `\nChange or end these mails: ${unsubscribeUrl}`;
  return `-- \n${tenantName}${end}`;
}

/**
 * Fills in a template. Throws for a template that cannot be parsed, that takes too long, or that makes no subject or a
 * text that is too long.
 */
export async function renderMail(
  template: MailTemplate,
  variables: MailVariables,
  footer: MailFooter,
): Promise<MailText> {
  const { plain, escaping } = await loadTemplateEngines();
  const subject = headerText(String(plain.parseAndRenderSync(template.subject, variables)));
  const body = tidy(String(plain.parseAndRenderSync(template.body, variables)));
  if (subject === '' || body === '') throw new Error('The template makes an empty subject or text.');
  if (body.length > maxTextUnits) throw new Error('The template makes a text that is too long.');
  const html = String(
    escaping.parseAndRenderSync(layout, { subject, paragraphs: paragraphsOf(body), ...footer }),
  );
  return { subject, text: `${body}\n\n${footerText(footer)}\n`, html };
}
