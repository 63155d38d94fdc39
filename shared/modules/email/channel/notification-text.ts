/** The text of a notification in a mail. */

import { describeError, log } from '../../../kernel/observability/log.ts';
import { headerText } from '../address.ts';
import { linkBase } from '../links.ts';
import { type MailFooter, type MailText, renderMail } from '../texts/render.ts';
import type { MailTemplate, MailVariables } from '../texts/texts.ts';

/** What a mail says of a notification. */
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

/** Variables of a notification's own do not hide those that every template has. */
export function variablesOf(content: NotificationContent, tenantName: string): MailVariables {
  const { type, severity, title, body, linkHref } = content;
  return {
    ...content.titleVariables,
    ...content.bodyVariables,
    ...{ type, severity, title, tenantName },
    body: body ?? '',
    link: linkHref === null ? '' : `${linkBase()}${linkHref}`,
  };
}

/** Renders the tenant's template, or the default one where it fails: a mail with plain words beats none. */
export async function renderWithDefault(
  templates: { own: MailTemplate | undefined; default: MailTemplate },
  variables: MailVariables,
  footer: MailFooter,
  about: { tenantId: string; type: string },
): Promise<MailText> {
  if (templates.own !== undefined) {
    try {
      return await renderMail(templates.own, variables, footer);
    } catch (error) {
      log('error', 'a template of a tenant failed: the default text is sent', {
        ...about,
        error: describeError(error),
      });
    }
  }
  return renderMail(
    { ...templates.default },
    { ...variables, title: headerText(variables.title) || variables.type },
    footer,
  );
}
