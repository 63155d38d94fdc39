/** Tags by which SES's events name a mail: its id, its tenant and its time. */
export const mailTags = { mail: 'mail', tenant: 'tenant', createdAt: 'created-at' } as const;
