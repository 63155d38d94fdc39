/** Marks a response as the stored response of an earlier, equal request. */
import * as z from 'zod/mini';
import type { Once } from './create-once.ts';
import { about } from './fields.ts';
import { Reply } from './reply.ts';

const replayedHeader = 'idempotent-replayed';

/** The field of a body; missing in the response to the first request. */
export function replayedField() {
  return {
    replayed: z.optional(
      z
        .literal(true)
        .check(
          about(
            'Present if this is the response of an earlier, equal request; the repeated request changed ' +
              'nothing. The header `Idempotent-Replayed: true` has the same meaning.',
          ),
        ),
    ),
  };
}

/** Adds the header to a repeated response. */
function asReplayed<Body>(response: Body | Reply<Body>): Reply<Body> {
  const reply = response instanceof Reply ? response : new Reply(response);
  return new Reply(reply.body, { ...reply, headers: { ...reply.headers, [replayedHeader]: 'true' } });
}

/** The response with the result of a request, and the header if it is repeated. */
export function replyOnce<Result, Body>(
  { result, isReplayed }: Once<Result>,
  respond: (result: Result) => Body | Reply<Body>,
): Body | Reply<Body> {
  return isReplayed ? asReplayed(respond(result)) : respond(result);
}

/** A body with its field, and the header with the same meaning. */
export function withReplayedHeader<Body extends { replayed?: true | undefined }>(body: Body): Reply<Body> {
  return body.replayed ? asReplayed<Body>(body) : new Reply(body);
}
