import { useId, useState } from 'react';
import { CheckField } from '../forms/field.tsx';
import { FormBody } from '../forms/form-body.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { useSession } from '../session/session.ts';
import { rightsTexts as texts } from '../texts/access.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import './access.css';
import { FeaturePicker } from './feature-picker.tsx';
import { isSameRights, type Rights, withGrant } from './rights.ts';

interface OrganizationsProps {
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}

/** Organizations in which the rights apply. */
function Organizations({ chosen, onChange }: OrganizationsProps) {
  const { organizations } = useSession();
  const name = useId();
  return (
    <fieldset className="stack tight">
      <legend>{texts.organizations}</legend>
      <span className="hint">{texts.organizationsHint}</span>
      <label className="check">
        <input type="radio" name={name} checked={chosen === null} onChange={() => onChange(null)} />
        {texts.everyOrganization}
      </label>
      <label className="check">
        <input type="radio" name={name} checked={chosen !== null} onChange={() => onChange(chosen ?? [])} />
        {texts.theseOrganizations}
      </label>
      {chosen !== null && (
        <div className="checks">
          {organizations
            .filter(({ selectable }) => selectable)
            .map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onChange={({ target }) => onChange(withGrant(chosen, id, target.checked))}
              />
            ))}
        </div>
      )}
    </fieldset>
  );
}

interface RightsFormProps {
  initial: Rights;
  saving: { error: unknown; isPending: boolean };
  onSave: (rights: Rights) => void;
  /** Overwrites changes of another user. */
  onOverwrite: (rights: Rights) => void;
  onReload: () => void;
}

/** Features and organizations of the holders. */
export function RightsForm({ initial, saving, onSave, onOverwrite, onReload }: RightsFormProps) {
  const { isSuperAdmin } = useSession();
  const [rights, setRights] = useState(initial);
  const isDirty = !isSameRights(rights, initial);
  const change = (part: Partial<Rights>) => setRights((known) => ({ ...known, ...part }));
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(rights);
      }}
    >
      <UnsavedGuard isDirty={isDirty} />
      <FormBody isSaving={saving.isPending}>
        <Card title={texts.title}>
          <FeaturePicker grants={rights.features} onChange={(features) => change({ features })} />
        </Card>
        <Card title={texts.organizations}>
          <div className="stack">
            <Organizations
              chosen={rights.organizations}
              onChange={(organizations) => change({ organizations })}
            />
            {isSuperAdmin && (
              <CheckField
                label={texts.superAdmin}
                hint={texts.superAdminHint}
                checked={rights.isSuperAdmin}
                onChange={({ target }) => change({ isSuperAdmin: target.checked })}
              />
            )}
          </div>
        </Card>
      </FormBody>
      <SaveProblem error={saving.error} onOverwrite={() => onOverwrite(rights)} onReload={onReload} />
      <div className="save-bar">
        <Button variant="primary" type="submit" isBusy={saving.isPending}>
          {texts.save}
        </Button>
        {isDirty && <span className="small muted">{texts.unsaved}</span>}
      </div>
    </form>
  );
}
