/** Least privilege holds in both directions: a missing grant breaks a request, a superfluous one is reported. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { startRuntime } from '../../../lib/demo/runtime.ts';
import { aRule } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { editTemplates } from '../../support/runtime/assembly.ts';

callOverHttp();

interface Statement {
  Action: string[];
  Resource: unknown;
  Condition?: unknown;
}

/** Edits the statements of one function's role in the synthesized templates. */
function editGrants(
  assemblyDir: string,
  functionName: string,
  edit: (statements: Statement[]) => Statement[],
) {
  editTemplates(assemblyDir, ({ Resources }) => {
    const lambda = Object.values(Resources).find(
      ({ Properties }) => Properties?.FunctionName === functionName,
    );
    if (lambda === undefined) return;
    const { Role } = lambda.Properties as { Role: { 'Fn::GetAtt': [string, string] } };
    const policies = (Resources[Role['Fn::GetAtt'][0]]?.Properties?.Policies ?? []) as {
      PolicyDocument: { Statement: Statement[] };
    }[];
    const [policy] = policies;
    if (policy) policy.PolicyDocument.Statement = edit(policy.PolicyDocument.Statement);
  });
}

/** Starts a runtime with edited grants, creates one rule as the demo's admin, and returns response and log. */
async function createRuleWith(edit: (statements: Statement[]) => Statement[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'grants-test-'));
  const functionName = 'pm-local-rules-create-rule';
  const runtime = await startRuntime({
    port: 0,
    dataDir,
    assemblyDir: inject('assemblyDir'),
    quiet: true,
    transform: (assemblyDir) => editGrants(assemblyDir, functionName, edit),
  });
  try {
    const { keys } = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
    const response = await fetch(`${runtime.baseUrl}/api/business_rules/rules`, {
      method: 'POST',
      headers: { 'x-api-key': keys.acmeAdmin, 'content-type': 'application/json' },
      body: JSON.stringify(aRule()),
    });
    const requestId = response.headers.get('x-request-id');
    const logs = await (await fetch(`${runtime.controlUrl}/logs?requestId=${requestId}`)).text();
    const grants = (await (await fetch(`${runtime.controlUrl}/grants`)).json()) as {
      unused: { functionName: string; action: string }[];
    };
    const unused = grants.unused.filter((grant) => grant.functionName === functionName);
    return {
      status: response.status,
      body: await response.text(),
      logs,
      unused: unused.map(({ action }) => action),
    };
  } finally {
    await runtime.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const withoutAction = (action: string) => (statements: Statement[]) =>
  statements.map((statement) => ({
    ...statement,
    Action: statement.Condition ? statement.Action : statement.Action.filter((one) => one !== action),
  }));

describe('the grants of a function', () => {
  it('are all needed: without PutItem a create fails, and the log names action and resource', async () => {
    const { status, body, logs } = await createRuleWith(withoutAction('dynamodb:PutItem'));
    expect(status).toBe(500);
    expect(body).not.toContain('dynamodb');
    expect(logs).toContain('dynamodb:PutItem');
    expect(logs).toContain('table/platform-modules-local');
  });

  it('are audited: one that no request used is reported by name', async () => {
    const { status, unused } = await createRuleWith((statements) =>
      statements.map((statement) =>
        statement.Action.includes('dynamodb:PutItem')
          ? { ...statement, Action: [...statement.Action, 'dynamodb:Scan'] }
          : statement,
      ),
    );
    expect(status).toBe(201);
    expect(unused).toContain('dynamodb:Scan');
    expect(unused).not.toContain('dynamodb:PutItem');
  });
});
