/** Text stays inline only within both limits (contract §4). */
export interface TextLimits {
  /** UTF-16 code units. */
  readonly chars: number;
  /** Bytes of UTF-8. */
  readonly bytes: number;
}

export function fitsInline(text: string, limits: TextLimits): boolean {
  return text.length <= limits.chars && Buffer.byteLength(text) <= limits.bytes;
}
