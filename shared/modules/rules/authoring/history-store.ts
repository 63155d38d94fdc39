/** Reads what rules were: the present revision from the row, live or deleted, earlier ones from items of their own. */

import { findInOrganizations, type VisibleScope } from '../../../kernel/table/organizations.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import { ruleKey, ruleRevisionKey } from '../keys.ts';
import type { StoredRule } from '../rule.ts';
import type { RuleChange } from './rule-change.ts';
import { changeIn, type Deletion, deletionIn, fromItem } from './rule-store.ts';

/** A rule at one of its revisions; `deletion` is of a revision that deleted it. */
export interface RuleState extends StoredRule {
  deletion: Deletion | null;
}

const toState = (item: Item): RuleState => ({ ...fromItem(item), deletion: deletionIn(item) });

/** The present state of a rule in the visible organizations, live or deleted. One GetItem per organization. */
export async function findRuleState(scope: VisibleScope, id: string): Promise<RuleState | undefined> {
  return findInOrganizations(scope, (at) => ruleKey(at, id), toState);
}

/** One revision of a rule whose present state is known; undefined when it is not kept. One GetItem, none for the present. */
export async function findRevision(present: RuleState, revision: number): Promise<RuleState | undefined> {
  if (revision === present.revision) return present;
  if (revision < present.oldestRevision || revision > present.revision) return undefined;
  const item = await getItem(ruleRevisionKey(present.rule, present.rule.id, revision));
  return item && toState(item);
}

/** What made a revision, without the rule. */
export interface RevisionHead {
  revision: number;
  change: RuleChange;
  changedAt: string;
  changedBy: string;
}

interface Stamp {
  updatedAt?: unknown;
  updatedBy?: unknown;
}

function toHead(revision: number, change: RuleChange, stamp: Stamp, deletion: Deletion | null): RevisionHead {
  const changedAt = deletion?.deletedAt ?? String(stamp.updatedAt);
  return { revision, change, changedAt, changedBy: deletion?.deletedBy ?? String(stamp.updatedBy) };
}

/** The head of a state that was read whole. */
export const headOfState = ({ rule, revision, change, deletion }: RuleState): RevisionHead =>
  toHead(revision, change, rule, deletion);

const headIn = (item: Item): RevisionHead => toHead(Number(item.rev), changeIn(item), item, deletionIn(item));

/** All that a head takes of an item: rules may be large, and lists show none of it. */
const headAttributes = ['rev', 'change', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy'] as const;

/** Heads of some revisions, the latest first; those that are not kept are left out. One BatchGetItem per 100. */
export async function findHeads(present: RuleState, revisions: readonly number[]): Promise<RevisionHead[]> {
  const { rule } = present;
  const earlier = revisions.filter((revision) => revision !== present.revision);
  const keys = earlier.map((revision) => ruleRevisionKey(rule, rule.id, revision));
  const items = await batchGet(keys, headAttributes);
  const heads = items.map(headIn);
  if (revisions.includes(present.revision)) heads.push(headOfState(present));
  return heads.toSorted((a, b) => b.revision - a.revision);
}
