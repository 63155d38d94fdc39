import { useState } from 'react';
import { type FeatureModule, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { inWords } from '../names/titles.ts';
import { isGranted } from '../session/features.ts';
import { useMay, useSession } from '../session/session.ts';
import { rightsTexts as texts } from '../texts/access.ts';
import { Loaded } from '../ui/states.tsx';
import { allOf, everything, reading, wildcardOf, withGrant } from './rights.ts';

type Feature = FeatureModule['features'][number];

interface PickerProps {
  grants: readonly string[];
  onChange: (grants: string[]) => void;
}

/** `business_rules` is "Business rules". */
const titleOfModule = (module: string): string => inWords(module).replace(/^Api\b/, 'API');

interface GrantCheckProps extends PickerProps {
  grant: string;
  label: string;
  /** Why the caller cannot grant it. */
  refusal: string | undefined;
}

/** One grant with a checkbox. A right granted by a wildcard is ticked, and cannot be removed alone. */
function GrantCheck({ grants, onChange, grant, label, refusal }: GrantCheckProps) {
  const wildcard = wildcardOf(grants, grant);
  const isHeld = grants.includes(grant);
  const note = wildcard ? texts.by(wildcard) : isHeld ? undefined : refusal;
  return (
    <CheckField
      label={label}
      hint={
        <>
          <code>{grant}</code>
          {note && ` · ${note}`}
        </>
      }
      checked={isHeld || wildcard !== undefined}
      disabled={wildcard !== undefined || (!isHeld && refusal !== undefined)}
      onChange={({ target }) => onChange(withGrant(grants, grant, target.checked))}
    />
  );
}

const refusalOf = ({ granted, onlyBySuperAdmins }: Feature, isSuperAdmin: boolean): string | undefined => {
  if (isSuperAdmin) return undefined;
  if (onlyBySuperAdmins) return texts.onlySuperAdmins;
  return granted ? undefined : texts.mayNotGrant;
};

interface ModuleProps extends PickerProps {
  of: FeatureModule;
  /** Features that match the search. */
  shown: readonly Feature[];
  isOpen: boolean;
}

function ModuleFeatures({ of, shown, isOpen, grants, onChange }: ModuleProps) {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const chosen = of.features.filter(({ feature }) => isGranted(grants, feature)).length;
  const whole = allOf(of.module);
  const change = { grants, onChange };
  return (
    <details className="feature-module" open={isOpen}>
      <summary>
        {titleOfModule(of.module)}
        <span className="small muted">{texts.chosen(chosen, of.features.length)}</span>
      </summary>
      <div className="checks">
        <GrantCheck
          {...change}
          grant={whole}
          label={texts.ofModule(titleOfModule(of.module))}
          refusal={may(whole) ? undefined : texts.mayNotGrant}
        />
        {shown.map((feature) => (
          <GrantCheck
            {...change}
            key={feature.feature}
            grant={feature.feature}
            label={feature.title}
            refusal={refusalOf(feature, isSuperAdmin)}
          />
        ))}
      </div>
    </details>
  );
}

const matches = ({ feature, title }: Feature, searched: string): boolean =>
  `${feature} ${title}`.toLowerCase().includes(searched);

function Modules({ modules, grants, onChange }: PickerProps & { modules: readonly FeatureModule[] }) {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const [search, setSearch] = useState('');
  const searched = search.trim().toLowerCase();
  const found = modules
    .map((of) => ({ of, shown: of.features.filter((feature) => matches(feature, searched)) }))
    .filter(({ shown }) => shown.length > 0);
  const known = new Set([
    everything,
    reading,
    ...modules.flatMap(({ module, features }) => [allOf(module), ...features.map(({ feature }) => feature)]),
  ]);
  const others = grants.filter((grant) => !known.has(grant));
  const change = { grants, onChange };
  return (
    <div className="stack">
      <fieldset className="checks">
        <legend>{texts.general}</legend>
        <GrantCheck
          {...change}
          grant={everything}
          label={texts.all}
          refusal={isSuperAdmin ? undefined : texts.onlySuperAdmins}
        />
        <GrantCheck
          {...change}
          grant={reading}
          label={texts.allReading}
          refusal={may(reading) ? undefined : texts.mayNotGrant}
        />
      </fieldset>
      <TextField
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="feature-modules">
        {found.map(({ of, shown }) => (
          <ModuleFeatures {...change} key={of.module} of={of} shown={shown} isOpen={searched !== ''} />
        ))}
        {found.length === 0 && <p className="muted">{texts.noMatch}</p>}
      </div>
      {others.length > 0 && (
        <fieldset className="checks">
          <legend>{texts.others}</legend>
          {others.map((grant) => (
            <GrantCheck {...change} key={grant} grant={grant} label={grant} refusal={undefined} />
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Every feature that can be granted, by module, including those granted by a wildcard. */
export function FeaturePicker(props: PickerProps) {
  const features = useRead(['features'], (api) => orThrow(api.GET('/api/auth/features')));
  return <Loaded of={features}>{({ modules }) => <Modules {...props} modules={modules} />}</Loaded>;
}
