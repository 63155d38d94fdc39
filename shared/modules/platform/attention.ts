/** Queues that have dead letters, for super admins. A redrive ends the cause, until messages fail again. */
import { superAdminFeature } from '../../kernel/base/features.ts';
import { allOf } from '../../kernel/base/parallel.ts';
import type { AttentionSources } from '../../kernel/modules/attention.ts';
import { lastRedrives, listQueues } from './dead-letters/service.ts';

export const attentionSources: AttentionSources = {
  dead_letters: {
    feature: superAdminFeature,
    resource: 'platform.dead_letters',
    levels: ['platform'],
    find: async () => {
      const [{ items }, redrives] = await allOf([listQueues(), lastRedrives()]);
      const causes = items.map(({ queue, count }) => ({
        key: queue,
        resourceId: queue,
        title: queue,
        message:
          count === 1
            ? '1 message failed for good.'
            : `${count.toLocaleString('en')} messages failed for good.`,
        count,
        sinceMs: null,
        lastSeenMs: null,
        // The queue does not say when its messages failed: more of them are a new failure.
        occurrence: `${redrives.get(queue) ?? 0} ${count}`,
      }));
      return { causes, isComplete: true };
    },
  },
};
