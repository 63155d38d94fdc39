/**
 * Look-up of a team's own resources to which files are assigned, by the type of the assignment: `'sales.order': async
 * (scope, ids) => new Map(ids.map((id) => [id, { label: …, href: … }]))`.
 */
import type { AssignmentResolvers } from '../modules/attachments/public-extension.ts';

export const assignmentResolvers: AssignmentResolvers = {};
