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

export type Accounts = ReturnType<typeof openAccounts>;

/** Opens the accounts in a file. The signal stops the consequences of test cards. */
export function openAccounts(path: string, delivery: Delivery, signal: AbortSignal) {
  const byKey = new Map(read(path).map((account) => [account.secretKey, account]));
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Writes the file at once. */
  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const content = JSON.stringify({ accounts: [...byKey.values()] });
    writeFileSync(`${path}.tmp`, content, { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  }

  function writeSoon(): void {
    timer ??= setTimeout(write, writeEveryMs).unref();
  }

  /**
   * Changes an account, and publishes the events. `base` is the address of the emulator's pages. Throws the errors of
   * `work`; what it changed before remains, such as a declined charge.
   */
  function change<T>(account: Account, work: (ledger: Ledger) => T, base?: string): T {
    const ledger = new Ledger(account, base);
    try {
      return work(ledger);
    } finally {
      writeSoon();
      delivery.send(account, ledger.events);
      for (const consequence of ledger.consequences) {
        sleep(consequencesAfterMs, undefined, { signal, ref: false }).then(
          () => change(account, consequence),
          () => undefined,
        );
      }
    }
  }

  return {
    change,
    write,
    bySecret: (key: string): Account | undefined => byKey.get(key),
    byPublishable: (key: string): Account | undefined =>
      byKey.values().find(({ publishableKey }) => publishableKey === key),
    /** Returns the account that has this object. */
    holding: (kind: Kind, id: string): Account | undefined =>
      byKey.values().find((account) => Object.hasOwn(account[kind], id)),
    /** Creates the account of these keys, or sets the signing secret of an existing one. */
    ensure(keys: AccountKeys): Account {
      const { secretKey } = keys;
      const id = `acct_${hash('sha256', secretKey, 'hex').slice(0, 16)}`;
      const account = byKey.get(secretKey) ?? { ...keys, id, ...emptyObjects(), answers: {} };
      byKey.set(secretKey, Object.assign(account, keys));
      writeSoon();
      return account;
    },
  };
}
