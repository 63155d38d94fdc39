/** What makes the writing endpoints of syncs succeed, and which events that publishes. */
import { aTenant } from './builders.ts';
import { aSource, aSync } from './sync.ts';
import { aFolder, lines, runsPath, startSync, synced } from './sync-files.ts';
import type { Recipe } from './write-recipes.ts';

export const syncRecipes: Readonly<Record<string, Recipe>> = {
  startSyncRun: async () => {
    const caller = await aTenant();
    await (await aFolder(caller)).put('crm.customer', lines([{ id: '1' }]));
    return { events: ['data_sync.run.requested'], send: () => startSync(caller) };
  },
  retrySyncRun: async () => {
    const caller = await aTenant();
    await (await aFolder(caller)).put('crm.customer', lines([{ id: '1' }]));
    const { id } = await synced(caller);
    return { events: ['data_sync.run.requested'], send: () => caller.api.post(`${runsPath}/${id}/retry`) };
  },
  cancelSyncRun: async () => {
    const caller = await aTenant();
    // Nobody delivers its messages.
    const { id } = await aSync(caller, aSource({ items: [] }).adapter).start();
    return { events: ['data_sync.run.cancelled'], send: () => caller.api.post(`${runsPath}/${id}/cancel`) };
  },
};
