/** What makes the endpoints of background work succeed, and which events that publishes. */
import type { Answer, Api } from './api.ts';
import { aTenant } from './builders.ts';
import { announce, progressPath, report, someWork, workPath } from './progress.ts';
import type { Recipe } from './write-recipes.ts';

/** Some work, and then the request about it. */
const ofWork = (events: readonly string[], send: (api: Api, path: string) => Promise<Answer>): Recipe => {
  return async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    return {
      events: events.map((event) => `progress.job.${event}`),
      send: () => send(caller.api, workPath(id)),
    };
  };
};
/** The same of work that has begun. */
const ofRunning = (event: string, send: (api: Api, path: string) => Promise<Answer>): Recipe => {
  return async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    await report(caller, id, { status: 'running' });
    return { events: [`progress.job.${event}`], send: () => send(caller.api, workPath(id)) };
  };
};
const put = (body: Record<string, unknown>) => (api: Api, path: string) => api.put(path, { body });

/** By operationId, as in write-recipes.ts. */
export const progressRecipes: Record<string, Recipe> = {
  createProgressJob: async () => {
    const { api } = await aTenant();
    return { events: ['progress.job.created'], send: () => api.post(progressPath, { body: someWork() }) };
  },
  updateProgressJob: ofWork(['updated'], put({ processedCount: 40 })),
  'updateProgressJob, which begins': ofWork(['started'], put({ status: 'running' })),
  'updateProgressJob, which completes': ofRunning(
    'completed',
    put({ status: 'completed', resultSummary: { rows: 3 } }),
  ),
  'updateProgressJob, which fails': ofRunning('failed', put({ status: 'failed', errorMessage: 'Full.' })),
  cancelProgressJob: ofWork(['cancelled'], (api, path) => api.delete(path)),
  'cancelProgressJob, of one that runs': ofRunning('updated', (api, path) => api.delete(path)),
};
