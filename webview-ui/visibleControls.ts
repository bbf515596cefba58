const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Makes characters visible that would otherwise hide, reorder or join what a person is about to consent to:
 * control characters, bidirectional controls and characters without width. Tab and line feed stay.
 */
export function visibleControls(value: string): string {
  return value.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
