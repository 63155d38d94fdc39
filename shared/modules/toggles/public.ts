/** What other modules may use of toggles. */
export { isFeatureOn } from './require-feature.ts';
export { findToggleValues } from './toggle-values.ts';
