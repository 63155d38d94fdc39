/** The default templates. `subject` is one line, `body` is plain text, from which the HTML is created. */

export interface MailTemplate {
  subject: string;
  body: string;
}

/** The variables of a template. */
export interface MailVariables {
  title: string;
  body: string;
  type: string;
  severity: string;
  /** Link of the mail; empty without a link. */
  link: string;
  tenantName: string;
  [name: string]: unknown;
}

export const notificationTemplate: MailTemplate = {
  subject: '{{ title }}',
  body: '{{ title }}\n\n{{ body }}\n\n{{ link }}',
};

export const digestTemplate: MailTemplate = {
  subject: '{{ count }} {% if count == 1 %}notification{% else %}notifications{% endif %}',
  body: '{% for item in items %}{{ item.title }}\n{{ item.body }}\n{{ item.link }}\n\n{% endfor %}{% if more > 0 %}And {{ more }} more in your inbox.{% endif %}',
};

export const confirmationTemplate: MailTemplate = {
  subject: 'Confirm that you want mails from {{ tenantName }}',
  body:
    '{{ tenantName }} wants to send notifications to this address.\n\nConfirm that you want them:\n{{ link }}\n\n' +
    'Without your confirmation, you receive no further mails.',
};

export const passwordResetTemplate: MailTemplate = {
  subject: 'Choose a new password',
  body:
    'A new password was requested for your account at {{ tenantName }}. Choose one here within {{ minutes }} minutes:\n' +
    '{{ link }}\n\nIf you did not request it, ignore this mail. Your password does not change.',
};

export const invitationTemplate: MailTemplate = {
  subject: 'Your account at {{ tenantName }}',
  body: 'An account was created for you at {{ tenantName }}. Choose its password here within {{ minutes }} minutes:\n{{ link }}',
};
