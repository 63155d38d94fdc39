/** A field whose value is the id of a thing, which users choose by its name. */
import { nameTexts } from '../texts/names.ts';
import { Button } from '../ui/button.tsx';
import { ThingName } from './thing-name.tsx';
import { ThingSearch } from './thing-search.tsx';
import { titleOfKind } from './titles.ts';
import { useFocusAfterChange } from './use-focus-after-change.ts';

const texts = nameTexts.field;

interface ThingFieldProps {
  kind: string;
  /** The id of the chosen thing; undefined without one. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  error?: string | undefined;
}

function Control({ kind, value, onChange, error }: ThingFieldProps) {
  const label = titleOfKind(kind);
  if (value === undefined)
    return (
      <ThingSearch
        label={label}
        hint={texts.hint}
        error={error}
        matchesOf={(_, found) =>
          found
            .filter((one) => one.kind === kind)
            .map(({ id, name, detail }) => ({
              ...{ key: id, title: name, note: detail ?? '' },
              choose: () => onChange(id),
            }))
        }
      />
    );
  return (
    <div className="field">
      <span>{label}</span>
      <div className="row">
        <ThingName kind={kind} id={value} />
        <Button variant="quiet" aria-label={texts.changeOf(label)} onClick={() => onChange(undefined)}>
          {texts.change}
        </Button>
      </div>
      {error && <span className="field-error">{error}</span>}
    </div>
  );
}

export function ThingField(props: ThingFieldProps) {
  const place = useFocusAfterChange<HTMLDivElement>(props.value);
  return (
    <div ref={place}>
      <Control {...props} />
    </div>
  );
}
