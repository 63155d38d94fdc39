/** Whether one of the grants includes the feature: by its name, `prefix.*`, `*.view` for reading, or `*`. */
export function isGranted(grants: readonly string[], feature: string): boolean {
  return grants.some((grant) => {
    if (grant === '*' || grant === feature) return true;
    if (grant === '*.view') return feature.endsWith('.view');
    return grant.endsWith('.*') && `${feature}.`.startsWith(grant.slice(0, -1));
  });
}
