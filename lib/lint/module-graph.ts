/** Which module may use which, and by which files. A module that is not named here after another learns of it by events or through the kernel. */
import type { Import } from './import-graph.ts';

export interface ModuleArrow {
  from: string;
  to: string;
  /** Why neither an event nor the kernel would do. */
  reason: string;
}

/** More arrows, or longer chains, make modules one thing that is changed together. */
export const maxArrows = 25;
export const maxChainArrows = 4;

export const moduleArrows: readonly ModuleArrow[] = [
  { from: 'attachments', to: 'entities', reason: 'files carry custom fields and belong to records' },
  {
    from: 'attachments',
    to: 'integrations',
    reason: 'recognition of text is switched on and off as an integration',
  },
  { from: 'email', to: 'identity', reason: 'mails go to users, whose rights choose the recipients' },
  { from: 'email', to: 'notifications', reason: 'a mail says what its notification says' },
  { from: 'events', to: 'entities', reason: 'the types of own events follow those of entities' },
  { from: 'events', to: 'identity', reason: 'a stream ends when its key or user is gone' },
  {
    from: 'integrations',
    to: 'webhooks',
    reason: 'custom webhooks are switched on and off as an integration',
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
];

/**
 * The files by which others use a module. Contracts must not bring a store along, and of what is loaded by `import()`
 * a bundle takes every file that it names: each of the two has a file of its own where it needs one.
 */
const publicFile = /^shared\/modules\/[^/]+\/public(-contract|-light|-extension)?\.ts$/;
/** What a team writes against stays where it is when a module is rearranged, so extensions have a public file of their own. */
const extensionFile = /^shared\/modules\/[^/]+\/public-extension\.ts$/;
/** What the catalog gathers of each module. */
const gatheredFile =
  /^shared\/modules\/[^/]+\/(module|events|features|commands|command-handlers|exports)\.ts$/;
/** Samples build on samples of other modules. No function loads them. */
const samplesFile = /^shared\/modules\/.+\/samples\.ts$/;

const moduleOf = (path: string): string | undefined => /^shared\/modules\/([^/]+)\//.exec(path)?.[1];
const nameOf = ({ from, to }: Pick<ModuleArrow, 'from' | 'to'>): string => `${from} → ${to}`;

/** The longest ways along arrows from a module, each without a module twice; a way that comes back ends there. */
function chainsFrom(start: readonly string[], arrows: readonly ModuleArrow[]): string[][] {
  const last = start.at(-1);
  const next = arrows.filter(({ from }) => from === last).map(({ to }) => to);
  if (next.length === 0) return [[...start]];
  return next.flatMap((to) => (start.includes(to) ? [[...start, to]] : chainsFrom([...start, to], arrows)));
}

/** Imports past the public files of a module, and what makes a public file more than a list of what others may use. */
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

/** What is wrong with the arrows between modules: unnamed or unused ones, too many, rings, and chains that are too long. */
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
      allowed.has(name) ? [] : [`${from}:${line}: no arrow ${name} (lib/lint/module-graph.ts)`],
    ),
    ...[...allowed].flatMap((name) => (used.has(name) ? [] : [`no import needs the arrow ${name}`])),
    ...(arrows.length > maxArrows ? [`${arrows.length} arrows between modules, of ${maxArrows}`] : []),
    ...chains.flatMap((chain) => {
      const text = chain.join(' → ');
      if (new Set(chain).size < chain.length) return [`modules form a ring: ${text}`];
      return chain.length - 1 > maxChainArrows
        ? [`a chain of more than ${maxChainArrows} arrows: ${text}`]
        : [];
    }),
  ];
}
