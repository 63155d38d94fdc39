/** The accounts of the emulator, stored in one file so that payments survive a restart. */
import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Account, AccountKeys } from './types.ts';

export interface StripeState {
  accounts(): Account[];
  /** Returns the account of a key, and whether it is the publishable key. */
  bySecret(key: string): { account: Account; isPublic: boolean } | undefined;
  /** Creates the account of these keys, or sets the signing secret of an existing one. */
  ensure(keys: AccountKeys): Account;
  /** Writes changes after a short delay. */
  changed(): void;
  flush(): void;
}

function newAccount(keys: AccountKeys): Account {
  return {
    ...keys,
    id: `acct_${hash('sha256', keys.secretKey, 'hex').slice(0, 16)}`,
    intents: {},
    charges: {},
    refunds: {},
    disputes: {},
    checkouts: {},
    customers: {},
    cards: {},
    events: [],
    answers: {},
  };
}

function read(path: string): Account[] {
  try {
    const { accounts } = JSON.parse(readFileSync(path, 'utf8')) as { accounts: Account[] };
    return accounts;
  } catch {
    return [];
  }
}

const writeEveryMs = 200;

/** Stripe removes idempotency keys after a day. */
const keyLifetimeMs = 86_400_000;

function withoutOldResponses(account: Account): Account {
  const young = Object.entries(account.answers).filter(([, { atMs }]) => Date.now() - atMs < keyLifetimeMs);
  // Older files have no Checkout sessions or customers.
  const { checkouts = {}, customers = {}, cards = {} }: Partial<Account> = account;
  return { ...account, checkouts, customers, cards, answers: Object.fromEntries(young) };
}

export function openState(path: string): StripeState {
  const accounts = new Map(read(path).map((account) => [account.secretKey, withoutOldResponses(account)]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writeFileSync(`${path}.tmp`, JSON.stringify({ accounts: [...accounts.values()] }), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  };
  return {
    accounts: () => [...accounts.values()],
    bySecret(key) {
      const own = accounts.get(key);
      if (own) return { account: own, isPublic: false };
      const account = [...accounts.values()].find(({ publishableKey }) => publishableKey === key);
      return account && { account, isPublic: true };
    },
    ensure(keys) {
      const account = accounts.get(keys.secretKey) ?? newAccount(keys);
      Object.assign(account, keys);
      accounts.set(keys.secretKey, account);
      return account;
    },
    changed() {
      timer ??= setTimeout(flush, writeEveryMs);
      timer.unref();
    },
    flush,
  };
}
