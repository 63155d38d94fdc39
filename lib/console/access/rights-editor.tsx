import { useState } from 'react';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type ifMatch, type Resource, useRead, type Versioned } from '../api/queries.ts';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { rightsTexts } from '../texts/access.ts';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import type { Rights } from './rights.ts';
import { RightsForm } from './rights-form.tsx';

/** The changed rights in a request. */
export interface RightsBody {
  features: string[];
  organizations: string[] | null;
  /** Sent only if it changes: most callers may not set it. */
  isSuperAdmin?: boolean;
}

interface RightsEditorProps {
  /** The holder of the rights. */
  holder: { resource: Resource; id: string };
  read: (api: PlatformClient) => Promise<Versioned<Rights & { hasCustomAcl?: boolean }>>;
  /** `params` contain the edited version, or nothing to overwrite other changes. */
  write: (api: PlatformClient, body: RightsBody, params: ReturnType<typeof ifMatch>) => Promise<unknown>;
}

type EditedProps = RightsEditorProps & { of: Versioned<Rights>; onReload: () => Promise<void> };

function Edited({ holder, write, of, onReload }: EditedProps) {
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(of);
  const frame = useSaveAndReload(
    (api, { features, isSuperAdmin, organizations }: Rights, params) => {
      const body = {
        features: [...features],
        organizations: organizations && [...organizations],
        ...(isSuperAdmin !== data.isSuperAdmin && { isSuperAdmin }),
      };
      return write(api, body, params);
    },
    { etag, refreshes: [holder.resource], onReload, saved: rightsTexts.saved },
  );
  return <RightsForm initial={data} {...frame} />;
}

/** Shows and changes the rights of a role or a user. */
export function RightsEditor(props: RightsEditorProps) {
  const { holder, read } = props;
  const reading = useRead([holder.resource, 'rights', holder.id], read);
  const { current, version, reload } = useVersion(reading);
  return (
    <Loaded of={current}>
      {(rights) => (
        <>
          {rights.data.hasCustomAcl === false && <Notice tone="calm" title={rightsTexts.none} />}
          <Edited {...props} key={version} of={rights} onReload={reload} />
        </>
      )}
    </Loaded>
  );
}
