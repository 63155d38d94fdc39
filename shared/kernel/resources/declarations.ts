/** What functions must know of all declared resources: events, features and routes. */
import { type EventSpec, resourceData, resourceEvents } from '../events/definition.ts';
import { capital, type Resource, withArticle } from './resource.ts';

/** The events `<name>.created`, `.updated` and `.deleted`. */
export function eventsOf({ name, one, fields, event }: Resource): EventSpec[] {
  const shown = Object.entries(fields).filter(([field]) => event.includes(field));
  const start = capital(withArticle(one));
  return resourceEvents(resourceData(one, 'organization', Object.fromEntries(shown)), {
    [`${name}.created`]: `${start} was created.`,
    [`${name}.updated`]: `${start} was changed.`,
    [`${name}.deleted`]: `${start} was deleted.`,
  });
}

/** Titles of the features, for roles. */
export function featuresOf({ many, features }: Resource): Record<string, string> {
  return {
    [features.delete]: `Delete ${many}`,
    [features.change]: `Change ${many}`,
    [features.create]: `Create ${many}`,
    [features.view]: `Read and search ${many}`,
  };
}

/** The methods of the resource's paths. */
export function methodsOf({ path, api: { ids = 'path' } = {} }: Resource): Record<string, string> {
  return ids === 'path'
    ? { [path]: 'GET POST', [`${path}/{id}`]: 'DELETE GET PUT' }
    : { [path]: 'DELETE GET POST PUT', [`${path}/{id}`]: 'GET' };
}
