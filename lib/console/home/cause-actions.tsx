import { type Cause, orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = homeTexts.attention.actions;

type Decision = 'acknowledge' | 'reopen' | { muteHours: number };

function send(api: PlatformClient, id: string, decision: Decision) {
  const params = { path: { id } };
  if (decision === 'acknowledge')
    return orThrow(api.POST('/api/attention/causes/{id}/acknowledge', { params }));
  if (decision === 'reopen') return orThrow(api.POST('/api/attention/causes/{id}/reopen', { params }));
  const until = new Date(Date.now() + decision.muteHours * 3_600_000).toISOString();
  return orThrow(api.POST('/api/attention/causes/{id}/mute', { params, body: { until } }));
}

/** What may be decided about a cause; nothing without the right to do so. */
export function CauseActions({ of: { id, title, state } }: { of: Cause }) {
  const may = useMay();
  const toast = useToast();
  const decide = useWrite((api, decision: Decision) => send(api, id, decision), ['attention']);
  if (!may('attention.manage')) return null;
  const start = (decision: Decision, done: string) =>
    decide.mutate(decision, {
      onSuccess: () => toast(done),
      onError: (error) => toast(texts.failed(problemOf(error).title)),
    });
  if (state !== 'open')
    return (
      <Button
        variant="quiet"
        isBusy={decide.isPending}
        aria-label={texts.reopenOf(title)}
        onClick={() => start('reopen', texts.reopened)}
      >
        {texts.reopen}
      </Button>
    );
  return (
    <>
      <Button
        variant="quiet"
        isBusy={decide.isPending}
        aria-label={texts.acknowledgeOf(title)}
        onClick={() => start('acknowledge', texts.acknowledged)}
      >
        {texts.acknowledge}
      </Button>
      <Menu label={texts.mute} name={texts.muteOf(title)} variant="quiet">
        {texts.muteTimes.map(({ hours, label }) => (
          <Button key={hours} variant="quiet" onClick={() => start({ muteHours: hours }, texts.muted)}>
            {label}
          </Button>
        ))}
      </Menu>
    </>
  );
}
