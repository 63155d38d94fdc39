import { type FeatureTitles, isPlatformWide } from '../../../kernel/base/features.ts';
import { hasFeature, type Principal } from '../../../kernel/base/principal.ts';

/** All features that can be granted, by module, and whether the caller has them. */
export function featureCatalogue(principal: Principal, titles: FeatureTitles) {
  const names = Object.keys(titles).toSorted();
  const modules = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name);
  return [...modules].map(([module, features]) => ({
    module,
    features: features.map((feature) => ({
      feature,
      title: titles[feature] ?? feature,
      granted: hasFeature(principal, feature),
      onlyBySuperAdmins: isPlatformWide(feature),
    })),
  }));
}
