/**
 * What an operation takes: who calls it, and what for. Both are free of HTTP, so that jobs, rules and other operations
 * call it as its endpoint does.
 */
import type { ChangeContext } from '../audit/record.ts';
import type { Principal, Scope } from '../base/principal.ts';
import type { HopsClaim } from '../events/hops.ts';
import type { TypesOf } from './endpoint-spec.ts';
import type { Client, RequestState } from './types.ts';

/** Who reads. Endpoints without a scope have less of it. */
export interface Reader<Selected = Scope> {
  scope: Selected;
}

/** Who changes something, when, and for what the response warns about. */
export interface Caller<Selected = Scope> extends Reader<Selected> {
  context: ChangeContext;
}

/** A change in a request, whose caller has rights. */
export interface RequestContext extends ChangeContext {
  principal: Principal;
}

/** Who acts with rights of its own, which are those of the principal in the context. */
export interface Actor<Selected = Scope> extends Reader<Selected> {
  context: RequestContext;
}

/** The caller of an endpoint. With optional or no credentials, there may be no principal. */
export interface RequestCaller extends Actor {
  principal: Principal;
  /** The session of a caller with a session token; undefined for API keys. */
  session: RequestState['session'];
  /** The key of a caller with an API key; undefined for sessions. */
  apiKey: RequestState['apiKey'];
  client: Client;
  /** The `Idempotency-Key` header, for contracts that support it. */
  idempotencyKey: string | undefined;
  /** The hops that the request claims to have, for contracts that verify them. */
  hopsClaim: HopsClaim | undefined;
  /** The `Accept-Encoding` header, for responses that are stored compressed. */
  acceptEncoding: string | undefined;
}

/** A write only changes a resource that has one of these revisions (`optimistic-locking.ts`). */
export interface Precondition {
  ifMatch?: string | undefined;
}

/** Names the resource that an operation reads or changes. */
export interface Target extends Precondition {
  id: string;
}

/** `unknown` adds nothing to an intersection. */
type Part<T> = [T] extends [undefined] ? unknown : T;

/**
 * The input of a contract's operation: the fields of query, body and path in one object, and the precondition. A name in
 * two of them is the path's, else the body's.
 */
export type InputOf<E> = Part<TypesOf<E>['query']> &
  Part<TypesOf<E>['body']> &
  Part<TypesOf<E>['params']> &
  Precondition;
