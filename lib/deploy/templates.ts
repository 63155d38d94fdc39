/** Templates of an assembly folder, as a deployment looks at them before it begins. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface Template {
  Resources: Record<string, TemplateResource>;
}

export interface StackToDeploy {
  name: string;
  /** Where it must be; undefined is wherever the deployment goes. */
  region: string | undefined;
  template: Template;
}

interface Manifest {
  artifacts: Record<
    string,
    { type: string; environment?: string; properties?: { templateFile?: string; stackName?: string } }
  >;
}

/** The stacks of an assembly folder. Throws when it is none. */
export function readStacks(directory: string): StackToDeploy[] {
  const { artifacts } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  return Object.entries(artifacts).flatMap(([id, { type, environment = '', properties }]) => {
    if (type !== 'aws:cloudformation:stack' || properties?.templateFile === undefined) return [];
    const region = environment.split('/').at(-1);
    return [
      {
        name: properties.stackName ?? id,
        region: region === 'unknown-region' ? undefined : region,
        template: JSON.parse(readFileSync(join(directory, properties.templateFile), 'utf8')) as Template,
      },
    ];
  });
}
