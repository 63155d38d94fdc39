/** Renders the text of a notification for a mail. */

import { describeError, log } from '../../../kernel/observability/log.ts';
import { headerText } from '../address.ts';
import { linkBase } from '../links.ts';
import { type RenderedText, renderText } from '../texts/render.ts';
import type { MailTemplate, MailVariables } from '../texts/texts.ts';

/** The content of a notification in a mail. */
export interface NotificationContent {
  type: string;
  severity: string;
  title: string;
  body: string | null;
  titleVariables: Readonly<Record<string, string | number>> | null;
  bodyVariables: Readonly<Record<string, string | number>> | null;
  /** Path on the public host. */
  linkHref: string | null;
}

/** The path as browsers write it in a URL: a blank or a quotation mark would end the link. */
function writtenPath(path: string): string {
  const { pathname, search, hash } = new URL(path, 'https://host.invalid');
  return `${pathname}${search}${hash}`;
}

/** Returns the variables of a template. Standard variables take precedence over those of the notification. */
export function variablesOf(content: NotificationContent, tenantName: string): MailVariables {
  const { type, severity, title, body, linkHref } = content;
  return {
    ...content.titleVariables,
    ...content.bodyVariables,
    ...{ type, severity, title, tenantName },
    body: body ?? '',
    link: linkHref === null ? '' : `${linkBase()}${writtenPath(linkHref)}`,
  };
}

/** Renders the tenant's template. If that fails, renders the default template, so that the mail is still sent. */
export async function renderWithDefault(
  templates: { own: MailTemplate | undefined; default: MailTemplate },
  variables: MailVariables,
  about: { tenantId: string; type: string },
): Promise<RenderedText> {
  if (templates.own !== undefined) {
    try {
      return await renderText(templates.own, variables, about.type);
    } catch (error) {
      log('error', 'rendering the template of a tenant failed; the default template is used', {
        ...about,
        error: describeError(error),
      });
    }
  }
  const title = headerText(variables.title) || variables.type;
  return renderText(templates.default, { ...variables, title }, about.type);
}
