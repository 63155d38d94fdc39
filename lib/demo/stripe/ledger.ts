/** Changes to one account: its objects, and the resulting events. */
import { missing } from './faults.ts';
import {
  type Account,
  type Kind,
  kinds,
  newId,
  type ObjectsById,
  type StoredObjects,
  type StripeEvent,
  shown,
} from './objects.ts';

/** Number of stored events per account. */
const maxStoredEvents = 500;

export const defaultApiVersion = '2025-02-24.acacia';

/** The changes of one request. */
export class Ledger {
  /** Unix seconds. */
  readonly now = Math.floor(Date.now() / 1_000);
  readonly events: StripeEvent[] = [];
  /** What a bank does later. */
  readonly consequences: ((ledger: Ledger) => unknown)[] = [];
  readonly account: Account;
  readonly #base: string | undefined;

  /** `base` is the address of the emulator's pages. */
  constructor(account: Account, base?: string) {
    this.account = account;
    this.#base = base;
  }

  /** The objects of a kind by their ids, in creation order. */
  objects<K extends Kind>(kind: K): Record<string, StoredObjects[K]> {
    const objects: ObjectsById = this.account;
    return objects[kind];
  }

  /** Returns an object of the account. Throws StripeFault naming the parameter `param` when it does not exist. */
  find<K extends Kind>(kind: K, id: string, param: string = kinds[kind].param): StoredObjects[K] {
    const objects = this.objects(kind);
    const found = Object.hasOwn(objects, id) ? objects[id] : undefined;
    if (found === undefined) throw missing(param, kinds[kind].object, id);
    return found;
  }

  /** The first fields of a new object. */
  identity(kind: Kind): { id: string; created: number } {
    return { id: newId(kinds[kind].prefix), created: this.now };
  }

  /** Stores a new object. */
  add<K extends Kind>(kind: K, object: StoredObjects[K]): StoredObjects[K] {
    this.objects(kind)[object.id] = object;
    return object;
  }

  /** An object as Stripe returns it. */
  show<K extends Kind>(kind: K, object: StoredObjects[K]): Record<string, unknown> {
    return shown(kind, object, this.#base);
  }

  /** Records an event about the present state of an object. */
  recordEvent<K extends Kind>(
    type: string,
    kind: K,
    object: StoredObjects[K],
    before?: { customer: string },
  ): void {
    const event = this.add('events', {
      ...this.identity('events'),
      api_version: defaultApiVersion,
      data: { object: this.show(kind, object), previous_attributes: before },
      pending_webhooks: 1,
      request: null,
      type,
    });
    this.events.push(event);
    const [oldest = '', ...others] = Object.keys(this.objects('events'));
    if (others.length >= maxStoredEvents) delete this.objects('events')[oldest];
  }
}
