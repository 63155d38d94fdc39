import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';

/** Steps of sync runs publish no event. */
const refreshEveryMs = 5_000;

/** Active jobs and jobs that have just ended. */
export function useActiveWork() {
  return useRead(
    ['progress', 'active'],
    async (api) => {
      const { active, recentlyCompleted } = await orThrow(api.GET('/api/progress/active'));
      return [...active, ...recentlyCompleted];
    },
    { refreshEveryMs },
  );
}
