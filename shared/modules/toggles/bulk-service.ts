/** Changes and deletes several toggles in one request. */
import { changeEach } from '../../kernel/lists/bulk.ts';
import type { BulkUpdateToggles } from './bulk-contract.ts';
import { changedToggle } from './toggle.ts';
import { type Definer, removeToggle } from './toggle-service.ts';
import * as store from './toggle-store.ts';

/** Sets the default value of the toggles. */
export const bulkUpdateToggles = ({ context }: Definer, { ids, defaultValue }: BulkUpdateToggles) =>
  changeEach(ids, {
    absent: 'Toggle',
    read: store.findToggles,
    write: async (before) => {
      if (before.defaultValue === defaultValue) return false;
      const after = changedToggle(before, { id: before.id, defaultValue }, context);
      await store.replaceToggle(before, after, context);
      return true;
    },
  });

/** Deletes the toggles. */
export const bulkDeleteToggles = ({ context }: Definer, { ids }: Pick<BulkUpdateToggles, 'ids'>) =>
  changeEach(ids, {
    read: store.findToggles,
    write: async (before) => {
      await removeToggle(before, context);
      return true;
    },
  });
