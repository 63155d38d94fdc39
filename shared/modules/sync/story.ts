/** How sync runs are shown in stories. */
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { fromItem } from '../../kernel/table/item.ts';
import { syncRunKey } from './keys.ts';
import type { StoredRun } from './runs/run.ts';
import { syncRunKind } from './runs/run-story.ts';

export const storyParts: StoryParts = {
  [syncRunKind]: {
    feature: 'data_sync.view',
    causes: 'run',
    keyOf: (tenantId, { id }) => syncRunKey({ tenantId }, id),
    show: (item) => {
      const run = fromItem<StoredRun>(item, syncRunKind);
      const { id, integrationId, entityType, direction, status, finishedAtMs, batchesCompleted } = run;
      const { createdCount, updatedCount, skippedCount, failedCount, lastError } = run;
      return {
        ...{ title: `${integrationId} ${entityType}`, status, endedAtMs: finishedAtMs, resourceId: id },
        detail: {
          ...{ integrationId, entityType, direction, batchesCompleted, lastError },
          ...{ createdCount, updatedCount, skippedCount, failedCount },
        },
      };
    },
  },
};
