/** Features, and which of them a caller has. */
import { type FeatureTitles, isPlatformWide } from '../../../kernel/base/features.ts';
import { hasFeature, type Principal } from '../../../kernel/base/principal.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';

/** All features that can be granted, by module, and whether the caller has them. `titles` has the features that exist. */
export const listFeatures =
  (titles: FeatureTitles) =>
  async ({ principal }: { principal: Principal }) => {
    const names = Object.keys(titles).toSorted();
    const byModule = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name);
    const modules = [...byModule].map(([module, features]) => ({
      module,
      features: features.map((feature) => ({
        feature,
        title: titles[feature] ?? feature,
        granted: hasFeature(principal, feature),
        onlyBySuperAdmins: isPlatformWide(feature),
      })),
    }));
    return { modules };
  };

/** Whether the caller has all of these features and wildcards. */
export async function checkFeatures(
  { principal, session }: Pick<RequestCaller, 'principal' | 'session'>,
  { features }: { features: readonly string[] },
) {
  const requested = [...new Set(features)];
  const granted = requested.filter((feature) => hasFeature(principal, feature));
  return {
    ok: granted.length === requested.length,
    granted,
    userId: session?.userId ?? principal.subject,
  };
}
