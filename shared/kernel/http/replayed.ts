/** How an answer says that it is the one of an earlier, equal request, and that nothing was done again. */
import * as z from 'zod/mini';
import { Reply } from './reply.ts';

const replayedHeader = 'idempotent-replayed';

/** The field of a body; missing in the answer to the first request. */
// @__NO_SIDE_EFFECTS__
export function replayedField() {
  return {
    replayed: z.optional(
      z.literal(true).check(
        z.meta({
          description:
            'Present when this is the answer to an earlier, equal request: this one did nothing. The header ' +
            '`Idempotent-Replayed: true` says the same.',
        }),
      ),
    ),
  };
}

/** The header, as contracts describe it. */
export const replayedHeaders = {
  [replayedHeader]: '`true` when this is the answer to an earlier, equal request; otherwise missing.',
} as const;

/** A body with the header that says the same as its field. */
export function withReplayedHeader<Body extends { replayed?: true | undefined }>(body: Body): Reply<Body> {
  return new Reply(body, body.replayed ? { headers: { [replayedHeader]: 'true' } } : {});
}
