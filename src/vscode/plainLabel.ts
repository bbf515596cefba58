import { visibleCharacters } from '../shared/base/visibleCharacters.ts';

/** Text of a server for a row of a picker: with its hidden characters written out, and none of it drawn as an icon. */
export function plainLabel(text: string): string {
  return visibleCharacters(text).replaceAll('$(', '\\$(');
}
