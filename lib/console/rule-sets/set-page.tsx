import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type RuleSetDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts as texts } from '../texts/rule-sets.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { MembersCard } from './members-card.tsx';
import { SetRunCard } from './set-run-card.tsx';
import './rule-sets.css';

const path = '/api/business_rules/sets';

function SetDetails({ set }: { set: Versioned<RuleSetDetail> }) {
  const [isDeleting, setDeleting] = useState(false);
  const may = useMay();
  const { id, setName, description, enabled } = set.data;
  return (
    <>
      <PageHeader
        title={setName}
        intro={description}
        parent={{ to: '/rules/sets', title: texts.list.title }}
        actions={
          <>
            {may('business_rules.rules.edit') && (
              <LinkButton to={`/rules/sets/${id}/edit`}>{uiTexts.edit}</LinkButton>
            )}
            {may('business_rules.rules.delete') && (
              <Button variant="danger" onClick={() => setDeleting(true)}>
                {uiTexts.remove}
              </Button>
            )}
          </>
        }
      />
      {!enabled && <Notice tone="warn" title={texts.off} />}
      <MembersCard of={set} />
      {may('business_rules.rules.execute') && enabled && <SetRunCard set={set.data} />}
      {isDeleting && (
        <DeleteDialog
          name={setName}
          texts={texts.remove}
          remove={(api) => orThrow(api.DELETE(path, { params: { query: { id } } }))}
          to="/rules/sets"
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

export function RuleSetPage() {
  const { id = '' } = useParams();
  const reading = useRead(['ruleSets', 'one', id], (api) =>
    withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } })),
  );
  return <Loaded of={reading}>{(set) => <SetDetails key={id} set={set} />}</Loaded>;
}
