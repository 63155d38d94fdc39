/** Clients publish one event under one id, and repeat it until it is accepted. It is published once. */

import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { History } from '../../../lib/lab/faults/simulation/history.ts';
import { clients, findingOf, type Scenario } from '../../../lib/lab/faults/simulation/scenario.ts';
import { Simulation } from '../../../lib/lab/faults/simulation/simulation.ts';
import { aTenant } from '../builders/tenants.ts';
import { eventType } from '../builders/webhooks.ts';
import { watchStoredEvents } from './stored-events.ts';

const eventsEach = 2;
const maxTries = 8;

export const publishedEvents: Scenario = {
  name: 'events published under one id',
  async run({ seed, shares, sabotage }) {
    const { api, tenantId } = await aTenant();
    const eventsWith = await watchStoredEvents();
    const simulation = new Simulation({ random: seededRandom('events', seed), shares, sabotage });
    const history = new History<{ id: string }, { status: number }>(simulation);
    const publish = (client: number, id: string) =>
      history.record(client, { id }, async () => {
        const { status } = await api.post('/api/events', { body: { type: eventType, data: { id }, id } });
        return status < 300 ? { status } : undefined;
      });

    await simulation.run(
      clients.map(() => async (client) => {
        for (let event = 0; event < eventsEach; event += 1) {
          for (let tries = 0; tries < maxTries; tries += 1)
            if ((await publish(client, `event-${event}`)) !== undefined) break;
        }
      }),
    );

    const problems: string[] = [];
    for (let event = 0; event < eventsEach; event += 1) {
      const id = `event-${event}`;
      const isAccepted = history.operations.some(
        ({ call, outcome }) => call.id === id && outcome !== undefined,
      );
      const times = (await eventsWith(`"id":"${id}","tenantId":"${tenantId}"`)).length;
      if (times > 1 || (isAccepted && times === 0)) problems.push(`${id} was published ${times} times`);
    }
    return findingOf(simulation, problems, history.operations);
  },
};
