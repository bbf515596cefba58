import { isAbsolute, join, relative, sep } from 'node:path';
import { firstFew } from '../../../shared/base/firstFew.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Warning } from '../../../shared/thread/threadEvent.ts';
import { headOf } from '../../base/headOf.ts';
import { InstructionFileReader } from './instructionFile.ts';

/** The workspace whose instruction files count. */
export interface InstructionPlace {
  /** Absolute path of the workspace root; without one, `cwd` is it. */
  readonly folder?: string | undefined;
  readonly cwd: string;
  /** Nothing is read of a workspace that is not trusted. Asked each time, since trust can be given later. */
  readonly isTrusted: () => boolean;
}

/** The text of one file, by its path from the workspace root with `/` between folders. */
export interface InstructionText {
  readonly path: string;
  readonly text: string;
}

export interface ReadInstructions {
  readonly files: readonly InstructionText[];
  /** `instructions_cut` or `instructions_failed`. */
  readonly warnings: readonly Warning[];
}

/** Of all files together, in UTF-16 code units. */
const mostChars = 32_000;
/** In each folder the first of these that is there. */
const folderFiles = ['AGENTS.md', 'CLAUDE.md'];
/** In the root also this, when neither is there. */
const rootFile = join('.github', 'copilot-instructions.md');
/** In the root, always, and last: the person's own for this checkout. */
const localFile = join('.patchbay', 'instructions.md');

/**
 * The project's own instructions for agents (docs/adr/0018-instruction-files.md): from the workspace root down to the
 * current folder the first of `AGENTS.md` and `CLAUDE.md`, then `.patchbay/instructions.md`. Files are read when they
 * changed. A file that cannot be read is a warning, and the others count.
 */
export class ProjectInstructions {
  readonly #place: InstructionPlace;
  readonly #root: string;
  readonly #reader: InstructionFileReader;

  constructor(place: InstructionPlace) {
    this.#place = place;
    this.#root = place.folder ?? place.cwd;
    this.#reader = new InstructionFileReader(this.#root, mostChars);
  }

  /** Never rejects. */
  async read(): Promise<ReadInstructions> {
    if (!this.#place.isTrusted()) return { files: [], warnings: [] };
    const choices = [...this.#folders().map((folder) => this.#choicesIn(folder)), [join(this.#root, localFile)]];
    const warnings: Warning[] = [];
    const found = await Promise.all(choices.map((paths) => this.#firstOf(paths, warnings)));
    const files: InstructionText[] = [];
    const cut: string[] = [];
    let left = mostChars;
    for (const file of found) {
      if (!file || file.text.trim() === '') continue;
      const text = headOf(file.text.trim(), left);
      left -= text.length;
      if (file.isCut || text.length < file.text.trim().length) cut.push(file.path);
      if (text !== '') files.push({ path: file.path, text });
    }
    return { files, warnings: cut.length === 0 ? warnings : [...warnings, cutWarning(cut)] };
  }

  /** From the root down to the current folder; the root alone, when that is elsewhere. */
  #folders(): string[] {
    const way = relative(this.#root, this.#place.cwd);
    const steps = way.split(sep);
    if (way === '' || isAbsolute(way) || steps[0] === '..') return [this.#root];
    return [this.#root, ...steps.map((_step, index) => join(this.#root, ...steps.slice(0, index + 1)))];
  }

  #choicesIn(folder: string): string[] {
    const names = folder === this.#root ? [...folderFiles, rootFile] : folderFiles;
    return names.map((name) => join(folder, name));
  }

  async #firstOf(
    paths: readonly string[],
    warnings: Warning[],
  ): Promise<(InstructionText & { isCut: boolean }) | undefined> {
    for (const file of paths) {
      const path = relative(this.#root, file).split(sep).join('/');
      try {
        const read = await this.#reader.read(file);
        if (read) return { path, ...read };
      } catch (error) {
        const message = `The instructions in ${path} are not used: ${reasonOf(error)}`;
        warnings.push({ code: 'instructions_failed', message });
      }
    }
    return undefined;
  }
}

/** The system's messages go on with an absolute path after the comma. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/, \w+ '.*$/, '.');
}

function cutWarning(paths: readonly string[]): Warning {
  const message =
    `The project's instructions are longer than ${mostChars.toLocaleString('en')} characters together, so the model is ` +
    `not given all of ${firstFew(paths)}. Shorten them.`;
  return { code: 'instructions_cut', message };
}
