/** Reads the templates of an assembly folder before a deployment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface Template {
  Metadata?: Record<string, unknown>;
  Resources: Record<string, TemplateResource>;
}

/** The bootstrap version that the environment of a stack needs. */
export interface BootstrapRequirement {
  /** SSM parameter with the version. */
  parameter: string;
  minVersion: number;
}

export interface StackToDeploy {
  name: string;
  /** Its region; undefined uses the deployment's region. */
  region: string | undefined;
  template: Template;
  bootstrap?: BootstrapRequirement | undefined;
}

interface Manifest {
  artifacts: Record<
    string,
    {
      type: string;
      environment?: string;
      properties?: {
        templateFile?: string;
        stackName?: string;
        bootstrapStackVersionSsmParameter?: string;
        requiresBootstrapStackVersion?: number;
      };
    }
  >;
}

/** Whether the resource is kept when its stack is deleted. */
export const isRetained = ({ DeletionPolicy = '' }: TemplateResource): boolean =>
  DeletionPolicy.startsWith('Retain');

/** Resources of a type in a template. */
export function resourcesOfType(template: Template | undefined, type: string): TemplateResource[] {
  return Object.values(template?.Resources ?? {}).filter(({ Type }) => Type === type);
}

/** Reads the stacks of an assembly folder. Throws for another folder. */
export function readStacks(directory: string): StackToDeploy[] {
  const { artifacts } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  return Object.entries(artifacts).flatMap(([id, { type, environment = '', properties }]) => {
    if (type !== 'aws:cloudformation:stack' || properties?.templateFile === undefined) return [];
    const region = environment.split('/').at(-1);
    const { bootstrapStackVersionSsmParameter: parameter, requiresBootstrapStackVersion: minVersion = 0 } =
      properties;
    return [
      {
        name: properties.stackName ?? id,
        region: region === 'unknown-region' ? undefined : region,
        template: JSON.parse(readFileSync(join(directory, properties.templateFile), 'utf8')) as Template,
        bootstrap: parameter === undefined ? undefined : { parameter, minVersion },
      },
    ];
  });
}
