/** How e-mails are shown in stories. */
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { mailKey } from './keys.ts';
import { isDecided } from './sending/mail.ts';
import { mailKind, toMail } from './sending/mail-store.ts';

export const storyParts: StoryParts = {
  [mailKind]: {
    feature: 'email.view',
    keyOf: (tenantId, { id, atMs }) => mailKey({ tenantId }, atMs, id),
    show: (item) => {
      const { id, kind, type, to, subject, state, reason, attempts, notificationId, updatedAtMs } =
        toMail(item);
      return {
        ...{
          title: subject,
          status: state,
          endedAtMs: isDecided(state) ? updatedAtMs : null,
          resourceId: id,
        },
        detail: { kind, type, to, reason, attempts, notificationId },
      };
    },
  },
};
