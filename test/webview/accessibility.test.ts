import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { anUnapprovedServer, aPrompt, aResource, aServer, aTemplate } from './support/builders.ts';
import type { ThemeName } from './support/theme.ts';
import { aReadTarget, aTool, TurnEvents } from './support/turnEvents.ts';
import type { ViewPage } from './support/viewPage.ts';
import { viewSuite } from './support/viewSuite.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

describe('Assistive technology', () => {
  const withView = viewSuite();
  const answers = {
    resources: [aResource(), aTemplate()],
    prompts: [aPrompt()],
    completions: () => ['Paris', 'Prague'],
  };

  const scenes: Record<string, (view: ViewPage) => Promise<void>> = {
    'an empty conversation': () => Promise.resolve(),
    'a conversation with everything in it': showConversation,
    'an approval of a tool': async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const target = aTool({ description: 'Books', annotations: { destructiveHint: true } });
      host.advance(turn.started('Go'), turn.callReady('c1', target, { city: 'Paris' }), turn.approvalRequested('c1'));
      await page.getByRole('button', { name: 'Add a note for the model' }).click();
      await page.getByRole('alertdialog').getByRole('textbox').waitFor();
    },
    'an approval of a resource': async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Go'), turn.callReady('c1', aReadTarget(), {}), turn.approvalRequested('c1'));
      await page.getByRole('alertdialog').waitFor();
    },
    'the servers': async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByRole('region', { name: 'Servers' }).waitFor();
    },
    'the resource picker': async ({ page }) => {
      await page.getByRole('button', { name: 'Attach resource' }).click();
      await page.getByRole('option').first().waitFor();
    },
    'a form with proposals': async ({ page }) => {
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await page.getByRole('option', { name: /Plan a trip/ }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('option', { name: 'Prague' }).waitFor();
    },
    'the menu of prompts': async ({ page }) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('/');
      await page.getByRole('option').first().waitFor();
    },
  };

  for (const theme of ['dark', 'light', 'highContrast'] satisfies ThemeName[]) {
    for (const [scene, show] of Object.entries(scenes)) {
      it(`finds nothing to complain about in ${scene}, ${theme}`, () =>
        withView(
          {
            theme,
            width: 300,
            height: 900,
            answers,
            state: {
              servers: [
                aServer(),
                anUnapprovedServer({ name: 'shared-tools' }),
                aServer({ name: 'broken', status: 'failed', error: 'Not found. Install it.' }),
              ],
              draft: {
                text: '',
                revision: 0,
                attachments: [{ server: 'tour', uri: 'docs://handbook', name: 'Handbook' }],
              },
            },
          },
          async (view) => {
            await show(view);
            assert.deepEqual(await violationsOf(view.page), []);
          },
        ));
    }
  }
});

async function showConversation({ page, host }: ViewPage): Promise<void> {
  const turn = new TurnEvents('t1');
  const cut = { threadId: 'thread-1', ownerId: 'm1', block: 0, chars: 123_456 };
  host.advance(
    turn.started('What about hotels?'),
    turn.material('m1', 'docs://handbook', [{ type: 'text', text: 'Hotels', cut }]),
    turn.prompt('plan_trip', { city: 'Paris' }, [{ type: 'text', text: 'Plan it' }]),
    turn.warning('No such server.'),
    turn.reasoning('Thinking'),
    turn.text(
      '# Title\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code` and [link](https://a.example)\n\n',
    ),
    turn.text('```ts\nconst a = 1;\n```\n\n> quoted\n'),
    turn.callReady('c1', aTool(), { city: 'Paris' }),
    turn.running('c1'),
    turn.failed('c1', [{ type: 'text', text: 'No room.' }]),
    turn.callReady('c2', aTool({ tool: 'other' }), {}),
    turn.running('c2'),
    turn.progress('c2', 1, 3, 'Asking'),
  );
  await page.getByRole('progressbar').waitFor();
  await page.getByText('docs://handbook').click();
  await page.getByText('Reasoning').click();
  await page.getByText('Thinking').waitFor();
}

/** All rules of axe-core, also those that are advice. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  // Through the debugger, which no policy of the page stands in the way of.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: readonly Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
