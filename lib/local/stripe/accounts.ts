/** The accounts of the emulator, stored in one file so that payments survive a restart. */
import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from './delivery.ts';
import { Ledger } from './ledger.ts';
import type { Account, AccountKeys, Kind, ObjectsById } from './objects.ts';

const emptyObjects = (): ObjectsById => ({
  intents: {},
  charges: {},
  refunds: {},
  disputes: {},
  checkouts: {},
  customers: {},
  cards: {},
  events: {},
});

/** Stripe removes idempotency keys after a day. */
const keyLifetimeMs = 86_400_000;
const writeEveryMs = 200;
/** Consequences of a test card: late enough to observe the state before, soon enough to wait for. */
const consequencesAfterMs = 700;

/** Accounts in a file; older ones have no Checkout sessions or customers, and a list of events. */
function read(path: string): Account[] {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { accounts: Account[] };
    return stored.accounts.map(({ events = {}, answers, ...account }) => {
      const young = Object.entries(answers).filter(([, { atMs }]) => Date.now() - atMs < keyLifetimeMs);
      const byId = Object.fromEntries(Object.values(events).map((event) => [event.id, event]));
      return { ...emptyObjects(), ...account, events: byId, answers: Object.fromEntries(young) };
    });
  } catch {
    return [];
  }
}

export class Accounts {
  readonly #path: string;
  readonly #delivery: Delivery;
  readonly #signal: AbortSignal;
  readonly #byKey: Map<string, Account>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The signal stops the consequences of test cards. */
  constructor(path: string, delivery: Delivery, signal: AbortSignal) {
    this.#path = path;
    this.#delivery = delivery;
    this.#signal = signal;
    this.#byKey = new Map(read(path).map((account) => [account.secretKey, account]));
  }

  bySecret(key: string): Account | undefined {
    return this.#byKey.get(key);
  }

  byPublishable(key: string): Account | undefined {
    return this.#byKey.values().find(({ publishableKey }) => publishableKey === key);
  }

  /** Returns the account that has this object. */
  holding(kind: Kind, id: string): Account | undefined {
    return this.#byKey.values().find((account) => Object.hasOwn(account[kind], id));
  }

  /** Creates the account of these keys, or sets the signing secret of an existing one. */
  ensure(keys: AccountKeys): Account {
    const { secretKey } = keys;
    const id = `acct_${hash('sha256', secretKey, 'hex').slice(0, 16)}`;
    const account = this.bySecret(secretKey) ?? { ...keys, id, ...emptyObjects(), answers: {} };
    this.#byKey.set(secretKey, Object.assign(account, keys));
    this.#writeSoon();
    return account;
  }

  /**
   * Changes an account, and publishes the events. `base` is the address of the emulator's pages. Throws the errors of
   * `work`; what it changed before remains, such as a declined charge.
   */
  change<T>(account: Account, work: (ledger: Ledger) => T, base?: string): T {
    const ledger = new Ledger(account, base);
    try {
      return work(ledger);
    } finally {
      this.#writeSoon();
      this.#delivery.send(account, ledger.events);
      for (const consequence of ledger.consequences) {
        sleep(consequencesAfterMs, undefined, { signal: this.#signal, ref: false }).then(
          () => this.change(account, consequence),
          () => undefined,
        );
      }
    }
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.write(), writeEveryMs).unref();
  }

  /** Writes the file at once. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const content = JSON.stringify({ accounts: [...this.#byKey.values()] });
    writeFileSync(`${this.#path}.tmp`, content, { mode: 0o600 });
    renameSync(`${this.#path}.tmp`, this.#path);
  }
}
