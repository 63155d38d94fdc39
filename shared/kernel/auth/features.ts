/** Features: the rights that roles grant and endpoints demand. Each module declares its own in its manifest. */

/** `<module>.<verb>`, or with the resource in between. A test compares those of contracts with the declared ones. */
export type Feature = `${string}.${string}`;

/** Grants every feature that ends in `.view`, but not the reading of other tenants. */
export const viewGrant = '*.view';

/**
 * Does one grant cover the feature? `*` covers all, `a.b.*` covers `a.b` and everything under it, `*.view` covers
 * reading in one's own tenant.
 */
export function grants(grant: string, feature: string): boolean {
  if (grant === '*' || grant === feature) return true;
  if (grant === viewGrant) return feature.endsWith('.view') && !isPlatformWide(feature);
  if (!grant.endsWith('.*')) return false;
  const prefix = grant.slice(0, -2);
  return feature === prefix || feature.startsWith(`${prefix}.`);
}

/** Does the feature reach from one tenant to others? Only super admins give such features. */
export function isPlatformWide(feature: string): boolean {
  return feature === 'directory.*' || grants('directory.tenants.*', feature);
}
