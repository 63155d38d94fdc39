/** Edits the ordered actions of one outcome of a rule. */
import { PlaygroundLink } from '../conditions/playground-link.tsx';
import { SelectField } from '../forms/field.tsx';
import { ruleTexts } from '../texts/rules.ts';
import { Button } from '../ui/button.tsx';
import { moved } from '../ui/moved.ts';
import { SortableList } from '../ui/sortable-list.tsx';
import { type ActionDraft, type ActionType, actionProblemOf, newAction, retyped } from './action-draft.ts';
import { ActionFields } from './action-fields.tsx';
import { titleOfAction } from './action-list.tsx';

const texts = ruleTexts.actions;

interface ActionsEditorProps {
  /** The outcome, as text. */
  title: string;
  drafts: readonly ActionDraft[];
  types: readonly ActionType[];
  /** The error of the API, shown at the action that it names. */
  problem: string | undefined;
  onChange: (drafts: readonly ActionDraft[]) => void;
}

export function ActionsEditor({ title, drafts, types, problem, onChange }: ActionsEditorProps) {
  const refused = problem === undefined ? undefined : actionProblemOf(problem);
  const change = (draft: ActionDraft) => onChange(drafts.map((one) => (one.key === draft.key ? draft : one)));
  const nameOf = (_: ActionDraft, index: number): string => texts.of(index + 1);
  return (
    <fieldset className="card stack">
      <legend>{title}</legend>
      {drafts.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <SortableList
          label={title}
          entries={drafts}
          keyOf={({ key }) => key}
          nameOf={nameOf}
          onMove={(from, to) => onChange(moved(drafts, from, to))}
          actions={(draft, index) => (
            <Button
              variant="quiet"
              icon="close"
              aria-label={texts.remove(index + 1)}
              onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
            />
          )}
        >
          {(draft, index) => {
            const type = types.find((one) => one.type === draft.type);
            return (
              <div className="stack tight">
                <SelectField
                  label={nameOf(draft, index)}
                  hint={type?.description}
                  value={draft.type}
                  onChange={({ target }) => {
                    const chosen = types.find((one) => one.type === target.value);
                    if (chosen) change(retyped(draft, chosen));
                  }}
                  choices={types.map((one) => [one.type, titleOfAction(one.type)])}
                >
                  {type === undefined && <option value={draft.type}>{titleOfAction(draft.type)}</option>}
                </SelectField>
                {type && (
                  <ActionFields
                    key={draft.type}
                    draft={draft}
                    type={type}
                    problem={refused?.index === index ? refused.message : undefined}
                    onChange={change}
                  />
                )}
              </div>
            );
          }}
        </SortableList>
      )}
      {refused !== undefined && refused.index === undefined && (
        <span className="field-error">{refused.message}</span>
      )}
      <div className="row apart">
        <Button icon="plus" onClick={() => onChange([...drafts, newAction(types[0]?.type ?? 'LOG')])}>
          {texts.add}
        </Button>
        <PlaygroundLink />
      </div>
    </fieldset>
  );
}
