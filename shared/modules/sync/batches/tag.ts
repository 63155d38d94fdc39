/** The entity tag of a run. */

import { StaleError } from '../../../kernel/errors/errors.ts';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { namesTag } from '../../../kernel/http/reply.ts';
import { type StoredRun, toRun } from '../runs/run.ts';

/** Of all that a run shows but the time that passes. */
export const runTag = (run: StoredRun): string => contentTagOf(toJson(toRun(run, run.updatedAtMs)));

/** Throws StaleError for a run that `ifMatch` does not name. */
export function assertNamed(ifMatch: string | undefined, run: StoredRun): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, runTag(run))) throw new StaleError();
}
