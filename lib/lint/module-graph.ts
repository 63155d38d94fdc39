/**
 * The allowed imports between modules, and through which files. Other modules communicate by events or through the
 * kernel.
 */
import type { Import } from './import-graph.ts';

export interface ModuleArrow {
  from: string;
  to: string;
  /** The reason why events or the kernel are not enough. */
  reason: string;
}

/** With more arrows or longer chains, modules could only be changed together. */
export const maxArrows = 25;
export const maxChainArrows = 4;

export const moduleArrows: readonly ModuleArrow[] = [
  { from: 'attachments', to: 'entities', reason: 'files have custom fields and belong to records' },
  {
    from: 'attachments',
    to: 'integrations',
    reason: 'text recognition is enabled as an integration',
  },
  { from: 'email', to: 'identity', reason: 'e-mails go to users, and rights select the recipients' },
  { from: 'email', to: 'notifications', reason: "an e-mail contains its notification's text" },
  { from: 'events', to: 'entities', reason: 'types of custom events follow those of entities' },
  { from: 'events', to: 'identity', reason: 'a stream ends when its key or user is deleted' },
  {
    from: 'integrations',
    to: 'webhooks',
    reason: 'custom webhooks are enabled as an integration',
  },
  { from: 'notifications', to: 'identity', reason: 'roles and features choose the recipients' },
  { from: 'notifications', to: 'webhooks', reason: 'a notification of a failure shows its webhook' },
  { from: 'payments', to: 'integrations', reason: 'providers are integrations with credentials' },
  { from: 'platform', to: 'identity', reason: 'the canary has a tenant and a key of its own' },
  { from: 'platform', to: 'webhooks', reason: 'the canary sends itself a webhook' },
  { from: 'rules', to: 'events', reason: 'actions publish events' },
  { from: 'rules', to: 'identity', reason: 'a rule runs with the rights of a user' },
  { from: 'rules', to: 'notifications', reason: 'actions notify users' },
  { from: 'rules', to: 'webhooks', reason: 'actions call webhooks' },
  { from: 'scheduler', to: 'identity', reason: 'a job runs with the rights of its owner' },
  { from: 'scheduler', to: 'toggles', reason: 'a job may need a toggle' },
  { from: 'sync', to: 'entities', reason: 'runs read and write records' },
  { from: 'sync', to: 'integrations', reason: 'runs use the credentials of an integration' },
  { from: 'sync', to: 'progress', reason: 'a run is a job of background work' },
  { from: 'sync', to: 'scheduler', reason: 'schedules of syncs are jobs' },
  { from: 'toggles', to: 'identity', reason: 'a toggle may be a feature of a role' },
  { from: 'webhooks', to: 'events', reason: 'received messages become events' },
  { from: 'webhooks', to: 'progress', reason: 'a replay is a job of background work' },
];

/**
 * The public files of a module. Contracts and code behind `import()` must not load a store, so they use
 * `public-data.ts`, which loads none (`lib/lint/folder-rules.ts`).
 */
const publicFile = /^shared\/modules\/[^/]+\/public(-data|-extension)?\.ts$/;
/** What a team writes against stays where it is when a module is rearranged, so extensions have a public file of their own. */
const extensionFile = /^shared\/modules\/[^/]+\/public-extension\.ts$/;
/** What the catalog gathers of each module. */
const gatheredFile =
  /^shared\/modules\/[^/]+\/(module|events|features|commands|command-handlers|exports|story|attention|search)\.ts$/;
/** Samples use samples of other modules. No function loads them. */
const samplesFile = /^shared\/modules\/.+\/samples\.ts$/;

const moduleOf = (path: string): string | undefined => /^shared\/modules\/([^/]+)\//.exec(path)?.[1];
const nameOf = ({ from, to }: Pick<ModuleArrow, 'from' | 'to'>): string => `${from} → ${to}`;

/** The longest chains of arrows from a module, each module once; a cycle ends the chain. */
function chainsFrom(start: readonly string[], arrows: readonly ModuleArrow[]): string[][] {
  const last = start.at(-1);
  const next = arrows.filter(({ from }) => from === last).map(({ to }) => to);
  if (next.length === 0) return [[...start]];
  return next.flatMap((to) => (start.includes(to) ? [[...start, to]] : chainsFrom([...start, to], arrows)));
}

/** Imports of non-public files of other modules, and public files that are more than lists of exports. */
export function publicFileProblems(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, line }) => {
    const [own, other] = [moduleOf(from), moduleOf(to)];
    if (other === undefined) return [];
    if (from.startsWith('shared/extensions/'))
      return extensionFile.test(to)
        ? []
        : [`${from}:${line}: imports ${to}; extensions use public-extension.ts of ${other}`];
    if (own === other) return publicFile.test(to) ? [`${from}:${line}: ${to} is for other modules`] : [];
    if (publicFile.test(from)) return [`${from}:${line}: lists what is of ${other}, not of ${own}`];
    const isAllowed =
      publicFile.test(to) ||
      (samplesFile.test(from) && samplesFile.test(to)) ||
      (from.startsWith('shared/catalog/') && gatheredFile.test(to)) ||
      !/^shared\/(modules|catalog)\//.test(from);
    return isAllowed ? [] : [`${from}:${line}: imports ${to}, which is not a public file of ${other}`];
  });
}

/** Problems of the arrows between modules: unnamed, unused or too many arrows, cycles, and too long chains. */
export function arrowProblems(
  imports: readonly Import[],
  arrows: readonly ModuleArrow[] = moduleArrows,
): string[] {
  const allowed = new Set(arrows.map(nameOf));
  const used = new Map<string, Import>();
  for (const one of imports) {
    const [from, to] = [moduleOf(one.from), moduleOf(one.to)];
    if (from !== undefined && to !== undefined && from !== to) used.set(nameOf({ from, to }), one);
  }
  const chains = [...new Set(arrows.map(({ from }) => from))].flatMap((from) => chainsFrom([from], arrows));
  return [
    ...[...used].flatMap(([name, { from, line }]) =>
      allowed.has(name)
        ? []
        : [`${from}:${line}: the arrow ${name} is not allowed (lib/lint/module-graph.ts)`],
    ),
    ...[...allowed].flatMap((name) => (used.has(name) ? [] : [`no import needs the arrow ${name}`])),
    ...(arrows.length > maxArrows ? [`${arrows.length} arrows between modules, more than ${maxArrows}`] : []),
    ...chains.flatMap((chain) => {
      const text = chain.join(' → ');
      if (new Set(chain).size < chain.length) return [`modules form a cycle: ${text}`];
      return chain.length - 1 > maxChainArrows
        ? [`a chain of more than ${maxChainArrows} arrows: ${text}`]
        : [];
    }),
  ];
}
