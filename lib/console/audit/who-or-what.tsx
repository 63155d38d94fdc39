/** Filters the audit trail by a person or a thing, found by name, e-mail address or id. */
import { useFilters } from '../forms/filters.ts';
import { ThingSearch } from '../names/thing-search.tsx';
import { titleOfKind } from '../names/titles.ts';
import { useFocusAfterChange } from '../names/use-focus-after-change.ts';
import { useName } from '../names/use-name.ts';
import { auditTexts } from '../texts/audit.ts';
import { Button } from '../ui/button.tsx';
import { choicesOf } from './choices.ts';

const texts = auditTexts.who;

/** The chosen person or thing by its name, which clears the filter. */
function Chosen({ filter, kind, id }: { filter: 'actor' | 'thing'; kind: string; id: string }) {
  const filters = useFilters();
  const name = useName({ kind, id }, kind !== '')?.name ?? id;
  const title = texts.chosen[filter](name);
  return (
    <div className="field">
      <span>{texts.title}</span>
      <Button
        icon="close"
        aria-label={texts.clear(title)}
        onClick={() => filters.set({ actor: '', thing: '', kind: '' })}
      >
        <span className="break">{title}</span>
      </Button>
    </div>
  );
}

function Control() {
  const { get, set } = useFilters();
  const [actor, thing, kind = ''] = [get('actor'), get('thing'), get('kind')];
  if (actor !== undefined) return <Chosen filter="actor" kind={kind} id={actor} />;
  if (thing !== undefined) return <Chosen filter="thing" kind={kind} id={thing} />;
  return (
    <ThingSearch
      label={texts.title}
      hint={texts.hint}
      matchesOf={(text, found) =>
        choicesOf(text, found).map(({ filter, kind: ofKind, id, name, detail }) => ({
          key: `${filter} ${ofKind} ${id}`,
          title: texts.chosen[filter](name),
          note: [ofKind === '' ? '' : titleOfKind(ofKind), detail ?? ''].filter(Boolean).join(' · '),
          choose: () => set({ [filter]: id, kind: ofKind }),
        }))
      }
    />
  );
}

export function WhoOrWhat() {
  const { get } = useFilters();
  const place = useFocusAfterChange<HTMLDivElement>(get('actor') ?? get('thing'));
  return (
    <div ref={place} className="filter-place">
      <Control />
    </div>
  );
}
