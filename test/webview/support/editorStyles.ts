import type { Theme } from './theme.ts';

/** The styles that the editor puts into every webview, in its own cascade layer, and the variables of a theme. */
export function editorStyles({ variables }: Theme): string {
  const declarations = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `:root { ${declarations.join(' ')} }
/* What lies behind the view in the side bar. */
:root { background: var(--vscode-sideBar-background); }
@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body {
    overscroll-behavior-x: none;
    background-color: transparent;
    color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family);
    font-weight: var(--vscode-font-weight);
    font-size: var(--vscode-font-size);
    margin: 0;
    padding: 0 20px;
  }
  img, video { max-width: 100%; max-height: 100%; }
  a, a code { color: var(--vscode-textLink-foreground); }
  p > a { text-decoration: var(--text-link-decoration); }
  a:hover { color: var(--vscode-textLink-activeForeground); }
  a:focus, input:focus, select:focus, textarea:focus {
    outline: 1px solid -webkit-focus-ring-color;
    outline-offset: -1px;
  }
  code {
    color: var(--vscode-textPreformat-foreground);
    background-color: var(--vscode-textPreformat-background);
    padding: 1px 3px;
    border-radius: 4px;
  }
  pre code { padding: 0; }
  blockquote {
    background: var(--vscode-textBlockQuote-background);
    border-color: var(--vscode-textBlockQuote-border);
  }
}`;
}
