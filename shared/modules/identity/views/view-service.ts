/** Reads and replaces the views that a caller has saved for lists. */
import type { Principal } from '../../../kernel/base/principal.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import type { SaveViews } from './contract.ts';
import { findViews, replaceViews, type SavedViews } from './view-store.ts';

const respond = ({ items, revision }: SavedViews) => withRevision({ items }, revision);

export async function getViews(principal: Principal) {
  return respond(await findViews(principal));
}

/** Throws StaleError if `ifMatch` names former views. */
export async function saveViews(principal: Principal, { items }: SaveViews, ifMatch: string | undefined) {
  const read = () => findViews(principal);
  return respond(await updateWithRetry(read, ifMatch, (before) => replaceViews(principal, before, items)));
}
