import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { viewPolicy } from './viewPolicy.ts';

/** The document of the chat view, under a strict policy: only its own script by nonce, no network. */
export function webviewHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${viewPolicy(webview.cspSource, nonce)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<link rel="stylesheet" href="${file('main.css')}">
<title>Patchbay</title>
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${file('main.js')}"></script>
</body>
</html>`;
}
