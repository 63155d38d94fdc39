/** The ordered rules of a set. The order is changed by dragging or with buttons, and saved in one request. */
import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type RuleSetDetail, type RuleSetMember } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite, type Versioned } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { useRuleChoices } from '../rules/use-rule-choices.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { moved } from '../ui/moved.ts';
import { ProblemNotice } from '../ui/notice.tsx';
import { SortableList } from '../ui/sortable-list.tsx';
import { Empty } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = ruleSetTexts.members;
const path = '/api/business_rules/sets/{id}/members';

/** Gap between sequences, so that members can be inserted. */
const sequenceStep = 10;

const nameOf = ({ ruleName }: RuleSetMember): string => ruleName ?? texts.gone;

function Member({ of, number }: { of: RuleSetMember; number: number }) {
  const { ruleId, ruleName, ruleType, enabled } = of;
  return (
    <div className="row">
      <span className="muted number">{number}.</span>
      {ruleName === null ? (
        <span className="muted">{texts.gone}</span>
      ) : (
        <Link to={`/rules/${ruleId}`} className="break">
          {ruleName}
        </Link>
      )}
      {ruleType && <span className="small muted">{ruleTexts.types[ruleType]}</span>}
      {!enabled && <Badge tone="warn">{texts.skipped}</Badge>}
    </div>
  );
}

function MemberActions({ setId, member }: { setId: string; member: RuleSetMember }) {
  const toast = useToast();
  const params = { path: { id: setId } };
  const { id: memberId, enabled } = member;
  const switching = useWrite(
    (api, isEnabled: boolean) => orThrow(api.PUT(path, { params, body: { memberId, enabled: isEnabled } })),
    ['ruleSets'],
  );
  const removing = useWrite(
    (api, id: string) => orThrow(api.DELETE(path, { params: { ...params, query: { memberId: id } } })),
    ['ruleSets'],
  );
  const failure = switching.error ?? removing.error;
  const name = nameOf(member);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={enabled ? texts.skip(name) : texts.include(name)}
        isBusy={switching.isPending}
        onClick={() => switching.mutate(!enabled)}
      >
        {enabled ? texts.skipShort : texts.includeShort}
      </Button>
      <Button
        variant="quiet"
        icon="close"
        aria-label={texts.remove(name)}
        isBusy={removing.isPending}
        onClick={() => removing.mutate(memberId, { onSuccess: () => toast(texts.removed) })}
      />
      {failure && <ProblemNotice error={failure} />}
    </>
  );
}

/** Adds a rule after the last one. */
function AddMember({ set }: { set: RuleSetDetail }) {
  const [chosen, setChosen] = useState('');
  const toast = useToast();
  const rules = useRuleChoices();
  const adding = useWrite(
    (api, ruleId: string) => {
      const last = Math.max(0, ...set.members.map(({ sequence }) => sequence));
      const body = { ruleId, sequence: last + sequenceStep };
      return orThrow(api.POST(path, { params: { path: { id: set.id } }, body }));
    },
    ['ruleSets'],
  );
  const others = rules.filter(([id]) => set.members.every(({ ruleId }) => ruleId !== id));
  const add = () =>
    chosen !== '' &&
    adding.mutate(chosen, {
      onSuccess: () => {
        setChosen('');
        toast(texts.added);
      },
    });
  return (
    <div className="stack tight">
      <SaveProblem error={adding.error} />
      <div className="add-member">
        <SelectField
          label={texts.add}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          choices={others}
        >
          <option value="">{texts.choose}</option>
        </SelectField>
        <Button icon="plus" isBusy={adding.isPending} aria-disabled={chosen === ''} onClick={add}>
          {texts.addButton}
        </Button>
      </div>
    </div>
  );
}

/** The members in the unsaved order; later additions are at the end. */
function inOrder(members: readonly RuleSetMember[], ids: readonly string[]): RuleSetMember[] {
  const placeOf = (id: string): number => {
    const place = ids.indexOf(id);
    return place < 0 ? ids.length : place;
  };
  return members.toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
}

export function MembersCard({ of: { data: set, etag } }: { of: Versioned<RuleSetDetail> }) {
  // The reordered version, to detect another change.
  const [draft, setDraft] = useState<{ ids: readonly string[]; etag: string | undefined }>();
  const mayEdit = useMay()('business_rules.rules.edit');
  const toast = useToast();
  const saving = useWrite(
    (api, order: { ids: readonly string[]; etag: string | undefined }) =>
      orThrow(
        api.PUT('/api/business_rules/sets', {
          params: ifMatch(order.etag),
          body: { id: set.id, memberIds: [...order.ids] },
        }),
      ),
    ['ruleSets'],
  );
  const members = draft ? inOrder(set.members, draft.ids) : set.members;
  const move = (from: number, to: number) => {
    const ids = moved(members, from, to).map(({ id }) => id);
    setDraft({ ids, etag: draft?.etag ?? etag });
  };
  const save = (version: string | undefined) =>
    saving.mutate(
      { ids: members.map(({ id }) => id), etag: version },
      {
        onSuccess: () => {
          setDraft(undefined);
          toast(texts.saved);
        },
      },
    );
  const reset = () => {
    setDraft(undefined);
    saving.reset();
  };
  return (
    <Card title={texts.title}>
      <div className="stack">
        <UnsavedGuard isDirty={draft !== undefined} />
        {members.length === 0 ? (
          <Empty icon="rules" title={texts.none.title} text={mayEdit && texts.none.text} />
        ) : mayEdit ? (
          <>
            <p className="muted small">{texts.intro}</p>
            <SortableList
              label={texts.title}
              entries={members}
              keyOf={({ id }) => id}
              nameOf={nameOf}
              onMove={move}
              actions={(member) => <MemberActions setId={set.id} member={member} />}
            >
              {(member, index) => <Member of={member} number={index + 1} />}
            </SortableList>
          </>
        ) : (
          <ol className="plain-list stack tight">
            {members.map((member, index) => (
              <li key={member.id}>
                <Member of={member} number={index + 1} />
              </li>
            ))}
          </ol>
        )}
        <SaveProblem error={saving.error} onOverwrite={() => save(undefined)} onReload={reset} />
        {draft && (
          <div className="row">
            <Button variant="primary" isBusy={saving.isPending} onClick={() => save(draft.etag)}>
              {texts.save}
            </Button>
            <Button onClick={reset}>{texts.reset}</Button>
            <span className="muted small">{texts.unsaved}</span>
          </div>
        )}
        {mayEdit && <AddMember set={set} />}
      </div>
    </Card>
  );
}
