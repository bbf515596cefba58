/** Said to whoever is not the browser that is waited for. */
export const strayPage = page('Nothing to see here', 'This address belongs to a sign-in of Patchbay.');

/** What the person sees when the browser ends here. It does not say whether the sign-in was successful: that is known later. */
export function finishedPage(server: string): string {
  return page('Back to Patchbay', `Your answer for ${server} has arrived. You can close this window.`);
}

function page(title: string, text: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${escaped(title)}</title>`,
    '<style>body{font:16px/1.5 system-ui,sans-serif;margin:4rem auto;max-width:32rem;padding:0 1rem}</style></head>',
    `<body><h1>${escaped(title)}</h1><p>${escaped(text)}</p></body>`,
    '</html>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? '');
}
