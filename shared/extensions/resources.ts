/**
 * A team's own resources: each has an API, events, audit entries, an export, documentation and pages.
 * Their handlers are in `functions/<module>/`.
 */
import type { Resource } from '../kernel/resources/resource.ts';

export const platformResources: readonly Resource[] = [];
