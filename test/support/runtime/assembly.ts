/** Changes synthesized templates, for tests with other settings than the product's. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LocalTemplate {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/** Passes each template of the assembly to `edit` and writes the result back. */
export function editTemplates(assemblyDir: string, edit: (template: LocalTemplate) => void): void {
  for (const name of readdirSync(assemblyDir)) {
    if (!name.endsWith('.template.json')) continue;
    const path = join(assemblyDir, name);
    const template: LocalTemplate = JSON.parse(readFileSync(path, 'utf8'));
    edit(template);
    writeFileSync(path, JSON.stringify(template));
  }
}

interface Variable {
  Name: string;
  Value: unknown;
}

/** Changes settings of every function and task of a template. */
export function changeSettings({ Resources }: LocalTemplate, settings: Record<string, string>): void {
  for (const { Type, Properties } of Object.values(Resources)) {
    if (Type === 'AWS::Lambda::Function') {
      const environment = Properties?.Environment as { Variables: Record<string, unknown> } | undefined;
      Object.assign(environment?.Variables ?? {}, settings);
    }
    if (Type !== 'AWS::ECS::TaskDefinition') continue;
    const containers = (Properties?.ContainerDefinitions ?? []) as { Environment?: Variable[] }[];
    for (const container of containers) {
      for (const variable of container.Environment ?? []) {
        variable.Value = settings[variable.Name] ?? variable.Value;
      }
    }
  }
}
