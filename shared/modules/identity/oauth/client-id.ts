/** What the id of an application says about it. Pure. */

/** Whether it is the address of a document about the application. Registered ids have no colon. */
export const isDocumentAddress = (id: string): boolean => /^https?:/i.test(id);

/** Host of the document, which proves who the application is; null for registered applications. */
export const documentHost = (id: string): string | null => (isDocumentAddress(id) ? new URL(id).host : null);
