/** Requests that wait until the user has proved a second factor again. */
import { isJsonObject } from './json.ts';
import { createStore } from './store.ts';

/** Settles the waiting requests: true once the factor is proved, false if the user declines. */
type Answer = (isProved: boolean) => void;

export const waitingStepUp = createStore<Answer | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** Asks the user for a second factor; several requests at the same time ask once. */
export function askForFactor(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => waitingStepUp.set(resolve)).finally(() => {
    asking = undefined;
    waitingStepUp.set(undefined);
  });
  return asking;
}

/** Whether the API refuses a request until the user proves a second factor again. */
export async function needsStepUp(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isJsonObject(body) && body.code === 'step_up_required';
}
