/** The features that roles can grant: those of the platform, and those that a team declares for its own modules. */

import { platformConfig } from '../extensions/config.ts';
import { viewFeatures } from './broadcast-events.ts';
import { features } from './features.ts';
import type { PlatformConfig } from './platform.ts';

/** Features and their titles; the team's own follow those of the platform. */
function declaredFeatures({ features: own = {} }: PlatformConfig): Readonly<Record<string, string>> {
  // Declared because the event stream requires them.
  const ofEvents = Object.values(viewFeatures).map((feature) => [feature, `Receive events (${feature})`]);
  return { ...Object.fromEntries(ofEvents), ...features, ...own };
}

/** Titles of all features that can be granted, by feature. */
export const featureTitles: Readonly<Record<string, string>> =
  /* @__PURE__ */ declaredFeatures(platformConfig);
