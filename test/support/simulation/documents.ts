/**
 * Clients read a document and change it under If-Match. Every document is a register with compare-and-set: no change is
 * overwritten unseen, no client sees an older state after a newer one, and each change has its event.
 */

import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { History } from '../../../lib/lab/faults/simulation/history.ts';
import { linearize, type Model } from '../../../lib/lab/faults/simulation/linearizability.ts';
import { clients, findingOf, type Scenario } from '../../../lib/lab/faults/simulation/scenario.ts';
import { Simulation } from '../../../lib/lab/faults/simulation/simulation.ts';
import { rulePath, rulesPath } from '../builders/rules.ts';
import { aRule } from '../builders/tenants.ts';
import { aSuperAdmin, aToggle, globalPath, togglePath } from '../builders/toggles.ts';
import type { Api, TestResponse } from '../clients/api.ts';
import { watchStoredEvents } from './stored-events.ts';

const changesEach = 3;

interface Kind {
  name: string;
  changed: string;
  create(api: Api): Promise<TestResponse>;
  read(api: Api, id: string): Promise<{ etag: string; value: string } | undefined>;
  write(api: Api, id: string, value: string, etag: string): Promise<TestResponse>;
}

const recordsPath = '/api/entities/records';
const recordType = 'sales.order';
const etagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? '';

const record: Kind = {
  name: 'records',
  changed: `${recordType}.updated`,
  create: (api) => api.post(recordsPath, { body: { entityType: recordType, fields: { value: 'first' } } }),
  async read(api, id) {
    const { status, body } = await api.get<{ items: { fields: { value: string }; version: number }[] }>(
      `${recordsPath}?entityType=${recordType}&id=${id}`,
    );
    const item = status === 200 ? body.items[0] : undefined;
    return item && { etag: `"${item.version}"`, value: item.fields.value };
  },
  write: (api, id, value, etag) =>
    api.put(recordsPath, { body: { id, fields: { value } }, headers: { 'if-match': etag } }),
};

const rule: Kind = {
  name: 'rules',
  changed: 'business_rules.rule.updated',
  create: (api) => api.post(rulesPath, { body: aRule({ ruleName: 'first' }) }),
  async read(api, id) {
    const answer = await api.get(rulePath(id));
    return answer.status === 200 ? { etag: etagOf(answer), value: String(answer.body.ruleName) } : undefined;
  },
  write: (api, id, ruleName, etag) =>
    api.put(rulesPath, { body: { id, ruleName }, headers: { 'if-match': etag } }),
};

const toggle: Kind = {
  name: 'toggles',
  changed: 'feature_toggles.toggle.updated',
  create: (api) => api.post(globalPath, { body: aToggle({ name: 'first' }) }),
  async read(api, id) {
    const answer = await api.get(togglePath(id));
    return answer.status === 200 ? { etag: etagOf(answer), value: String(answer.body.name) } : undefined;
  },
  write: (api, id, name, etag) => api.put(globalPath, { body: { id, name }, headers: { 'if-match': etag } }),
};

type Call = { read: true } | { write: string; onto: string };
type Outcome = { value: string } | { isWritten: boolean };

/** The state is the value that is stored. */
const register: Model<string, Call, Outcome> = {
  initial: 'first',
  keyOf: (value) => value,
  apply(value, call, outcome) {
    if ('read' in call)
      return outcome === undefined || ('value' in outcome && outcome.value === value) ? value : undefined;
    const isCurrent = call.onto === value;
    if (outcome === undefined) return isCurrent ? call.write : value;
    return 'isWritten' in outcome && outcome.isWritten === isCurrent
      ? isCurrent
        ? call.write
        : value
      : undefined;
  },
};

function scenarioOf(kind: Kind): Scenario {
  return {
    name: `${kind.name} under If-Match`,
    async run({ seed, shares, sabotage }) {
      const { api } = await aSuperAdmin();
      const created = await kind.create(api);
      const id = String(created.body.id);
      const eventsWith = await watchStoredEvents();
      const random = seededRandom(`${kind.name} under If-Match`, seed);
      const simulation = new Simulation({ random, shares, sabotage });
      const history = new History<Call, Outcome>(simulation);

      await simulation.run(
        clients.map(() => async (client) => {
          for (let change = 0; change < changesEach; change += 1) {
            let etag = '';
            const seen = await history.record(client, { read: true }, async () => {
              const found = await kind.read(api, id);
              etag = found?.etag ?? '';
              return found && { value: found.value };
            });
            if (seen === undefined || !('value' in seen)) continue;
            const value = `client ${client}, change ${change}`;
            await history.record(client, { write: value, onto: seen.value }, async () => {
              const { status } = await kind.write(api, id, value, etag);
              if (status === 200 || status === 412) return { isWritten: status === 200 };
              return undefined;
            });
          }
        }),
      );

      const last = await kind.read(api, id);
      await history.record(0, { read: true }, async () => last && { value: last.value });
      const problems: string[] = [];
      if (linearize(history.operations, register) === undefined)
        problems.push('no order of the operations explains what the clients saw');
      const revisions = Number(last?.etag.replaceAll('"', ''));
      const events = (await eventsWith(id)).filter((type) => type === kind.changed).length;
      if (events !== revisions - 1) problems.push(`${revisions - 1} changes have ${events} events`);
      return findingOf(simulation, problems, history.operations);
    },
  };
}

export const documents: readonly Scenario[] = [record, rule, toggle].map(scenarioOf);
