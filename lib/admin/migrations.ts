/** The data migrations of `npm run admin -- migrate`, besides item versions. */
import type { ItemMigration } from '../../shared/kernel/table/migrate.ts';
import { listOverrides } from '../../shared/modules/toggles/list-overrides.ts';
import { listDeliveries } from '../../shared/modules/webhooks/deliveries/list-deliveries.ts';

export const migrations: readonly ItemMigration[] = [listOverrides, listDeliveries];
