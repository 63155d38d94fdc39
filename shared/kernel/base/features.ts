/** Features: the rights that roles grant and endpoints require. Each module declares its own in its manifest. */

/** Name of the missing right when only super admins may do something. */
export const superAdminFeature = 'super_admin';

/** `<module>.<verb>`, or with the resource in between. A test compares those of contracts with the declared ones. */
export type Feature = `${string}.${string}`;

/** Features with their titles. */
export type FeatureTitles = Readonly<Record<string, string>>;

/** Grants every feature that ends in `.view`, but not the reading of other tenants. */
export const viewGrant = '*.view';

/**
 * Whether a grant covers the feature. `*` covers all, `a.b.*` covers `a.b` and everything below it, `*.view` covers
 * reading in one's own tenant.
 */
export function grants(grant: string, feature: string): boolean {
  if (grant === '*' || grant === feature) return true;
  if (grant === viewGrant) return feature.endsWith('.view') && !isPlatformWide(feature);
  if (!grant.endsWith('.*')) return false;
  const prefix = grant.slice(0, -2);
  return feature === prefix || feature.startsWith(`${prefix}.`);
}

/** Whether the feature gives access to other tenants. Only super admins can grant such features. */
export function isPlatformWide(feature: string): boolean {
  return feature === 'directory.*' || grants('directory.tenants.*', feature);
}
