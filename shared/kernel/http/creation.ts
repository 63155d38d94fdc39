/** Handlers of operations that create something. */
import { type Created, createOnce } from './create-once.ts';
import { endpoint, type HandlerInput, type LambdaHandler } from './endpoint.ts';
import type { Endpoint, TypesOf } from './endpoint-spec.ts';
import { replyOnce } from './replayed.ts';
import { type Reply, withRevision } from './reply.ts';

type Input<E> = HandlerInput<TypesOf<E>>;
type Response<E> = TypesOf<E>['result'] | Reply<TypesOf<E>['result']>;

/**
 * Makes the handler of a creation, like `endpoint()`, which supports the header `Idempotency-Key` (`createOnce`). `replay`
 * returns the response for what an equal request created.
 */
export function creation<E extends Endpoint>(
  contract: E,
  create: (input: Input<E>) => Promise<Response<E>>,
  replay: (input: Input<E>, created: Created) => Promise<Response<E>>,
): LambdaHandler {
  return endpoint(contract, async (input: Input<E>): Promise<Response<E>> => {
    const { params, query, body, principal, caller, idempotencyKey, context } = input;
    const once = await createOnce<typeof context, Response<E>>(
      {
        operationId: contract.operationId,
        idempotencyKey,
        scope: { tenantId: principal.tenantId, ...caller?.scope },
        content: { params, query, body },
      },
      context,
      {
        create: (once) => create({ ...input, context: once }),
        replay: (created) => replay(input, created),
      },
    );
    return replyOnce(once, (result) => result);
  });
}

/** The response of a creation that returns only the id. */
export async function replayId(_: unknown, { id, version }: Created): Promise<Reply<{ id: string }>> {
  return withRevision({ id }, version);
}
