import type { SyncOption } from '../../../shared/clients/typescript/index.ts';
import { useMay } from '../session/session.ts';
import { syncTexts } from '../texts/sync.ts';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Loaded } from '../ui/states.tsx';
import { useSyncOptions } from './use-options.tsx';

const texts = syncTexts.options;

function OptionState({ of: { canStartRun, isEnabled, hasCredentials } }: { of: SyncOption }) {
  if (canStartRun) return <Badge tone="good">{texts.ready}</Badge>;
  if (!isEnabled) return <Badge tone="calm">{texts.off}</Badge>;
  return <Badge tone="warn">{hasCredentials ? texts.refused : texts.needs}</Badge>;
}

function OptionCard({ of }: { of: SyncOption }) {
  const { integrationId, title, description, direction, canStartRun } = of;
  const may = useMay();
  return (
    <li className="card sync-option">
      <div className="row apart">
        <h3>{title}</h3>
        <OptionState of={of} />
      </div>
      {description && <p className="grow">{description}</p>}
      <div className="row apart">
        <span className="small muted">{syncTexts.directions[direction]}</span>
        <span className="row">
          {may('integrations.view') && (
            <LinkButton to={`/integrations/${integrationId}`} variant="quiet" name={texts.settingsOf(title)}>
              {texts.settings}
            </LinkButton>
          )}
          {canStartRun && may('data_sync.run') && (
            <LinkButton to={`/sync/start?integration=${integrationId}`} name={texts.startOf(title)}>
              {texts.start}
            </LinkButton>
          )}
        </span>
      </div>
    </li>
  );
}

/** Every integration that can sync, and whether it is ready. */
export function OptionCards() {
  const reading = useSyncOptions();
  return (
    <section className="stack tight" aria-label={syncTexts.list.options}>
      <h2>{syncTexts.list.options}</h2>
      <Loaded of={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{syncTexts.list.noOptions}</p>
          ) : (
            <ul className="sync-options">
              {items.map((option) => (
                <OptionCard key={option.integrationId} of={option} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
