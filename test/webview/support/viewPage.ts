import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { ViewState } from '../../../src/shared/state/viewState.ts';
import { viewPolicy } from '../../../src/vscode/viewPolicy.ts';
import { initialState } from './builders.ts';
import { editorStyles } from './editorStyles.ts';
import type { HostAnswers } from './viewHost.ts';
import { ViewHost } from './viewHost.ts';
import { PagePort } from './pagePort.ts';
import type { ThemeName } from './theme.ts';
import { readTheme } from './theme.ts';

const origin = 'https://view.test';
const built = new URL('../../../dist/webview/', import.meta.url);

const nonce = 'n0nce';

export interface ViewPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly state?: Partial<ViewState>;
  readonly answers?: Partial<HostAnswers>;
}

/** The real bundle in a real browser, with a host beside it. */
export interface ViewPage {
  readonly page: Page;
  readonly host: ViewHost;
  readonly port: PagePort;
  /** What the browser refused by the policy, and errors that nobody caught. */
  readonly faults: string[];
  close(): Promise<void>;
}

const noAnswers: HostAnswers = {
  resources: [],
  prompts: [],
  tools: () => [],
  completions: () => [],
  submit: () => ({ status: 'started' }),
  resend: () => ({ status: 'started' }),
  goOn: () => ({ status: 'started' }),
  elicitation: () => ({ status: 'answered' }),
  runPrompt: () => ({ status: 'started' }),
  content: () => '',
  image: () => 'data:image/png;base64,iVBORw0KGgo=',
};

/** Opens the view and waits until it is drawn. */
export async function openView(browser: Browser, options: ViewPageOptions = {}): Promise<ViewPage> {
  const { theme = 'dark', width = 450, height = 700 } = options;
  const page = await browser.newPage({ viewport: { width, height } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== origin) {
      faults.push(`Request to ${url.href}`);
      return route.abort();
    }
    if (url.pathname === '/') {
      const headers = { 'content-security-policy': viewPolicy(origin, nonce) };
      return route.fulfill({ contentType: 'text/html', headers, body: documentIn(theme) });
    }
    if (url.pathname === '/theme.css') {
      return route.fulfill({ contentType: 'text/css', body: editorStyles(readTheme(theme)) });
    }
    return route.fulfill({ path: fileURLToPath(new URL(`.${url.pathname}`, built)) });
  });
  const port = await PagePort.install(page);
  const state = { ...initialState, ...options.state };
  const host = new ViewHost(port, state, { ...noAnswers, ...options.answers });
  await page.goto(`${origin}/`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const close = async (): Promise<void> => {
    host.dispose();
    await port.arrived();
    await page.close();
  };
  return { page, host, port, faults, close };
}

/** The document as the editor makes it: the theme on the root and the body, the editor's default styles in a layer. */
function documentIn(theme: ThemeName): string {
  const { kind } = readTheme(theme);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta property="csp-nonce" content="${nonce}">
<title>Patchbay</title>
<link rel="stylesheet" href="${origin}/theme.css">
<link rel="stylesheet" href="${origin}/main.css">
</head>
<body class="${kind}" data-vscode-theme-kind="${kind}">
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${origin}/main.js"></script>
</body>
</html>`;
}
