/** What makes the endpoints of sync schedules succeed, and which events that publishes: those of their jobs. */
import type { Answer, Api } from './api.ts';
import { aTenant } from './builders.ts';
import { aSchedule, schedule, schedulePath, schedulesPath } from './sync-schedules.ts';
import type { Recipe } from './write-recipes.ts';

const ofSchedule = (event: string, send: (api: Api, path: string) => Promise<Answer>): Recipe => {
  return async () => {
    const caller = await aTenant();
    const { id } = await schedule(caller);
    return { events: [`scheduler.job.${event}`], send: () => send(caller.api, schedulePath(id)) };
  };
};

/** By operationId, as in write-recipes.ts. */
export const syncScheduleRecipes: Record<string, Recipe> = {
  saveSyncSchedule: async () => {
    const { api } = await aTenant();
    return { events: ['scheduler.job.created'], send: () => api.post(schedulesPath, { body: aSchedule() }) };
  },
  'saveSyncSchedule, which changes one': ofSchedule('updated', (api) =>
    api.post(schedulesPath, { body: aSchedule({ fullSync: true }) }),
  ),
  updateSyncSchedule: ofSchedule('updated', (api, path) => api.put(path, { body: { isEnabled: false } })),
  deleteSyncSchedule: ofSchedule('deleted', (api, path) => api.delete(path)),
};
