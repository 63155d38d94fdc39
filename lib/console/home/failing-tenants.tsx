import { useState } from 'react';
import { type FailingTenant, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { baseOf } from '../session/address.ts';
import { homeTexts } from '../texts/home.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { groupsOf } from './causes.ts';

const texts = homeTexts.tenants;

function FailingTenantItem({
  of: { tenantId, name, kinds, organizationIds, lastSeenAt },
}: {
  of: FailingTenant;
}) {
  const [organizationId] = organizationIds;
  const counts = groupsOf(Object.entries(kinds).map(([kind, count]) => ({ kind, count })));
  return (
    <li>
      <div>
        {/* Another tenant is another address, so the whole page is loaded. */}
        <a href={`${baseOf({ tenantId, organizationId })}/`} className="break">
          {name}
        </a>
        <p className="small muted">
          {counts
            .flatMap(({ causes }) => causes)
            .map(({ kind, count }) => texts.ofKind(homeTexts.attention.kindTexts(kind).name, count))
            .join(', ')}
        </p>
      </div>
      <span className="small muted">{lastSeenAt && <Time value={lastSeenAt} />}</span>
    </li>
  );
}

/** The tenants in which something fails, for super admins, a page of examined tenants at a time. */
export function FailingTenants() {
  const [positions, setPositions] = useState<readonly string[]>([]);
  const after = positions.at(-1);
  const reading = useRead(['attention', 'tenants', after], (api) =>
    orThrow(api.GET('/api/attention/tenants', { params: { query: after === undefined ? {} : { after } } })),
  );
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {({ items, examined, next }) => (
          <div className="stack tight">
            {items.length > 0 ? (
              <ul className="failing-tenants">
                {items.map((tenant) => (
                  <FailingTenantItem key={tenant.tenantId} of={tenant} />
                ))}
              </ul>
            ) : (
              <p className="muted">{texts.none(examined)}</p>
            )}
            <div className="row">
              {positions.length > 0 && (
                <Button variant="quiet" onClick={() => setPositions(positions.slice(0, -1))}>
                  {texts.previous}
                </Button>
              )}
              {next !== null && (
                // Until the next page is loaded, the button of the one before stays.
                <Button
                  variant="quiet"
                  isBusy={reading.isPlaceholderData}
                  onClick={() => setPositions([...positions, next])}
                >
                  {texts.next}
                </Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
