import { useId } from 'react';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { CheckField } from '../forms/field.tsx';
import { useMay } from '../session/session.ts';
import { userTexts } from '../texts/access.ts';
import { Loaded } from '../ui/states.tsx';
import './access.css';

/** A tenant has few roles: all fit on one page. */
const pageSize = 200;

interface RoleChoiceProps {
  /** Ids of roles. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  hint: string;
}

/** The roles of the tenant as checkboxes. Callers without the right to view roles see none. */
export function RoleChoice({ chosen, onChange, hint }: RoleChoiceProps) {
  const maySee = useMay()('auth.roles.view');
  const hintId = useId();
  const reading = useRead(
    ['roles', 'choice'],
    (api) => orThrow(api.GET('/api/auth/roles', { params: { query: { pageSize } } })),
    { enabled: maySee },
  );
  if (!maySee) return null;
  const change = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className="stack tight" aria-describedby={hintId}>
      <legend>{userTexts.form.roles}</legend>
      <span className="hint" id={hintId}>
        {hint}
      </span>
      <Loaded of={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{userTexts.form.noRoles}</p>
          ) : (
            <div className="checks">
              {items.map(({ id, name }) => (
                <CheckField
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={({ target }) => change(id, target.checked)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </fieldset>
  );
}
