import { useId } from 'react';
import { CheckField } from '../forms/field.tsx';
import { userTexts } from '../texts/access.ts';
import { Loaded } from '../ui/states.tsx';
import './access.css';
import { useRoles } from './use-roles.ts';

interface RoleChoiceProps {
  /** Ids of roles. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  hint: string;
}

/** The roles of the tenant as checkboxes. Callers without the right to view roles see none. */
export function RoleChoice({ chosen, onChange, hint }: RoleChoiceProps) {
  const { maySee, reading } = useRoles();
  const hintId = useId();
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
        {(roles) =>
          roles.length === 0 ? (
            <p className="muted">{userTexts.form.noRoles}</p>
          ) : (
            <div className="checks">
              {roles.map(({ id, name }) => (
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
