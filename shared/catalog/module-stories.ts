/** How the effects of all modules are shown in stories, by their kind. Written by `npm run openapi`. */
import type { StoryParts } from '../kernel/events/story-part.ts';
import { storyParts as audit } from '../modules/audit/story.ts';
import { storyParts as email } from '../modules/email/story.ts';
import { storyParts as events } from '../modules/events/story.ts';
import { storyParts as notifications } from '../modules/notifications/story.ts';
import { storyParts as rules } from '../modules/rules/story.ts';
import { storyParts as scheduler } from '../modules/scheduler/story.ts';
import { storyParts as sync } from '../modules/sync/story.ts';
import { storyParts as webhooks } from '../modules/webhooks/story.ts';

export const storyParts: StoryParts = {
  ...audit,
  ...email,
  ...events,
  ...notifications,
  ...rules,
  ...scheduler,
  ...sync,
  ...webhooks,
};
