/** Changes and deletes several rules. */
import type { Scope } from '../../../kernel/base/principal.ts';
import type { Actor, Caller } from '../../../kernel/http/operation.ts';
import { changeEach } from '../../../kernel/lists/bulk.ts';
import { changedRule } from '../rule.ts';
import type { BulkUpdateRules } from './bulk-contract.ts';
import * as store from './rule-store.ts';

const read = (scope: Scope) => (ids: readonly string[]) => store.findVisibleRules(scope, ids);

/** Enables or disables the rules. */
export const bulkUpdateRules = ({ scope, context }: Actor, { ids, enabled }: BulkUpdateRules) =>
  changeEach(ids, {
    absent: 'Rule',
    read: read(scope),
    write: async (before) => {
      if (before.rule.enabled === enabled) return false;
      const { id } = before.rule;
      await store.replaceRule(before, changedRule(before.rule, { id, enabled }, context), context);
      return true;
    },
  });

/** Deletes the rules. */
export const bulkDeleteRules = ({ scope, context }: Caller, { ids }: Pick<BulkUpdateRules, 'ids'>) =>
  changeEach(ids, {
    read: read(scope),
    write: async (before) => {
      await store.removeRule(before, context);
      return true;
    },
  });
