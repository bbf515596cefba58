/** The first `chars` code units at most; never half of a surrogate pair. What follows them is not kept in memory. */
export function headOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  // Engines make a slice a view into the whole text, which then lives as long as the slice; a clone is a copy.
  return structuredClone(text.slice(0, isHighSurrogate ? chars - 1 : chars));
}
