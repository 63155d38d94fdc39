/** A list of events, the latest first. */
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import type { Tone } from './notice.tsx';
import './timeline.css';

export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="timeline">{children}</ol>;
}

interface TimelineEntryProps {
  title: string;
  tone: Tone;
  /** The state as a word, next to the title. */
  badge?: string;
  /** Time and duration. */
  aside?: ReactNode;
  children?: ReactNode;
}

export function TimelineEntry({ title, tone, badge, aside, children }: TimelineEntryProps) {
  return (
    <li className={`timeline-entry ${tone}`}>
      <div className="row apart">
        <div className="row">
          <h3 className="break">{title}</h3>
          {badge && <Badge tone={tone}>{badge}</Badge>}
        </div>
        {aside && <span className="small muted">{aside}</span>}
      </div>
      {children}
    </li>
  );
}
