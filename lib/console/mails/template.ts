/** The form of a mail template. */
export interface TemplateForm {
  type: string;
  subject: string;
  body: string;
}

export const newTemplate: TemplateForm = {
  type: '',
  subject: '{{ tenantName }}: {{ title }}',
  body: '{{ title }}\n\n{{ body }}\n\n{{ link }}',
};

export const placeholders = ['title', 'body', 'link', 'type', 'severity', 'tenantName'];
