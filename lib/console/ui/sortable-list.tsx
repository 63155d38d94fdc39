/** A list that users reorder by dragging entries or with buttons. */
import { type DragEvent, type ReactNode, useState } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './sortable-list.css';

interface SortableListProps<Entry> {
  /** Label for screen readers. */
  label: string;
  entries: readonly Entry[];
  keyOf: (entry: Entry) => string;
  nameOf: (entry: Entry, index: number) => string;
  onMove: (from: number, to: number) => void;
  /** Content next to the move buttons. */
  actions?: (entry: Entry, index: number) => ReactNode;
  children: (entry: Entry, index: number) => ReactNode;
}

export function SortableList<Entry>(props: SortableListProps<Entry>) {
  const { label, entries, keyOf, nameOf, onMove, actions, children } = props;
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const [announced, setAnnounced] = useState('');
  const move = (from: number, to: number) => {
    const entry = entries[from];
    if (entry === undefined || from === to || to < 0 || to >= entries.length) return;
    onMove(from, to);
    setAnnounced(uiTexts.movedTo(nameOf(entry, from), to + 1, entries.length));
  };
  const start = (event: DragEvent, from: number, name: string) => {
    // Links and images within an entry are dragged as such.
    if (!(event.target instanceof Element && event.target.matches('.sortable-handle'))) return;
    event.dataTransfer.setDragImage(event.currentTarget, 12, 12);
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    setDragged(from);
  };
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, to);
    end();
  };
  const classOf = (index: number): string => {
    if (index === dragged) return 'sortable dragged';
    if (dragged === undefined || index !== target) return 'sortable';
    return index < dragged ? 'sortable before' : 'sortable after';
  };
  return (
    <>
      <ol className="sortable-list" aria-label={label}>
        {entries.map((entry, index) => {
          const name = nameOf(entry, index);
          return (
            <li
              key={keyOf(entry)}
              className={classOf(index)}
              onDragStart={(event) => start(event, index, name)}
              onDragEnd={end}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setTarget(index);
              }}
              onDrop={(event) => drop(event, index)}
            >
              <span className="sortable-handle" draggable title={uiTexts.drag}>
                <Icon name="grip" />
              </span>
              <div className="sortable-content">{children(entry, index)}</div>
              <div className="sortable-actions">
                <Button
                  variant="quiet"
                  icon="up"
                  aria-label={uiTexts.moveUp(name)}
                  aria-disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  variant="quiet"
                  icon="down"
                  aria-label={uiTexts.moveDown(name)}
                  aria-disabled={index === entries.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                {actions?.(entry, index)}
              </div>
            </li>
          );
        })}
      </ol>
      <p className="unseen" role="status">
        {announced}
      </p>
    </>
  );
}
