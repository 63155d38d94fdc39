/** Tags that identify a mail in SES's events: id, tenant and creation time. */
export const mailTags = { mail: 'mail', tenant: 'tenant', createdAt: 'created-at' } as const;
