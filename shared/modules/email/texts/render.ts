/**
 * Renders a mail: the template is rendered as plain text, and the HTML is created from that text, so that values cannot
 * inject markup and the mail loads no remote content.
 */
import { headerText } from '../address.ts';
import { type Button, newButton, placedButton } from './button.ts';
import { loadTemplateEngines } from './template-engines.ts';
import { problemOf, TemplateProblem } from './template-problem.ts';
import { type MailTemplate, type MailVariables, platformMailOf } from './texts.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Subject and text of a mail, which are the same for all its recipients. */
export interface RenderedText {
  subject: string;
  /** Plain text without the footer. The placeholder of the button is a line of it. */
  body: string;
  button: Button | undefined;
}

/** The footer of a mail. */
export interface MailFooter {
  tenantName: string;
  /** Unsubscribe link; undefined for account and confirmation mails. */
  unsubscribeUrl?: string | undefined;
  /** Link of the button, and the label of a button that the text does not contain; undefined for mails without a button. */
  link?: { url: string; label: string } | undefined;
}

/** Maximum length of a mail's text without its footer. */
export const maxTextUnits = 50_000;

const layout =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width"><title>{{ subject }}</title></head>' +
  '<body style="margin:0;padding:24px;background:#f5f5f5;font-family:system-ui,sans-serif;color:#1a1a1a">' +
  '<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">' +
  '{% for paragraph in paragraphs %}{% if paragraph.button %}<p style="margin:0 0 16px"><a href="{{ link.url }}" ' +
  'style="display:inline-block;padding:12px 20px;border-radius:6px;background:{{ paragraph.button.color }};' +
  'color:#ffffff;text-decoration:none">{{ paragraph.button.label }}</a></p>{% else %}' +
  '<p style="margin:0 0 16px;line-height:1.5">{% for line in paragraph.lines %}{% unless forloop.first %}<br>{% endunless %}' +
  '{% for part in line %}{% if part.isLink %}<a href="{{ part.text }}" style="color:#0b57d0">{{ part.text }}</a>' +
  '{% else %}{{ part.text }}{% endif %}{% endfor %}{% endfor %}</p>{% endif %}{% endfor %}' +
  '<p style="margin:24px 0 0;font-size:13px;color:#666666">{{ tenantName }}' +
  '{% if unsubscribeUrl %}<br><a href="{{ unsubscribeUrl }}" style="color:#666666">Unsubscribe or change preferences</a>' +
  '{% endif %}</p></div></body></html>';

interface Part {
  text: string;
  isLink: boolean;
}

const isLink = (text: string): boolean => /^https?:\/\/[^\s<>"]+$/.test(text);

const punctuation = /[.,:;!?'’”»…。、！？]/;

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** The length of a link without the punctuation of its sentence, and without a bracket that was opened before the link. */
function lengthOfLink(text: string): number {
  let unopened = countOf(text, ')') - countOf(text, '(');
  for (let length = text.length; ; length -= 1) {
    const last = text.charAt(length - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!punctuation.test(last)) return length;
  }
}

/** Splits a line into texts and links. A link that is the whole line, as that of the notification, stays as it is. */
const partsOf = (line: string): Part[] =>
  line
    .split(/(https?:\/\/[^\s<>"]+)/)
    .flatMap((text) => {
      const length = isLink(text) && text !== line ? lengthOfLink(text) : text.length;
      return [text.slice(0, length), text.slice(length)];
    })
    .filter((text) => text !== '')
    .map((text) => ({ text, isLink: isLink(text) }));

type Paragraph = { lines: Part[][] } | { button: Button };

const paragraphsOf = (text: string, button: Button | undefined): Paragraph[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) =>
      button !== undefined && paragraph === button.placeholder
        ? { button }
        : { lines: paragraph.split('\n').map(partsOf) },
    );

/** Control characters except tabs and line ends. */
const controls = /(?![\t\n])\p{Cc}/gu;

/** Removes control characters, trailing spaces, and repeated empty lines, which empty values leave behind. */
function tidy(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(controls, '').split('\n');
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

/** Why a field of a template is invalid. */
export class TemplateError extends Error {
  readonly field: keyof MailTemplate;

  constructor(field: keyof MailTemplate, message: string) {
    super(message);
    this.field = field;
  }
}

/** Renders one field of a template. Throws TemplateError for variables that mails of the type do not have. */
async function renderField(
  field: keyof MailTemplate,
  source: string,
  type: string,
  variables: MailVariables,
) {
  const engines = await loadTemplateEngines();
  const engine = engines[field];
  const allowed = platformMailOf(type)?.variables;
  try {
    const templates = engine.parse(source);
    const unknown = allowed && engine.globalVariablesSync(templates).find((name) => !allowed.includes(name));
    if (unknown !== undefined)
      throw new TemplateProblem(
        `The variable ${unknown} is unknown. Variables: ${allowed?.join(', ')}. {% button "Label" %} places the link.`,
      );
    return engines.render(engine, templates, variables);
  } catch (error) {
    throw new TemplateError(field, problemOf(error));
  }
}

/**
 * Renders the template of a type. Throws TemplateError if it cannot be parsed, takes too long, uses variables that mails of
 * the type do not have, or gives an empty subject, an empty text or a text that is too long.
 */
export async function renderText(
  template: MailTemplate,
  variables: MailVariables,
  type = variables.type,
): Promise<RenderedText> {
  const rendered = await renderField('subject', template.subject, type, variables);
  const { text, buttons } = await renderField('body', template.body, type, variables);
  const subject = headerText(rendered.text);
  const body = tidy(text);
  if (subject === '') throw new TemplateError('subject', 'The template renders an empty subject.');
  if (body === '') throw new TemplateError('body', 'The template renders an empty text.');
  if (body.length > maxTextUnits)
    throw new TemplateError('body', `The template renders more than ${maxTextUnits} characters.`);
  try {
    return { subject, body, button: placedButton(body, buttons) };
  } catch (error) {
    throw new TemplateError('body', problemOf(error));
  }
}

/** Returns the text with its button in a paragraph of its own: at its line, or else at the end; without one for mails without a link. */
function withButton({ body, button }: RenderedText, link: MailFooter['link']) {
  if (link === undefined)
    return { body: tidy(body.replace(button?.placeholder ?? '', '')), button: undefined };
  if (button === undefined) {
    const appended = newButton(link.label);
    return { body: `${body}\n\n${appended.placeholder}`, button: appended };
  }
  return { body: tidy(body.replace(button.placeholder, `\n\n${button.placeholder}\n\n`)), button };
}

/** Returns a text as a mail with the link of its button and a footer. */
export async function toMailText(rendered: RenderedText, footer: MailFooter): Promise<MailText> {
  const { escaping } = await loadTemplateEngines();
  const { subject } = rendered;
  const { link } = footer;
  const { body, button } = withButton(rendered, link);
  const paragraphs = paragraphsOf(body, button);
  const html = String(escaping.parseAndRenderSync(layout, { subject, paragraphs, ...footer }));
  const text =
    button === undefined || link === undefined
      ? body
      : body.replace(button.placeholder, () => `${button.label}:\n${link.url}`);
  return { subject, text: `${text}\n\n${footerText(footer)}\n`, html };
}

/** Renders a whole mail. Throws like `renderText`. */
export async function renderMail(
  template: MailTemplate,
  variables: MailVariables,
  footer: MailFooter,
  type = variables.type,
): Promise<MailText> {
  return toMailText(await renderText(template, variables, type), footer);
}
