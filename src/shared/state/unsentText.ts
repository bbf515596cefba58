/**
 * What stays of the composer's text once `sent` is on its way: what was typed behind it, or all of it when it was
 * replaced meanwhile. The host keeps the draft by this rule and the view what is typed ahead of it, so both agree.
 */
export function unsentText(text: string, sent: string): string {
  return sent !== '' && text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
