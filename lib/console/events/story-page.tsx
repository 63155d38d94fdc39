import { Link, useSearchParams } from 'react-router';
import {
  orThrow,
  type PlatformClient,
  type Story,
  type StoryNode,
} from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { titleOfAction } from '../audit/change-list.tsx';
import { Actor } from '../names/thing-name.tsx';
import { titleOfKind } from '../names/titles.ts';
import { useName } from '../names/use-name.ts';
import { changesTexts } from '../texts/audit.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { eventTexts } from '../texts/events.ts';
import { jobTexts } from '../texts/jobs.ts';
import { mailTexts } from '../texts/mails.ts';
import { notificationTexts } from '../texts/notifications.ts';
import { ruleTexts } from '../texts/rules.ts';
import { storyTexts as texts } from '../texts/story.ts';
import { syncTexts } from '../texts/sync.ts';
import { Attribute, Attributes, CodeAttribute } from '../ui/attributes.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { Notice, type Tone } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { duration } from '../ui/times.ts';
import './story.css';
import { pageOf, type Step, stepsOf, storyMs, subjectOf } from './story-nodes.ts';

/** The stories of effects grow while deliveries and mails are retried. */
const refreshEveryMs = 5_000;

const tones: ReadonlyMap<string, Tone> = new Map([
  ...['delivered', 'completed', 'sent', 'SUCCESS', 'success'].map((status) => [status, 'good'] as const),
  ...['failed', 'expired', 'bounced', 'complained', 'ERROR', 'error'].map(
    (status) => [status, 'bad'] as const,
  ),
  ...['pending', 'deferred', 'delayed', 'warning'].map((status) => [status, 'warn'] as const),
]);

const toneOf = ({ status }: StoryNode): Tone => tones.get(status ?? '') ?? 'calm';
const titles: Readonly<Record<string, string>> = texts.kinds;

/** What the pages of each kind call its statuses. */
const statuses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  delivery: deliveryTexts.statuses,
  job_run: jobTexts.runStates,
  mail: mailTexts.states,
  notification: notificationTexts.severities,
  rule_execution: ruleTexts.results,
  sync_run: syncTexts.statuses,
};

/** The title of a node by the name of its subject, which is better known than an address or an id. */
function titleOf({ kind, title, detail }: StoryNode, name: string | undefined): string {
  if (kind !== 'audit_entry') return name ?? title ?? '';
  const subject = [titleOfKind(String(detail?.resource)), name ?? ''].join(' ').trim();
  return changesTexts.ofPart(subject, titleOfAction(String(detail?.action)));
}

function Title({ of: node }: { of: StoryNode }) {
  const subject = subjectOf(node);
  const name = useName(subject ?? { kind: '', id: '' }, subject !== undefined)?.name;
  if (node.state !== 'kept') {
    return <span className="muted">{node.state === 'gone' ? texts.gone : texts.notVisible}</span>;
  }
  const page = pageOf(node);
  const title = titleOf(node, name);
  return (
    <>
      {page ? (
        <Link to={page} className="break">
          {title}
        </Link>
      ) : (
        <span className="break">{title}</span>
      )}
      {node.kind === 'delivery' && name !== undefined && (
        <div className="small muted break">{node.title}</div>
      )}
    </>
  );
}

function StepRow({ of: { node, bar, afterMs, steps } }: { of: Step }) {
  const { status, detail, kind } = node;
  return (
    <li>
      <div className="story-step">
        <div>
          <div className="row">
            <span className="small muted">{titles[kind] ?? kind}</span>
            {status !== null && <Badge tone={toneOf(node)}>{statuses[kind]?.[status] ?? status}</Badge>}
            <span className="small muted">{texts.after(duration(afterMs))}</span>
          </div>
          <Title of={node} />
        </div>
        <svg
          className={`story-bar ${toneOf(node)}`}
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect x={bar.start} y="0" width={bar.width} height="10" />
        </svg>
        {detail !== null && (
          <details>
            <summary>{texts.details}</summary>
            <CodeBlock what={texts.details} text={readableJson(detail)} />
          </details>
        )}
      </div>
      {steps.length > 0 && (
        <ul>
          {steps.map((step) => (
            <StepRow key={step.node.id} of={step} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Cause({ of: { cause, nodes } }: { of: Story }) {
  const { kind, id, actorType, actorId } = cause;
  const actors: Readonly<Record<string, string>> = texts.actors;
  const ids: Readonly<Record<string, string>> = texts.ids;
  const [first] = nodes;
  return (
    <Card title={texts.cause}>
      <Attributes>
        <Attribute name={texts.cause}>{texts.causes[kind]}</Attribute>
        {actorType !== null && actorId !== null && (
          <Attribute name={actors[actorType] ?? actorType}>
            <Actor type={actorType} id={actorId} />
          </Attribute>
        )}
        {id !== null && <CodeAttribute name={ids[kind] ?? texts.cause}>{id}</CodeAttribute>}
        {first && (
          <Attribute name={texts.started}>
            <Time value={first.at} />
          </Attribute>
        )}
        <Attribute name={texts.took}>{duration(storyMs(nodes))}</Attribute>
      </Attributes>
    </Card>
  );
}

/** The id of the selected entry of the log; undefined if there is none. */
async function entryIdOf(api: PlatformClient, selected: URLSearchParams): Promise<string | undefined> {
  const id = selected.get('id');
  if (id !== null) return id;
  const query = { ...Object.fromEntries(selected), pageSize: 1, withTotal: false };
  const { items } = await orThrow(api.GET('/api/events/log', { params: { query } }));
  return items[0]?.id;
}

async function readStory(api: PlatformClient, selected: URLSearchParams): Promise<Story | null> {
  const id = await entryIdOf(api, selected);
  if (id === undefined) return null;
  return orThrow(api.GET('/api/events/{id}/story', { params: { path: { id } } }));
}

/** What an event has led to, as a tree with a waterfall. */
export function StoryPage() {
  const [selected] = useSearchParams();
  const reading = useRead(['eventLog', 'story', selected.toString()], (api) => readStory(api, selected), {
    refreshEveryMs,
  });
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/events/log', title: eventTexts.log.title }}
      />
      <Loaded of={reading}>
        {(story) =>
          story === null ? (
            <EmptyCard
              icon="history"
              {...texts.none}
              action={<NextStep to="/events/log" title={eventTexts.log.title} />}
            />
          ) : (
            <>
              <Cause of={story} />
              {!story.isComplete && <Notice tone="warn" title={texts.more} />}
              <Card title={texts.steps}>
                <ul className="story">
                  {stepsOf(story.nodes).map((step) => (
                    <StepRow key={step.node.id} of={step} />
                  ))}
                </ul>
              </Card>
            </>
          )
        }
      </Loaded>
    </>
  );
}
