import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useMenu } from '../app/menu.ts';
import { placedPages } from '../app/resources.ts';
import { pageOfThing } from '../app/things.ts';
import { titleOfKind } from '../names/titles.ts';
import { useMeets, useSession } from '../session/session.ts';
import { paletteTexts as texts } from '../texts/palette.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { usePause } from '../ui/use-pause.ts';
import {
  type Entry,
  foundGroups,
  type Group,
  matching,
  otherScope,
  ownGroups,
  recentGroup,
} from './entries.ts';
import './palette.css';
import { recentThings } from './recent.ts';

/** The API finds names from this character. */
const minCharacters = 3;

/** Things of all modules, as soon as the text is long enough and typing pauses. */
function useFoundThings(text: string) {
  const meets = useMeets();
  const q = usePause(text);
  const isLong = [...q].length >= minCharacters;
  const reading = useRead(
    ['search', q],
    (api) => orThrow(api.GET('/api/search', { params: { query: { q } } })),
    {
      enabled: isLong,
    },
  );
  const isCurrent = isLong && q === text && !reading.isPlaceholderData;
  const data = isCurrent ? reading.data : undefined;
  return {
    groups: foundGroups(data?.items ?? [], { titleOfKind, pageOfThing }, meets),
    isComplete: data?.isComplete ?? true,
    isSearching: [...text].length >= minCharacters && (q !== text || reading.isFetching),
    hasFailed: isCurrent && reading.isError,
  };
}

function Option(props: {
  id: string;
  of: Entry;
  icon: IconName | undefined;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const { id, of, icon, isActive, onChoose, onPoint } = props;
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-option"
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      {icon && <Icon name={icon} size={16} />}
      <span className="palette-title">{of.title}</span>
      {of.detail && <span className="palette-detail">{of.detail}</span>}
    </button>
  );
}

interface ResultsProps {
  id: string;
  groups: readonly Group[];
  active: Entry | undefined;
  optionId: (entry: Entry) => string;
  iconOf: (entry: Entry) => IconName | undefined;
  onChoose: (entry: Entry) => void;
  onPoint: (entry: Entry) => void;
}

function Results({ id, groups, active, optionId, iconOf, onChoose, onPoint }: ResultsProps) {
  return (
    <div id={id} role="listbox" aria-label={texts.results} tabIndex={-1} className="palette-results">
      {groups.map(({ title, entries }) => (
        <fieldset key={title} aria-label={title} className="palette-group">
          <div className="palette-heading" aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.key}
              id={optionId(entry)}
              of={entry}
              icon={iconOf(entry)}
              isActive={entry.key === active?.key}
              onChoose={() => onChoose(entry)}
              onPoint={() => onPoint(entry)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** What the search is doing, also for screen readers. */
function Status({
  text,
  count,
  found,
}: {
  text: string;
  count: number;
  found: ReturnType<typeof useFoundThings>;
}) {
  const { isSearching, hasFailed, isComplete } = found;
  const note = hasFailed ? texts.failed : !isComplete ? texts.partly : undefined;
  const none = count === 0 && text !== '' ? texts.none : undefined;
  return (
    <div className="palette-status" role="status">
      {isSearching ? texts.searching : (note ?? none ?? <span className="unseen">{texts.count(count)}</span>)}
      {!isSearching && note === undefined && none === undefined && (
        <span aria-hidden="true">{texts.keys}</span>
      )}
    </div>
  );
}

/** Opens pages, actions, and things by name or id. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { id, scope, isSuperAdmin, select } = useSession();
  const meets = useMeets();
  const navigate = useNavigate();
  const menu = useMenu();
  const [input, setInput] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  const listId = useId();
  const text = input.trim();
  const found = useFoundThings(text);
  const recent = recentGroup(recentThings(id), scope, isSuperAdmin);
  const groups = [...matching([recent, ...ownGroups(menu, placedPages, meets)], text), ...found.groups];
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ key }) => key === activeKey) ?? entries[0];
  const optionId = ({ key }: Entry): string => `${listId} ${key}`.replaceAll(/[^\w-]/g, '-');
  const activeId = active && optionId(active);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (entry: Entry) => {
    onClose();
    const other = otherScope(entry, scope);
    if (other === undefined) void navigate(entry.path);
    else select(other, entry.path);
  };
  const move = (step: number) => {
    const index = active === undefined ? -1 : entries.indexOf(active);
    setActiveKey(entries.at((index + step) % entries.length)?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && active !== undefined) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="palette">
        <input
          type="text"
          role="combobox"
          aria-label={texts.field}
          placeholder={texts.field}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? listId : undefined}
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          value={input}
          onChange={({ target }) => {
            setInput(target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {entries.length > 0 && (
          <Results
            id={listId}
            groups={groups}
            active={active}
            optionId={optionId}
            iconOf={({ path }) => menu.find(({ at }) => `/${at}` === path)?.icon}
            onChoose={choose}
            onPoint={({ key }) => setActiveKey(key)}
          />
        )}
        <Status text={text} count={entries.length} found={found} />
      </div>
    </Dialog>
  );
}
