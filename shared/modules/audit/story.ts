/** How audit entries are shown in stories: an entry has the id and the time of the event of its change. */
import { parseEventName } from '../../kernel/events/event-name.ts';
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { auditKey } from '../../kernel/table/keys.ts';
import { toAction } from './audit-store.ts';

export const storyParts: StoryParts = {
  audit_entry: {
    feature: 'audit_logs.view',
    ofEvents: true,
    keyOf: (tenantId, { id, atMs }) => auditKey({ tenantId }, atMs, parseEventName(id)?.eventId ?? id),
    show: (item) => {
      const {
        tenantId: _tenant,
        id,
        method: _method,
        factors: _factors,
        createdAt: _at,
        ...detail
      } = toAction(null, item);
      const title = `${detail.resource} ${detail.action}`;
      return { title, status: null, endedAtMs: null, resourceId: id, detail };
    },
  },
};
