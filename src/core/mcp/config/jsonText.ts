import { applyEdits, createScanner, parseTree } from 'jsonc-parser';
import type { Edit, Node } from 'jsonc-parser';
import type { JsonValue } from '../../../shared/base/json.ts';

/** Kinds of tokens as the scanner numbers them: its own names are an enum that exists at compile time only. */
const token = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blank: 15 } as const;

type Path = readonly (string | number)[];

/**
 * JSON text with comments, in which single values are set and removed; everything else stays byte for byte. The
 * parser's own `modify` takes comments beside a removed property along, gives the comment behind the last property to
 * the one that is added, and leaves a lone comma where the only property had a trailing one.
 * The text must have been parsed without errors before.
 */
export class JsonText {
  readonly #byteOrderMark: string;
  #text: string;

  constructor(text: string) {
    this.#byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    this.#text = text.slice(this.#byteOrderMark.length);
  }

  toString(): string {
    return this.#byteOrderMark + this.#text;
  }

  /**
   * Sets the value at a path. Objects and arrays on the way are made; a number one past the end of an array adds to it. What is on
   * the way must be an object or an array.
   */
  set(path: Path, value: JsonValue): void {
    let container = this.#root();
    for (const [depth, segment] of path.entries()) {
      const child = lastChild(container, segment);
      if (!child) {
        const nested = path.slice(depth + 1).reduceRight<JsonValue>(wrapped, value);
        this.#insert(container, segment, nested);
        return;
      }
      container = valueOf(child);
    }
    const indent = this.#indentOfLine(container.offset);
    this.#apply([{ offset: container.offset, length: container.length, content: this.#written(value, indent) }]);
  }

  /** Removes what is at a path, also where the key is there more than once. Comments beside it stay. */
  remove(path: Path): void {
    for (;;) {
      let container: Node | undefined = this.#root();
      for (const segment of path.slice(0, -1)) {
        const child: Node | undefined = container && lastChild(container, segment);
        container = child && valueOf(child);
      }
      const child = container && lastChild(container, path.at(-1) ?? '');
      if (!container || !child) return;
      this.#cut(container, child);
      if (container.type === 'array') return;
    }
  }

  #root(): Node {
    const root = parseTree(this.#text, [], { allowTrailingComma: true });
    if (!root) throw new Error('The text holds no JSON');
    return root;
  }

  #insert(container: Node, segment: string | number, value: JsonValue): void {
    const last = container.children?.at(-1);
    const key = container.type === 'array' ? '' : `${JSON.stringify(segment)}: `;
    if (!last) {
      this.#fill(container, key, value);
      return;
    }
    const comma = this.#commaAfter(endOf(last));
    const edits: Edit[] = comma === undefined ? [{ offset: endOf(last), length: 0, content: ',' }] : [];
    const after = comma === undefined ? endOf(last) : comma + 1;
    const closing = comma === undefined ? '' : ',';
    if (this.#startsItsLine(last.offset)) {
      const indent = this.#indentOfLine(last.offset);
      const content = `${this.#lineEnd}${indent}${key}${this.#written(value, indent)}${closing}`;
      edits.push({ offset: this.#endOfComments(after), length: 0, content });
    } else {
      edits.push({ offset: after, length: 0, content: ` ${key}${JSON.stringify(value)}${closing}` });
    }
    this.#apply(edits);
  }

  /** Puts the first value into an empty container, behind what comments it has. */
  #fill(container: Node, key: string, value: JsonValue): void {
    const outer = this.#indentOfLine(container.offset);
    const indent = outer + this.#indentUnit;
    const inside = this.#text.slice(container.offset + 1, endOf(container) - 1).trimEnd();
    const content = `${inside}${this.#lineEnd}${indent}${key}${this.#written(value, indent)}${this.#lineEnd}${outer}`;
    this.#apply([{ offset: container.offset + 1, length: container.length - 2, content }]);
  }

  #cut(container: Node, child: Node): void {
    const children = container.children ?? [];
    const before = children[children.indexOf(child) - 1];
    const comma = this.#commaAfter(endOf(child));
    const edits: Edit[] = [];
    let end = endOf(child);
    if (comma === end) end++;
    else if (comma !== undefined) edits.push({ offset: comma, length: 1, content: '' });
    const commaBefore = comma === undefined && before ? this.#commaAfter(endOf(before)) : undefined;
    if (commaBefore !== undefined) edits.push({ offset: commaBefore, length: 1, content: '' });
    const start = this.#text.lastIndexOf('\n', child.offset - 1) + 1;
    const restOfLine = /^[ \t]*(?:\r?\n|$)/u.exec(this.#text.slice(end))?.[0];
    if (restOfLine !== undefined && this.#startsItsLine(child.offset)) {
      edits.push({ offset: start, length: end + restOfLine.length - start, content: '' });
    } else if (commaBefore !== undefined && !this.#startsItsLine(child.offset)) {
      const from = child.offset - (/[ \t]*$/u.exec(this.#text.slice(0, child.offset))?.[0].length ?? 0);
      edits.push({ offset: from, length: end - from, content: '' });
    } else {
      const blanks = /^[ \t]*/u.exec(this.#text.slice(end))?.[0].length ?? 0;
      edits.push({ offset: child.offset, length: end + blanks - child.offset, content: '' });
    }
    this.#apply(edits);
  }

  #apply(edits: Edit[]): void {
    this.#text = applyEdits(this.#text, edits);
  }

  /** Where the comma is that follows a place, comments and blanks skipped. */
  #commaAfter(offset: number): number | undefined {
    const scanner = createScanner(this.#text);
    scanner.setPosition(offset);
    for (;;) {
      const kind: number = scanner.scan();
      if (kind === token.comma) return scanner.getTokenOffset();
      if (kind < token.lineComment || kind > token.blank) return undefined;
    }
  }

  /** The end of the comments that stand in the same line behind a place. */
  #endOfComments(offset: number): number {
    const scanner = createScanner(this.#text);
    scanner.setPosition(offset);
    let end = offset;
    for (;;) {
      const kind: number = scanner.scan();
      const isComment = kind === token.lineComment || kind === token.blockComment;
      if (isComment) end = scanner.getPosition();
      else if (kind !== token.blank) return end;
    }
  }

  #startsItsLine(offset: number): boolean {
    const start = this.#text.lastIndexOf('\n', offset - 1) + 1;
    return start > 0 && this.#text.slice(start, offset).trim() === '';
  }

  #indentOfLine(offset: number): string {
    const start = this.#text.lastIndexOf('\n', offset - 1) + 1;
    return /^[ \t]*/u.exec(this.#text.slice(start))?.[0] ?? '';
  }

  get #lineEnd(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** How much deeper the file indents what is inside. */
  get #indentUnit(): string {
    const first = this.#root().children?.[0];
    const indent = first && this.#startsItsLine(first.offset) ? this.#indentOfLine(first.offset) : '';
    return indent === '' ? '  ' : indent;
  }

  #written(value: JsonValue, indent: string): string {
    return JSON.stringify(value, undefined, this.#indentUnit).replaceAll('\n', this.#lineEnd + indent);
  }
}

/** The property of an object, or the item of an array. Of a key that is there twice the last one counts. */
function lastChild({ type, children = [] }: Node, segment: string | number): Node | undefined {
  if (type === 'array') return typeof segment === 'number' ? children[segment] : undefined;
  return children.findLast(({ children: [key] = [] }) => key?.value === segment);
}

function valueOf(child: Node): Node {
  return child.type === 'property' ? (child.children?.[1] ?? child) : child;
}

function wrapped(value: JsonValue, key: string | number): JsonValue {
  return typeof key === 'number' ? [value] : { [key]: value };
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}
