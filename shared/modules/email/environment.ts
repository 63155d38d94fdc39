/** Environment variables of functions that send mails, or must know whether the deployment can. */

/** Address that mails are sent from; the deployment has no sender, and the channel is off, where it is missing. */
export const emailSenderVariable = 'EMAIL_SENDER';

/** Scheme and host of the links in mails, such as `https://api.example.com`. */
export const emailLinkBaseVariable = 'EMAIL_LINK_BASE';

/** Name of the configuration set of SES by which events of mails are published. */
export const emailConfigurationSetVariable = 'EMAIL_CONFIGURATION_SET';

/** ARNs that a tenant of SES must be associated with, separated by commas; missing where tenants share one reputation. */
export const emailTenantResourcesVariable = 'EMAIL_TENANT_RESOURCES';

/** Names of tenants of SES begin with it, and end with the id of the tenant. */
export const sesTenantPrefix = (stage: string): string => `pm-${stage}-`;
