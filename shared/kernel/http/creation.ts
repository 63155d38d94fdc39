/** Handlers of operations that create something. */
import { type Created, createOnce } from './create-once.ts';
import { endpoint, type HandlerInput, type LambdaHandler, type ResponseOf } from './endpoint.ts';
import type { Endpoint, TypesOf } from './endpoint-spec.ts';
import type { InputOf } from './operation.ts';
import { replyOnce } from './replayed.ts';
import { type Reply, withRevision } from './reply.ts';

/**
 * Makes the handler of a creation, like `endpoint()`, which supports the header `Idempotency-Key` (`createOnce`). `replay`
 * returns the response for what an equal request created.
 */
export function creation<E extends Endpoint>(
  contract: E,
  create: (caller: HandlerInput<TypesOf<E>>, input: InputOf<E>) => Promise<ResponseOf<E>>,
  replay: (caller: HandlerInput<TypesOf<E>>, created: Created, input: InputOf<E>) => Promise<ResponseOf<E>>,
): LambdaHandler {
  return endpoint(contract, async (caller, input): Promise<ResponseOf<E>> => {
    const { params, query, body, principal, idempotencyKey, context } = caller;
    const once = await createOnce<typeof context, ResponseOf<E>>(
      {
        operationId: contract.operationId,
        idempotencyKey,
        scope: { tenantId: principal.tenantId, ...caller.caller?.scope },
        content: { params, query, body },
      },
      context,
      {
        create: (once) => create({ ...caller, context: once }, input),
        replay: (created) => replay(caller, created, input),
      },
    );
    return replyOnce(once, (result) => result);
  });
}

/** The response of a creation that returns only the id. */
export async function replayId(_: unknown, { id, version }: Created): Promise<Reply<{ id: string }>> {
  return withRevision({ id }, version);
}
