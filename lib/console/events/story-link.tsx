import { useMay } from '../session/session.ts';
import { storyTexts as texts } from '../texts/story.ts';
import { LinkButton } from '../ui/link-button.tsx';

/** Selects an event of the log: by the id of its entry, or the first one that these filters leave. */
export interface StoryOf {
  id?: string;
  type?: string;
  eventId?: string;
  entityId?: string;
  from?: string;
  to?: string;
}

/** Links to the story of an event. */
export function StoryLink({ of, name }: { of: StoryOf; name?: string }) {
  const may = useMay();
  if (!may('events.log.view')) return null;
  const query = new URLSearchParams({ ...of });
  return (
    <LinkButton
      to={`/events/story?${query}`}
      icon="history"
      {...(name !== undefined && { name: texts.linkOf(name) })}
    >
      {texts.link}
    </LinkButton>
  );
}
