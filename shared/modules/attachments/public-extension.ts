/** What the extensions of a team may use of attachments. */
export type {
  AssignmentDetails,
  AssignmentResolver,
  AssignmentResolvers,
} from './library/assignment-resolver.ts';
