/** Types, limits and identifiers of toggles. Without schemas, which checks do not need. */
export const toggleTypes = ['boolean', 'string', 'number', 'json'] as const;
export type ToggleType = (typeof toggleTypes)[number];

export const valueSources = ['override', 'default'] as const;
export type ValueSource = (typeof valueSources)[number];

export const toggleLimits = {
  identifier: 150,
  name: 255,
  description: 5_000,
  category: 255,
  /** Maximum size of a value as JSON. 100 of them, with escaped quotes, fit into a response of Lambda (6 MB). */
  valueBytes: 24_576,
  bodyBytes: 65_536,
  /** Maximum size of requests with rules or contexts. */
  ruleBodyBytes: 262_144,
  overridesPageSize: 25,
} as const;

export const identifierPattern = /^[a-z0-9_]+$/;
