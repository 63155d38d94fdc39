/** Conditions that must hold in a table without activity, per module. */
import { attachments } from './attachments.ts';
import { identity } from './identity.ts';
import { integrations } from './integrations.ts';
import { listedRows, lists, outbox } from './lists.ts';
import { names } from './names.ts';
import { payments } from './payments.ts';
import { progress } from './progress.ts';
import { records } from './records.ts';
import { resources } from './resources.ts';
import { rules } from './rules.ts';
import { scheduler } from './scheduler.ts';
import { sync } from './sync.ts';
import type { Invariant, RawTable } from './table.ts';
import { toggles } from './toggles.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

const invariants: Readonly<Record<string, Invariant>> = {
  lists,
  listedRows,
  names,
  outbox,
  usage,
  identity,
  resources,
  rules,
  toggles,
  records,
  scheduler,
  webhooks,
  payments,
  progress,
  attachments,
  integrations,
  sync,
};

/** Violations of all modules. */
export const problemsIn = (table: RawTable): string[] =>
  Object.values(invariants).flatMap((check) => check(table));
