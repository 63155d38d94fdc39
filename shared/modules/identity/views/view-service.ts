/** Reads and replaces the views that a caller has saved for lists. */
import type { Precondition, RequestCaller } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import type { SaveViews } from './contract.ts';
import { findViews, replaceViews, type SavedViews } from './view-store.ts';

const respond = ({ items, revision }: SavedViews) => withRevision({ items }, revision);

type Owner = Pick<RequestCaller, 'principal'>;

export async function getViews({ principal }: Owner) {
  return respond(await findViews(principal));
}

/** Throws StaleError if `ifMatch` names former views. */
export async function saveViews({ principal }: Owner, { items, ifMatch }: SaveViews & Precondition) {
  const read = () => findViews(principal);
  return respond(await updateWithRetry(read, ifMatch, (before) => replaceViews(principal, before, items)));
}
