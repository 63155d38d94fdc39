/** How runs of jobs are shown in stories. */
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { runKey } from './keys.ts';
import { locationOfRun, runKind } from './runs/run.ts';
import { toRun } from './runs/run-store.ts';

export const storyParts: StoryParts = {
  [runKind]: {
    feature: 'scheduler.jobs.view',
    causes: 'run',
    keyOf: (tenantId, { id }) => {
      const { jobId, atMs, suffix } = locationOfRun(id) ?? { jobId: id, atMs: 0, suffix: '' };
      return runKey({ tenantId }, jobId, atMs, suffix);
    },
    show: (item) => {
      const { id, jobId, jobName, state, triggerType, attemptsMade, error, finishedAtMs } = toRun(item);
      return {
        ...{ title: jobName, status: state, endedAtMs: finishedAtMs, resourceId: id },
        detail: { jobId, triggerType, attemptsMade, error },
      };
    },
  },
};
