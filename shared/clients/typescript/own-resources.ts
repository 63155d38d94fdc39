/** The resources that a team declares. Written by `npm run openapi`. */
import type { OwnResource } from './own-resource.ts';

export const ownResources: readonly OwnResource[] = [];
