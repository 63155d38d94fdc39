import type { RuleSetDetail } from '../../../shared/clients/typescript/index.ts';
import type { Versioned } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts as texts } from '../texts/rule-sets.ts';
import { Notice } from '../ui/notice.tsx';
import { MembersCard } from './members-card.tsx';
import { SetRunCard } from './set-run-card.tsx';
import './rule-sets.css';

/** The rules of a set, and a run of them. */
export function SetBody({ of: set }: { of: Versioned<RuleSetDetail> }) {
  const may = useMay();
  const { enabled } = set.data;
  return (
    <>
      {!enabled && <Notice tone="warn" title={texts.off} />}
      <MembersCard of={set} />
      {may('business_rules.rules.execute') && enabled && <SetRunCard set={set.data} />}
    </>
  );
}
