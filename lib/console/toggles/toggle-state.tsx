/** The state of a toggle for all tenants: its rules with their shares, and its kill switch with undo. */
import { orThrow, type ToggleRule } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite, withVersion } from '../api/queries.ts';
import { targetingTexts } from '../texts/targeting.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { Targeting } from './targeting-form.tsx';
import { valueInWords } from './toggle-values.ts';

const { state: texts, rules: ruleTexts } = targetingTexts;

type KillSwitch = Targeting['killSwitch'];

/** Sends no version: an emergency does not wait for another change of the rules, and only the kill switch is changed. */
function KillSwitchButton({ id, killSwitch }: { id: string; killSwitch: KillSwitch }) {
  const toast = useToast();
  const changing = useWrite(
    (api, changed: KillSwitch) =>
      orThrow(
        api.PUT('/api/feature_toggles/global/{id}/targeting', {
          params: { path: { id } },
          body: { killSwitch: changed },
        }),
      ),
    ['toggles'],
  );
  const { active } = killSwitch;
  const undo = () =>
    void changing.mutateAsync(killSwitch).then(
      () => toast(texts.undone),
      () => toast(texts.notUndone),
    );
  const change = () =>
    changing.mutate(
      { ...killSwitch, active: !active },
      { onSuccess: () => toast(active ? texts.on : texts.off, { label: uiTexts.undo, onAct: undo }) },
    );
  return (
    <div className="stack">
      <div>
        <Button variant={active ? 'primary' : 'danger'} isBusy={changing.isPending} onClick={change}>
          {active ? texts.turnOn : texts.turnOff}
        </Button>
      </div>
      {changing.error && <ProblemNotice error={changing.error} />}
    </div>
  );
}

function servedBy({ value, variants }: ToggleRule): string {
  if (variants === undefined) return valueInWords(value);
  return variants.map((variant) => `${valueInWords(variant.value)} (${variant.weight})`).join(', ');
}

function Rules({ rules, fallback }: { rules: readonly ToggleRule[]; fallback: unknown }) {
  return (
    <>
      {rules.length === 0 ? (
        <p className="muted">{ruleTexts.none}</p>
      ) : (
        <ol>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids, and their order decides
            <li key={index} className="break">
              {ruleTexts.of(index + 1, rule.name ?? '')} · {texts.share(rule.percentage ?? 100)} ·{' '}
              <code>{servedBy(rule)}</code>
            </li>
          ))}
        </ol>
      )}
      <p className="muted small">
        {targetingTexts.fallback}: <code>{valueInWords(fallback)}</code>
      </p>
    </>
  );
}

export function ToggleState({ id }: { id: string }) {
  const reading = useRead(['toggles', 'targeting', id], (api) =>
    withVersion(api.GET('/api/feature_toggles/global/{id}/targeting', { params: { path: { id } } })),
  );
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {({ data: { rules, killSwitch, defaultValue } }) => (
          <div className="stack">
            <div>
              {killSwitch.active ? (
                <Badge tone="bad">{texts.isOff}</Badge>
              ) : (
                <Badge tone="good">{texts.isOn}</Badge>
              )}
            </div>
            <Rules rules={rules} fallback={defaultValue} />
            <KillSwitchButton id={id} killSwitch={killSwitch} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
