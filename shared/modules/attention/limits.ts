/** Limits of what one request reads and keeps. */
export const attentionLimits = {
  /** Organizations whose causes one request finds. */
  organizations: 50,
  /** Causes of a response. */
  causes: 500,
  /** Organizations of all tenants on a page of tenants. */
  tenantOrganizations: 100,
  tenantsPerPage: 20,
  /** DynamoDB's limit of a sort key. */
  positionBytes: 1_024,
  acknowledgedDays: 90,
  mutedDays: 90,
  idCharacters: 500,
} as const;
