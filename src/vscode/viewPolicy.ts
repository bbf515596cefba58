/**
 * The Content Security Policy of the chat view: its own script by nonce, with what that imports, its own styles, fonts
 * and images, and nothing from the network. `source` is where the files of the view come from.
 */
export function viewPolicy(source: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // The toolkit tries out a selector in a style element of its own, with the nonce of the document's meta element.
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src ${source} data:`,
    // Not covered by default-src: where relative addresses lead, and where a form goes.
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
