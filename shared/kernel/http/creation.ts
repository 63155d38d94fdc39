/** Handlers of operations that create something. */
import { type Created, createOnce } from './create-once.ts';
import { handlerOf, type LambdaHandler, type ResponseOf } from './endpoint.ts';
import type { Endpoint } from './endpoint-spec.ts';
import type { InputOf, RequestCaller } from './operation.ts';
import { replyOnce } from './replayed.ts';
import { type Reply, withRevision } from './reply.ts';

/**
 * Makes the handler of a creation, like `endpoint()`, which supports the header `Idempotency-Key` (`createOnce`). `replay`
 * returns the response for what an equal request created.
 */
export function creation<E extends Endpoint>(
  contract: E,
  create: (caller: RequestCaller, input: InputOf<E>) => Promise<ResponseOf<E>>,
  replay: (caller: RequestCaller, created: Created, input: InputOf<E>) => Promise<ResponseOf<E>>,
): LambdaHandler {
  return handlerOf(contract, async ({ caller, input, parts }): Promise<ResponseOf<E>> => {
    const { principal, scope, idempotencyKey, context } = caller;
    const once = await createOnce<typeof context, ResponseOf<E>>(
      {
        operationId: contract.operationId,
        idempotencyKey,
        // Endpoints without a scope act in the tenant of their caller.
        scope: Object.assign({ tenantId: principal.tenantId }, scope),
        content: parts,
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
