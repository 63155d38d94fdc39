/** The form of a mail template. */
export interface TemplateForm {
  type: string;
  subject: string;
  body: string;
}

/** The form of a template, without its other fields. */
export const formOf = ({ type, subject, body }: TemplateForm): TemplateForm => ({ type, subject, body });

export const newTemplate: TemplateForm = {
  type: '',
  subject: '{{ tenantName }}: {{ title }}',
  body: '{{ title }}\n\n{{ body }}\n\n{{ link }}',
};

export const placeholders = ['title', 'body', 'link', 'type', 'severity', 'tenantName'];

/** The page that edits a template. Types contain dots, and an address with a dot in its last part would be a file. */
export const editPathOf = (type: string): string => `/mails/templates/edit?${new URLSearchParams({ type })}`;
