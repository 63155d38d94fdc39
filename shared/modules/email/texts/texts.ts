/** The default templates. `subject` is one line, `body` is plain text, from which the HTML is created. */

export interface MailTemplate {
  subject: string;
  body: string;
}

/** The variables of a template. They never contain the token of a link: `{% button %}` places such a link. */
export interface MailVariables {
  title: string;
  body: string;
  type: string;
  severity: string;
  /** Link of a notification; empty without a link and for mails whose link is a secret. */
  link: string;
  tenantName: string;
  [name: string]: unknown;
}

export const notificationTemplate: MailTemplate = {
  subject: '{{ title }}',
  body: '{{ title }}\n\n{{ body }}\n\n{{ link }}',
};

/** A mail of the platform itself. Tenants may have templates for it that use only the named variables. */
export interface PlatformMail {
  template: MailTemplate;
  variables: readonly string[];
  /** The mail's secret link: its path, and the label of its button in templates without a button. */
  link?: { path: string; label: string };
}

const common = ['title', 'body', 'type', 'severity', 'tenantName'] as const;

export const digestMail: PlatformMail = {
  template: {
    subject: '{{ count }} {% if count == 1 %}notification{% else %}notifications{% endif %}',
    body: '{% for item in items %}{{ item.title }}\n{{ item.body }}\n{{ item.link }}\n\n{% endfor %}{% if more > 0 %}And {{ more }} more in your inbox.{% endif %}',
  },
  variables: [...common, 'link', 'items', 'count', 'more'],
};

export const confirmationMail = {
  template: {
    subject: 'Confirm that you want mails from {{ tenantName }}',
    body:
      '{{ tenantName }} wants to send notifications to this address.\n\nConfirm that you want them:\n\n' +
      '{% button "Confirm" %}\n\nWithout your confirmation, you receive no further mails.',
  },
  variables: common,
  link: { path: '/api/email/confirm', label: 'Confirm' },
} as const satisfies PlatformMail;

const passwordPath = '/api/auth/password/reset';

export const passwordResetMail = {
  template: {
    subject: 'Choose a new password',
    body:
      'A new password was requested for your account at {{ tenantName }}. Choose one here within {{ validFor }}:\n\n' +
      '{% button "Choose a new password" %}\n\n' +
      'If you did not request it, ignore this mail. Your password does not change.',
  },
  variables: [...common, 'validFor'],
  link: { path: passwordPath, label: 'Choose a new password' },
} as const satisfies PlatformMail;

export const invitationMail = {
  template: {
    subject: 'Your account at {{ tenantName }}',
    body:
      'An account was created for you at {{ tenantName }}. Choose its password here within {{ validFor }}:\n\n' +
      '{% button "Choose a password" %}',
  },
  variables: [...common, 'validFor'],
  link: { path: passwordPath, label: 'Choose a password' },
} as const satisfies PlatformMail;

const platformMails: Readonly<Record<string, PlatformMail>> = {
  'email.digest.due': digestMail,
  'email.confirmation': confirmationMail,
  'email.password.reset': passwordResetMail,
  'email.user.invited': invitationMail,
};

/** Returns the platform's own mail of a type; undefined for notifications. */
export const platformMailOf = (type: string): PlatformMail | undefined =>
  Object.hasOwn(platformMails, type) ? platformMails[type] : undefined;
