/** Reads revisions of rules: the current one from the row, live or deleted, earlier ones from items. */

import { findInOrganizations, type VisibleScope } from '../../../kernel/table/organizations.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import { ruleKey, ruleRevisionKey } from '../keys.ts';
import type { StoredRule } from '../rule.ts';
import type { RuleChange } from './rule-change.ts';
import { changeIn, fromItem } from './rule-reader.ts';
import { type Deletion, deletionIn } from './rule-store.ts';

/** A rule at one of its revisions; `deletion` is set if the revision deleted it. */
export interface RuleState extends StoredRule {
  deletion: Deletion | null;
}

const toState = (item: Item): RuleState => ({ ...fromItem(item), deletion: deletionIn(item) });

/** The current state of a rule in the visible organizations, live or deleted. One GetItem per organization. */
export async function findRuleState(scope: VisibleScope, id: string): Promise<RuleState | undefined> {
  return findInOrganizations(scope, (at) => ruleKey(at, id), toState);
}

/**
 * One revision of a rule whose current state is known; undefined if it is not kept. One GetItem, none for the
 * current revision.
 */
export async function findRevision(present: RuleState, revision: number): Promise<RuleState | undefined> {
  if (revision === present.revision) return present;
  if (revision < present.oldestRevision || revision > present.revision) return undefined;
  const item = await getItem(ruleRevisionKey(present.rule, present.rule.id, revision));
  return item && toState(item);
}

/** The metadata of a revision, without the rule. */
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

/** The metadata of a completely read revision. */
export const headOfState = ({ rule, revision, change, deletion }: RuleState): RevisionHead =>
  toHead(revision, change, rule, deletion);

const headIn = (item: Item): RevisionHead => toHead(Number(item.rev), changeIn(item), item, deletionIn(item));

/** The attributes of a head: lists do not show the rules, which may be large. */
const headAttributes = ['rev', 'change', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy'] as const;

/** Heads of revisions, newest first; missing revisions are left out. One BatchGetItem per 100. */
export async function findHeads(present: RuleState, revisions: readonly number[]): Promise<RevisionHead[]> {
  const { rule } = present;
  const earlier = revisions.filter((revision) => revision !== present.revision);
  const keys = earlier.map((revision) => ruleRevisionKey(rule, rule.id, revision));
  const items = await batchGet(keys, headAttributes);
  const heads = items.map(headIn);
  if (revisions.includes(present.revision)) heads.push(headOfState(present));
  return heads.toSorted((a, b) => b.revision - a.revision);
}
