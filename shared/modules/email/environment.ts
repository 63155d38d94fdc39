/** Environment variables of functions that create or send mails. */

/** Sender address. Without it, the deployment sends no mails. */
export const emailSenderVariable = 'EMAIL_SENDER';

/** Base URL of links in mails, such as `https://api.example.com`. */
export const emailLinkBaseVariable = 'EMAIL_LINK_BASE';

/** Name of the SES configuration set that publishes events of mails. */
export const emailConfigurationSetVariable = 'EMAIL_CONFIGURATION_SET';

/** Comma-separated ARNs of the resources of SES tenants; missing if all tenants share one reputation. */
export const emailTenantResourcesVariable = 'EMAIL_TENANT_RESOURCES';

/** Prefix of the names of SES tenants; the tenant's id follows. */
export const sesTenantPrefix = (stage: string): string => `pm-${stage}-`;
