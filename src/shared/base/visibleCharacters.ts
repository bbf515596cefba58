/**
 * What hides, reorders, joins or is obeyed instead of read: control characters except tab and line feed, the line and
 * paragraph separators, bidirectional controls, whatever Unicode lets a font leave out, and what fonts draw as nothing
 * (the blank Braille pattern, interlinear annotation marks).
 */
const hidden = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** An emoji with what may follow one; joined by U+200D they are one picture. */
const emoji = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;

/**
 * Where ordinary text needs such characters: the pictures that emoji make together, keycaps, the flags of regions,
 * joiners inside words of the scripts that have them, and variants of Mongolian and Han characters.
 */
const ordinary = [
  String.raw`[0-9#*]\ufe0f\u20e3`,
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`${emoji}(?:\u200d${emoji})*`,
  String.raw`(?=[\u200c\u200d])(?<=[${joiningScripts()}]\p{M}*)[\u200c\u200d](?=[${joiningScripts()}])`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
].join('|');

const ordinaryOrHidden = new RegExp(`(${ordinary})|${hidden.source}`, 'gu');

/**
 * Writes hidden characters as `\u202e` or `\u{e0041}`, so that they can only be read. For names, commands and whatever a
 * person consents to.
 */
export function visibleCharacters(text: string): string {
  return text.replace(hidden, escaped);
}

/** The same for prose, which keeps the hidden characters that its emoji and scripts are written with. */
export function visibleProse(text: string): string {
  return text.replace(ordinaryOrHidden, (found, kept: string | undefined) => kept ?? escaped(found));
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

function joiningScripts(): string {
  const names = ['Arabic', 'Syriac', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'];
  const more = ['Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Mongolian'];
  return [...names, ...more].map((name) => String.raw`\p{Script=${name}}`).join('');
}
