/** The features that roles can grant: those of the platform, and those that a team declares for its own modules. */

import { platformConfig } from '../extensions/config.ts';
import { platformResources } from '../extensions/resources.ts';
import { featuresOf } from '../kernel/resources/declarations.ts';
import { viewFeatures } from './broadcast-events.ts';
import { features } from './features.ts';
import type { PlatformConfig } from './platform.ts';

/** Features and their titles; the team's own follow those of the platform. */
function declaredFeatures({ features: own = {} }: PlatformConfig): Readonly<Record<string, string>> {
  // Declared because the event stream requires them.
  const ofEvents = Object.values(viewFeatures).map((feature) => [feature, `Receive events (${feature})`]);
  const ofResources = Object.assign({}, ...platformResources.map(featuresOf));
  return { ...Object.fromEntries(ofEvents), ...features, ...ofResources, ...own };
}

/** Titles of all features that can be granted, by feature. */
export const featureTitles: Readonly<Record<string, string>> = declaredFeatures(platformConfig);
