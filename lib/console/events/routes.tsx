import { FeedPage } from './feed-page.tsx';
import { PublishPage } from './publish-page.tsx';
import { StoryPage } from './story-page.tsx';
import { TypePage } from './type-page.tsx';

export const feed = { Component: FeedPage };
export const type = { Component: TypePage };
export const story = { Component: StoryPage };
export const publish = { Component: PublishPage };
