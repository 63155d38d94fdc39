/**
 * The fields of a request that differ from those of the edited version. Rows of some lists have no version to send as
 * If-Match: their unchanged fields are not sent, so that they overwrite no change of another user.
 */
import { toJson } from '../../../shared/clients/typescript/index.ts';

export function changedFields<Body extends object>(body: Body, before: Body): Partial<Body> {
  const changed: Partial<Body> = {};
  for (const name in body) {
    if (toJson(body[name]) !== toJson(before[name])) changed[name] = body[name];
  }
  return changed;
}
