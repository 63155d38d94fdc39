/** The entity tag of a run. */
import { contentTagOf } from '../http/content-tag.ts';
import { StaleError } from '../http/errors.ts';
import { toJson } from '../http/json.ts';
import { namesTag } from '../http/reply.ts';
import { type StoredRun, toRun } from './run.ts';

/** Of all that a run shows but the time that passes. */
export const runTag = (run: StoredRun): string => contentTagOf(toJson(toRun(run, run.updatedAtMs)));

/** Throws StaleError for a run that `ifMatch` does not name. */
export function assertNamed(ifMatch: string | undefined, run: StoredRun): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, runTag(run))) throw new StaleError();
}
