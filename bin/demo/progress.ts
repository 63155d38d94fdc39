import type { Tour } from './tour.ts';

/** A worker reports its progress, and users watch it. */
export async function progressSteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Progress');
  const key = 'acmeAdmin';
  const path = '/api/progress/jobs';
  const { id } = await sample('A worker creates a progress job', 'createProgressJob', {
    key,
    body: { name: `Reindex ${tag}` },
  });
  await sample('It starts, and reports four hundred items', 'updateProgressJob', {
    key,
    params: { id: String(id) },
  });
  await step('List the active jobs, as users with the right see them', {
    method: 'GET',
    path: '/api/progress/active',
    key: 'acmeViewer',
    expect: 200,
    show: ({ active }) => {
      const jobs = active as Record<string, unknown>[];
      return jobs.map(({ name, status, progressPercent }) => ({ name, status, progressPercent }));
    },
  });
  await step('A user requests its cancellation', {
    method: 'DELETE',
    path: `${path}/${id}`,
    key,
    expect: 200,
  });
  await step('The next update returns the request', {
    method: 'PUT',
    path: `${path}/${id}`,
    key,
    expect: 200,
    body: { processedCount: 500 },
  });
  await step('The worker stops', {
    method: 'PUT',
    path: `${path}/${id}`,
    key,
    expect: 200,
    body: { status: 'cancelled' },
  });
  await step('A finished job cannot be cancelled', {
    method: 'DELETE',
    path: `${path}/${id}`,
    key,
    expect: 400,
  });
}
