import { storyParts } from '../../shared/catalog/module-stories.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getEventStory } from '../../shared/modules/events/story/story-contract.ts';
import * as stories from '../../shared/modules/events/story/story-service.ts';

export const handler = endpoint(getEventStory, stories.getEventStory(storyParts));
